import { fieldOf, responseFields } from '../../cases/description-lookups.js';
import type { SendStep } from '../../cases/types.js';
import type { Description, Field } from '../../description/types.js';
import type { CaseContext } from '../case-context.js';
import type { Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import { factsOf } from '../judge/refusal.js';
import { type ParsedResponse, readResponse } from '../judge/response.js';
import { exchangePlanned, planRequest } from '../request.js';
import { addressNamedBy, isBeyondBounds, judgeExpected } from './expected-response.js';

/** Sends one request and judges its response. */
export async function sendRequest(context: CaseContext, step: SendStep): Promise<Finding | null> {
  if (step.provided !== undefined && context.named.get(step.provided)?.refused) return REFUSED_ANYWAY;
  const planned = await planRequest(context, step.request);
  const { request, fields, address, segment } = planned;
  const key = await context.keys.ofPoint(step.request.key);
  // An event may come before the response.
  context.runState.addressLog.wrote(context.user(step.request.user ?? 'a'), key);
  const named = addressNamedBy(context, step.request);
  if (named && 'label' in named && step.request.body.kind === 'dialect')
    context.runState.addressLog.offers(named.label, key);
  const exchange = await exchangePlanned(context, step, planned);
  const facts = factsOf(request, segment, address);
  const read = readResponse(context.description, exchange.outcome);
  context.runState.compactor.note(exchange);
  noteAddress(context, step, exchange, key);
  noteMessage(context, step, 'response' in read ? read.response : null, key);
  const refused =
    'response' in read
      ? read.response.status !== context.description.http.successStatus
      : isBeyondBounds(step, read.finding);
  if (refused) context.refused.add(step);
  const sent = { exchange, key, fields, refused };
  context.sent.push(sent);
  if (step.as) context.named.set(step.as, sent);
  return atExchange(await judgeExpected(context, step, { exchange, facts, read }), exchange);
}

const REFUSED_ANYWAY: Finding = {
  verdict: 'skipped',
  code: 'value-refused',
  text: 'The target refuses such values as invalid data, which it may, so there is nothing to compare.',
};

/** Whatever was found was found in this exchange. */
function atExchange(finding: Finding | null, { id, operation }: Exchange): Finding | null {
  const about = operation === null ? {} : { about: operation };
  return finding && { ...finding, place: { part: 'answer', ...about, ...finding.place, exchange: id } };
}

/** Takes note of whose address an address of the catcher is. */
function noteAddress(
  context: CaseContext,
  { request, expect }: SendStep,
  { outcome }: Exchange,
  key: string,
): void {
  const { description, runState, testCase } = context;
  const isRefused = outcome.kind === 'response' && outcome.status !== description.http.successStatus;
  if (isRefused && description.operations[request.operation]?.kind === 'address')
    runState.addressLog.wasRefused(key, outcome.startedAt);
  const target = addressNamedBy(context, request);
  if (target === null || isRefused) return;
  // A service that accepts a broken body may have set the address that it names.
  const isBroken = request.body.kind === 'mutated';
  if (isBroken && outcome.kind !== 'response') return;
  const { startedAt: left, durationMs } = outcome;
  const isInvalid = !('label' in target) || (isBroken && expect.kind === 'refused');
  if (outcome.kind === 'response' && isInvalid) runState.addressLog.tookInvalid(key, left);
  if (!('label' in target)) return;
  runState.addressLog.set({
    label: target.label,
    key,
    version: request.version ?? testCase.version,
    left,
    answered: outcome.kind === 'response' ? left + durationMs : null,
  });
  runState.messageIds.addressed(target.label, key);
}

/**
 * Takes note of the id of a message that the target accepted: events may name that alone. Null: what it responded is not
 * known.
 */
function noteMessage(
  context: CaseContext,
  { request }: SendStep,
  response: ParsedResponse | null,
  key: string,
): void {
  const { description, runState } = context;
  const field = fieldOf(responseFieldsOf(description, request.operation), 'message-id');
  if (field === undefined || (response && response.status !== description.http.successStatus)) return;
  const id = response?.body[field];
  if (typeof id !== 'string' || id === '') runState.messageIds.noteUnknown(key);
  else runState.messageIds.note(id, { user: context.user(request.user ?? 'a'), key });
}

/** Nothing is known about the responses of an operation that no version lists. */
function responseFieldsOf(description: Description, name: string): readonly [string, Field][] {
  return Object.hasOwn(description.operations, name) ? responseFields(description, name) : [];
}
