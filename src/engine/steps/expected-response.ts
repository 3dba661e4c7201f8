import { requestFields } from '../../cases/description-lookups.js';
import type { About, Expectation, NamedAddress, RequestPlan } from '../../cases/request-plan.js';
import type { SendStep } from '../../cases/types.js';
import { pointer } from '../../json.js';
import { MAIN_ADDRESS } from '../address-log.js';
import type { CaseContext } from '../case-context.js';
import type { Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import {
  describeResponse,
  judgeRefusal,
  type MessageFacts,
  matchingRows,
  mayBeRefused,
} from '../judge/refusal.js';
import {
  ambiguousError,
  isFailure,
  type ParsedResponse,
  type Read,
  readResponse,
} from '../judge/response.js';
import type { RunState } from '../run-state.js';
import { observation, observations } from './observations.js';

/** Judges the response to a request by what its step expects; what the interface leaves open is observed. */
export async function judgeExpected(
  context: CaseContext,
  step: SendStep,
  { exchange, facts, read }: { exchange: Exchange; facts: MessageFacts; read: Read },
): Promise<Finding | null> {
  const { expect } = step;
  if (expect.kind === 'no-success') return judgeNoSuccess(context, expect, exchange);
  if (expect.kind === 'anything') {
    context.observations.push(...observations(context, step, expect, exchange.outcome));
    return null;
  }
  if ('finding' in read) {
    if (expect.kind !== 'documented' || !isBeyondBounds(step, read.finding)) return read.finding;
    observe(context, step, expect, exchange);
    return null;
  }
  const finding = judge(context, step, expect, { response: read.response, exchange, facts });
  return ofVariant(step, await withSharedDestination(context, step, finding));
}

/** Limits are not shown: something in front of the service may have turned the request away for its size. */
export function isBeyondBounds({ expect }: SendStep, { verdict }: Finding): boolean {
  return expect.kind === 'documented' && expect.bounded === true && verdict === 'inconclusive';
}

function ofVariant({ variant, again }: SendStep, finding: Finding | null): Finding | null {
  const which = again ? 'sent again' : variant;
  return finding && which !== undefined ? { ...finding, text: `${finding.text} (${which})` } : finding;
}

const LOST_RIGHT = 'The account was refused its list of destinations, which it had been given before.';

function judge(
  context: CaseContext,
  step: SendStep,
  expect: Exclude<Expectation, { kind: 'anything' | 'no-success' }>,
  { response, exchange, facts }: { response: ParsedResponse; exchange: Exchange; facts: MessageFacts },
): Finding | null {
  const { description } = context;
  const { reader } = context.runState.runContext;
  const received = (): string => describeResponse(description, response, reader);
  const doubt = response.status === description.http.successStatus ? null : ambiguousError(response, reader);
  if (doubt && expect.kind !== 'accepted') return doubt;
  switch (expect.kind) {
    case 'accepted':
      return (
        refusedAddress(context, step, { response, facts }) ?? judgeAcceptance(context, response, received)
      );
    case 'refused': {
      observe(context, step, expect, exchange);
      const rows = [...expect.rows, ...bodyRows(context, step)];
      const found = judgeRefusal(description, rows, response, reader, facts);
      const { status } = response;
      const isRefused = status !== description.http.successStatus && !isFailure(description, status);
      return found && isRefused ? { ...found, isRefusal: true } : found;
    }
    case 'documented': {
      observe(context, step, expect, exchange);
      if (response.status === description.http.successStatus) return null;
      const rows = expect.refusal ?? Object.keys(description.errors);
      const found = judgeRefusal(description, rows, response, reader, facts);
      if (found?.expected === undefined) return found;
      return {
        ...found,
        ...(found.code === 'server-error' && {
          text: `The target returned a server error (status ${response.status}) instead of accepting or refusing the request.`,
        }),
        expected: `${description.http.successStatus}, accepted, or ${found.expected}`,
      };
    }
    case 'as-at-first': {
      const wasAccepted = context.keys.hadList(exchange.version);
      if (!wasAccepted && response.status !== description.http.successStatus)
        return judgeRefusal(description, expect.refusal, response, reader, facts);
      const found = judgeAcceptance(context, response, received);
      return found?.code === 'refused' ? { ...found, text: LOST_RIGHT } : found;
    }
    case 'not': {
      if (expect.gap !== undefined) context.observations.push({ gap: expect.gap, value: received() });
      if (matchingRows(description, response, reader, facts).some((row) => expect.rows.includes(row))) {
        return {
          verdict: 'fail',
          ...(isFailure(description, response.status)
            ? {
                code: 'server-error',
                text: `The target returned a server error (status ${response.status}).`,
              }
            : expect.otherwise),
          expected: 'any other response',
          received: received(),
          place: { part: 'status' },
        };
      }
      return null;
    }
  }
}

/** If the interface leaves the response open, at least in part, the response fills the gap. */
function observe(
  context: CaseContext,
  step: SendStep,
  { gap, about }: { gap?: string; about?: About },
  { outcome }: Exchange,
): void {
  if (gap === undefined) return;
  context.observations.push(observation(context, step, { gap, ...(about && { about }) }, outcome));
}

function judgeAcceptance(
  context: CaseContext,
  response: ParsedResponse,
  received: () => string,
): Finding | null {
  const { http, success } = context.description;
  const expected = `${http.successStatus}, accepted`;
  if (response.status !== http.successStatus) {
    return isFailure(context.description, response.status)
      ? {
          verdict: 'fail',
          code: 'server-error',
          text: `The target returned a server error (status ${response.status}) on a valid request.`,
          expected,
          received: received(),
          place: { part: 'status' },
          outright: true,
        }
      : {
          verdict: 'fail',
          code: 'refused',
          text: 'A valid request was refused.',
          expected,
          received: received(),
          place: { part: 'status' },
        };
  }
  if (response.body[success.field] === false) {
    return {
      verdict: 'fail',
      code: 'shape',
      text: `The status reports success, but "${success.field}" reports failure.`,
      expected: `${success.field}: true`,
      received: `${success.field}: false`,
      place: {
        part: 'body',
        field: success.field,
        pointer: pointer(success.field),
        values: { expected: true, received: false },
      },
    };
  }
  return null;
}

/** A valid address that is refused as invalid, although the interface leaves open whether it may be. */
function refusedAddress(
  context: CaseContext,
  { request }: SendStep,
  { response, facts }: { response: ParsedResponse; facts: MessageFacts },
): Finding | null {
  const { description, runState } = context;
  const named = addressNamedBy(context, request);
  const isUnanswered = named !== null && 'instead' in named;
  if (named !== null && hasTaken(runState, named)) return null;
  if (facts.address === null || !(isUnanswered || mayBeRefused(facts.address))) return null;
  const rows = matchingRows(description, response, runState.runContext.reader, facts);
  if (rows.every((row) => description.errors[row]?.stimulus.kind !== 'invalid-address')) return null;
  if (isUnanswered)
    return {
      verdict: 'skipped',
      code: 'address-probed',
      text: 'The target refuses a webhook address where nobody answers, which it may.',
    };
  return {
    verdict: 'inconclusive',
    code: 'address-refused',
    text: 'The target refuses a plain-HTTP or private webhook address, which it may; an https:// address that the internet reaches ("webhook.publicUrl", --webhook-url) would settle it.',
    expected: `${description.http.successStatus}, accepted`,
    received: describeResponse(description, response, runState.runContext.reader),
  };
}

/**
 * Whether the target has taken this very address before, whatever the version: errors are the same in all (section 9), so it
 * does not refuse the address for what it is.
 */
function hasTaken({ runContext, addressLog }: RunState, address: NamedAddress): boolean {
  if (!('label' in address) || 'instead' in address) return false;
  const { addressed = [] } = runContext;
  const isOfPreflight = address.label === MAIN_ADDRESS && addressed.length > 0;
  return isOfPreflight || addressLog.hasBeenSet(address.label);
}

/**
 * Rows that may win if the body is a guess: the operation's request is neither shown nor in the dialect, so the body may
 * be a second fault.
 */
function bodyRows(context: CaseContext, step: SendStep): string[] {
  const { description, runState } = context;
  const { operation, body } = step.request;
  const guessed =
    body.kind === 'dialect' &&
    !runState.runContext.reader.knows(operation) &&
    requestFields(description, operation).length === 0;
  if (!guessed) return [];
  return Object.entries(description.errors)
    .filter(([, { stimulus }]) =>
      ['empty-body', 'malformed-json', 'wrong-type', 'invalid-address'].includes(stimulus.kind),
    )
    .map(([id]) => id);
}

/** No response at all is fine, and so is any but a documented success. */
function judgeNoSuccess(
  context: CaseContext,
  { how, code }: Extract<Expectation, { kind: 'no-success' }>,
  { outcome }: Exchange,
): Finding | null {
  if (outcome.kind === 'no-response' || outcome.status !== context.description.http.successStatus)
    return null;
  const read = readResponse(context.description, outcome);
  if ('finding' in read || read.response.body[context.description.success.field] !== true) return null;
  return {
    verdict: 'fail',
    code,
    text: `A request ${how} succeeded.`,
    expected: `no success ${how}`,
    received: `status ${outcome.status} with a documented success`,
    place: { part: 'status' },
  };
}

/** A listed destination that is refused: if another contact point lists it as well, it may have come from there. */
async function withSharedDestination(
  { description, destinations, keys, runState, testCase }: CaseContext,
  { request }: SendStep,
  finding: Finding | null,
): Promise<Finding | null> {
  const { operation, key, destination = 'chosen' } = request;
  if (finding?.code !== 'refused' || (key !== 'second' && key !== 'unset')) return finding;
  if (description.operations[operation]?.kind !== 'select') return finding;
  const { id } = await destinations.of(destination, key);
  const { isListedAtOthers } = runState.runContext;
  if (!(await isListedAtOthers?.(testCase.version, await keys.ofPoint(key), id))) return finding;
  const headline = `${operation} refuses destinations that several contact points list`;
  const text = 'The refused destination is listed at this contact point, and at another one as well.';
  return { ...finding, text, place: { part: 'status', ...finding.place, headline } };
}

/** The address that a request names; null: none. A broken body names the usual one. */
export function addressNamedBy(
  { description }: CaseContext,
  { operation, body }: RequestPlan,
): NamedAddress | null {
  if (description.operations[operation]?.kind !== 'address') return null;
  if (body.kind !== 'dialect' && body.kind !== 'mutated') return null;
  return (body.kind === 'dialect' && body.address) || { label: MAIN_ADDRESS };
}
