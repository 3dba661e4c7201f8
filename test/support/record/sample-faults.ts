import type { Case } from '../../../src/cases/types.js';
import type { Description } from '../../../src/description/types.js';
import type { Verdict } from '../../../src/record/types.js';

/** How a case of the sample ends other than by passing. */
export interface Fault {
  verdict: Exclude<Verdict, 'pass'>;
  code: string;
  text: string;
  expected?: string;
  received?: string;
  accepted?: true;
  /** Body of the last response in place of the usual one. */
  body?: string;
  status?: number;
  /** Copies of the last event; 0 where one was due. */
  events?: number;
}

/** Five unlike faults, a warning, an accepted violation, and reasons not to prove something. Null: the case passes. */
export function faultOf(
  testCase: Case,
  descriptions: readonly Description[],
  hostile: string | null,
): Fault | null {
  const last = descriptions.at(-1)?.version;
  const event = testCase.steps.findLast((step) => step.do === 'expect-event')?.event ?? 'the event';
  const seen = hostile ?? '';
  if (
    testCase.version === last &&
    testCase.scenario?.expected === 'not sent' &&
    testCase.steps.every((step) => step.do !== 'operate') &&
    /^(second|third)/.test(testCase.name)
  ) {
    return {
      verdict: 'fail',
      code: 'unexpected-event',
      text: `Unexpected ${event}: nothing had caused it. ${seen}`,
      expected: `${event} once, for the first message only`,
      received: `${event} twice, for the first and the second message`,
      events: 2,
    };
  }
  if (/^(every-unit|type)-timestamp/.test(testCase.name)) {
    return {
      verdict: 'fail',
      code: 'unit',
      text: `timestamp counts seconds. ${seen}`,
      expected: 'milliseconds since the Unix epoch, such as 1741080605120',
      received: `1741080605, which counts seconds ${seen}`,
      body: '{"message_id":"6f1c2f0e-8a3b-4a53-9a43-0d6c5b1d2f10","timestamp":1741080605,"success":true}',
    };
  }
  if (
    /^type-.*-(array|object)$/.test(testCase.name) &&
    testCase.operation === testCase.id.split('/').at(-1) &&
    testCase.operation?.endsWith('File')
  ) {
    return {
      verdict: 'fail',
      code: 'code',
      text: 'The status is right, but the code is a different one.',
      expected: '400 with code 9 and "Invalid data: …"',
      received: '400 with code 4 and "Wrong JSON format"',
      status: 400,
      body: `{"success":false,"error":{"code":4,"message":"Wrong JSON format${JSON.stringify(seen).slice(1, -1)}"}}`,
    };
  }
  if (testCase.group === 'events' && testCase.name.endsWith('emoji')) {
    return {
      verdict: 'fail',
      code: 'payload',
      text: `The text in ${event} is not the one that the employee sent.`,
      expected: '"👋 👩‍👩‍👧‍👦 🇨🇭 👍🏽 end"',
      received: `"????? ?? ?? end" ${seen}`,
    };
  }
  if (testCase.name === 'empty-key') {
    return {
      verdict: 'fail',
      code: 'server-error',
      text: 'The service answered 500.',
      expected: 'a refusal from the table',
      received: `500 with code 7 ${seen}`,
      status: 500,
      body: '{"success":false,"error":{"code":7,"message":"Internal server error"}}',
    };
  }
  if (testCase.name.startsWith('looks-like')) {
    return {
      verdict: 'fail',
      code: 'spelling',
      text: 'message_id does not look like a UUID.',
      expected: '32 hexadecimal digits, with or without hyphens or braces',
      received: '"msg_000000000184"',
    };
  }
  if (testCase.name === 'upper-case' || testCase.name === 'method-PATCH')
    return {
      verdict: 'fail',
      code: 'accepted',
      text: 'The request was accepted; it should have been refused.',
      expected: '404 with code 6',
      received: '200 with success: true',
      accepted: true,
    };
  if (testCase.group === 'storage' && testCase.name.startsWith('reply-older'))
    return {
      verdict: 'inconclusive',
      code: 'operator',
      text: "The employee's side did not act: advance_clock answered 503.",
    };
  if (testCase.name === 'account-forbidden')
    return {
      verdict: 'skipped',
      code: 'no-restricted-key',
      text: 'No account that lacks an operation is configured ("target.restricted").',
    };
  if (testCase.name === 'contact-points')
    return {
      verdict: 'skipped',
      code: 'no-second-key',
      text: 'No key of a second contact point is configured ("target.secondKey").',
    };
  return null;
}
