import { validBody } from '../../cases/steps.js';
import type { CompareResponsesStep, InvariantStep } from '../../cases/types.js';
import { pointer } from '../../json.js';
import type { Place } from '../../record/types.js';
import type { CaseContext } from '../case-context.js';
import type { Exchange } from '../evidence.js';
import { asSetup, type Finding } from '../finding.js';
import { short } from '../judge/field.js';
import { keysIn, lawKey } from '../judge/laws.js';
import { RepeatedValues } from '../response-compactor.js';
import type { RunState } from '../run-state.js';
import { movingClock, pacedClock, watchClock } from './clock-laws.js';
import { sendRequest } from './send.js';

/**
 * A law for every response of the run, whatever case asked for it: judged once no more requests are made. If there was
 * no request yet that it is about, it makes one itself.
 */
export async function invariant(context: CaseContext, step: InvariantStep): Promise<null> {
  context.runState.noteLists(context.testCase.id);
  const asked = judgedBy(context, step).length === 0 ? await ask(context, step) : null;
  if (step.rule === 'moving') await watchClock(context, step, () => ask(context, step));
  const judgeAll = (): Finding | null => {
    context.runState.noteLists(context.testCase.id);
    const finding = judge(context, step);
    return finding === undefined ? ((asked && asSetup(asked)) ?? NOT_EXERCISED) : finding;
  };
  context.watch(step, judgeAll, 0);
  return null;
}

/** What the responses so far have broken of a law; null: nothing that is certain. */
export function brokenLaw(context: CaseContext, step: InvariantStep): Finding | null {
  context.runState.noteLists(context.testCase.id);
  const finding = judge(context, step);
  return finding?.verdict === 'fail' ? finding : null;
}

const NOT_EXERCISED: Finding = {
  verdict: 'inconclusive',
  code: 'not-exercised',
  text: 'No exchange of this run is subject to this rule.',
};

/** Undefined: no exchange of the run can be judged by it. */
function judge(context: CaseContext, step: InvariantStep): Finding | null | undefined {
  switch (step.rule) {
    case 'unique':
      return unique(context, step);
    case 'moving':
      return movingClock(context, step);
    case 'pace':
      return pacedClock(context, step);
    default:
      return each(context, step);
  }
}

/** Laws about fields need a success. */
async function ask(context: CaseContext, { operation, field }: InvariantStep): Promise<Finding | null> {
  const { description } = context;
  const name = operation ?? description.http.unknownOperation;
  const body = operation ? validBody(description, operation) : ({ kind: 'none' } as const);
  const kind = field === undefined ? 'documented' : 'accepted';
  const finding = await sendRequest(context, {
    do: 'send',
    request: { operation: name, body },
    expect: { kind },
  });
  return finding && kind === 'accepted' ? { ...finding, duty: { kind, about: name } } : finding;
}

/** Responses that the law is about: those of the service itself, since it binds nothing in front of the service. */
function judgedBy({ description, testCase, runState }: CaseContext, step: InvariantStep): Exchange[] {
  const { infrastructureStatuses } = description.http;
  const { compactor, serviceClock } = runState;
  const key = lawKey(step);
  return runState.exchangesOf(testCase.version, step.operation).filter(
    (exchange) =>
      (exchange.outcome.kind === 'response'
        ? !infrastructureStatuses.includes(exchange.outcome.status)
        : exchange.outcome.verdict === 'fail') &&
      // The driver may have moved the timestamps as well.
      (step.rule !== 'skew' || exchange.outcome.startedAt < serviceClock.movedAt) &&
      (COMMON.includes(step.rule)
        ? compactor.field(step.field ?? '', exchange) !== undefined
        : compactor.finding(key, exchange) !== undefined),
  );
}

const COMMON: readonly string[] = ['unique', 'moving', 'pace'];

/** A law that any response breaks is broken; one that a response leaves open is not proven. */
function each(context: CaseContext, step: InvariantStep): Finding | null | undefined {
  const exchanges = judgedBy(context, step);
  if (exchanges.length === 0) return undefined;
  const found = exchanges.flatMap((exchange) => {
    const finding = context.runState.compactor.finding(lawKey(step), exchange);
    return finding ? [{ exchange, finding }] : [];
  });
  const broken = found.filter(({ finding }) => finding.verdict === 'fail');
  const reported = broken.length > 0 ? broken : found;
  const [first] = reported;
  if (!first) return null;
  context.exchanges.push(...reported.slice(0, SHOWN).map(({ exchange }) => exchange));
  const count = `${reported.length} of ${exchanges.length} responses`;
  return {
    ...first.finding,
    text: `${first.finding.text} (${count}; first ${requestOf(first.exchange)})`,
    // A request of no documented operation is known by its path alone.
    ...(step.operation === null &&
      first.finding.received !== undefined && {
        received: `${first.finding.received} for ${pathOf(first.exchange)}`,
      }),
    place: {
      part: 'answer',
      ...first.finding.place,
      ...aboutOf(step),
      exchange: first.exchange.id,
      spread: { broken: reported.length, of: exchanges.length },
    },
  };
}

/** What the law is about, if it is a law of an operation or a field. */
function aboutOf({ operation, field, element }: InvariantStep): Pick<Place, 'about' | 'field'> {
  const name = field !== undefined && element !== undefined ? `${field}[].${element}` : field;
  return { ...(operation !== null && { about: operation }), ...(name !== undefined && { field: name }) };
}

/** How many exchanges that break a law are shown. */
const SHOWN = 5;

/** `POST /1.0/sendText in 1.0/requests/accepted/sendText`. */
function requestOf(exchange: Exchange): string {
  return `${pathOf(exchange)} ${exchange.aside ? 'beside the cases' : `in ${exchange.caseId}`}`;
}

/** `POST /1.0/sendText`: without the key, which must not be shown. */
function pathOf({ request }: Exchange): string {
  return `${request.method} ${new URL(request.url).pathname}`;
}

function unique(context: CaseContext, step: InvariantStep): Finding | null | undefined {
  if (judgedBy(context, step).length === 0) return undefined;
  const { runState, testCase } = context;
  const { within, across, groups } = repeated(runState, step.field ?? '');
  const isOwn = ({ version, operation }: Exchange): boolean =>
    version === testCase.version && operation === step.operation;
  // Among all messages of the contact point: those of other operations and versions count.
  const isFound = ({ before, after }: { before: Exchange; after: Exchange }): boolean =>
    isOwn(before) || isOwn(after);
  if (step.gap !== undefined && groups > 1)
    context.observations.push({ gap: step.gap, value: across.some(isFound) ? 'yes' : 'none did' });
  const found = within.find(isFound);
  if (!found) return null;
  const { value, before, after } = found;
  context.exchanges.push(before, after);
  return {
    verdict: 'fail',
    code: 'repeated',
    text: `Two messages of one contact point have the same ${step.field} (in ${before.caseId} and ${after.caseId}).`,
    expected: `a ${step.field} of its own for every message`,
    received: `${short(value)} twice`,
    place: { part: 'body', exchange: after.id, pointer: pointer(step.field ?? ''), ...aboutOf(step) },
  };
}

function repeated(runState: RunState, field: string): ReturnType<RepeatedValues['all']> {
  const known =
    runState.repetitions.get(field) ??
    new RepeatedValues(runState.exchanges, (exchange) => ({
      value: runState.compactor.field(field, exchange),
      group: keyOf(runState, exchange),
    }));
  runState.repetitions.set(field, known);
  return known.all();
}

/** What tells contact points apart: the key of the request. */
function keyOf(runState: RunState, { request, version }: Exchange): string {
  return keysIn(request.url, runState.description(version).http.keyParameter)[0] ?? '';
}

/** Responses to the same fault have the same status and code (section 9); messages may repeat what differs. */
export function compareResponses(context: CaseContext, step: CompareResponsesStep): Finding | null {
  const { compactor } = context.runState;
  const last = context.named.get(step.of.at(-1) ?? '')?.exchange;
  const pairs = step.of.map((name) => {
    const exchange = context.named.get(name)?.exchange;
    return exchange ? compactor.statusAndCode(exchange) : null;
  });
  const [first, second] = pairs;
  if (!first || !second)
    return { verdict: 'inconclusive', code: 'no-answer', text: 'There are no two responses to compare.' };
  if (first === second) return null;
  return {
    verdict: 'fail',
    code: 'unlike',
    text: 'The versions answer the same fault differently.',
    expected: first,
    received: second,
    place: { part: 'status', ...(last && { exchange: last.id }) },
  };
}
