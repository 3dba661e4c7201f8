import type { Case, SendStep } from '../../cases/types.js';
import type { Description, ErrorStimulus } from '../../description/types.js';
import type { Call, Reply } from '../../reference/requests/call.js';

/** An operation of a version, as requests and cases name it. */
export interface Place {
  version: string;
  operation: string;
}

/** Every operation of every version. */
export function placesOf(descriptions: readonly Description[]): { description: Description; place: Place }[] {
  return descriptions.flatMap((description) =>
    Object.keys(description.operations).map((operation) => ({
      description,
      place: { version: description.version, operation },
    })),
  );
}

/** Whether a request goes there, by its path alone: a refused one may have been looked at no further. */
export function isAt({ path }: Call, { version, operation }: Place): boolean {
  const [, first, second] = path.split('/');
  return first === version && second === operation;
}

/** The reply with another body; what was sent in its place is dropped. */
export function withBody({ raw: _, ...reply }: Reply, body: Reply['body']): Reply {
  return { ...reply, body };
}

/** Requests of a case that go there unbent: judged steps, setup steps aside. */
export function judgedSends(testCase: Case, { version, operation }: Place): SendStep[] {
  if (testCase.version !== version) return [];
  return testCase.steps.filter(
    (step): step is SendStep =>
      step.do === 'send' && !step.setup && step.request.operation === operation && !step.request.version,
  );
}

/** Whether the case asks there for a refusal by the row. */
export function refuses(testCase: Case, place: Place, row: string): boolean {
  return judgedSends(testCase, place).some(
    ({ expect }) => expect.kind === 'refused' && expect.rows.includes(row),
  );
}

/** Whether the case holds the answers to one kind of fault, here and under another version, against each other. */
export function compares(testCase: Case, place: Place, kind: ErrorStimulus['kind']): boolean {
  const versions = [
    testCase.version,
    ...testCase.needs.flatMap((need) => (need.kind === 'version' ? need.version : [])),
  ];
  return (
    testCase.operation === place.operation &&
    versions.includes(place.version) &&
    testCase.name.startsWith(`alike-${kind}-`)
  );
}

/** Whether the case asks there with two faults at once, of which the row answers one. */
export function coincides(testCase: Case, place: Place): boolean {
  return (
    testCase.name.startsWith('precedence-') &&
    testCase.version === place.version &&
    testCase.steps.some((step) => step.do === 'send' && step.request.operation === place.operation)
  );
}
