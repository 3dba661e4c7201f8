import { destinationList, fieldOf, operationOf } from '../../cases/description-lookups.js';
import type { PresenceStep } from '../../cases/types.js';
import { duration } from '../../duration.js';
import { pointer } from '../../json.js';
import type { Place } from '../../record/types.js';
import type { CaseContext } from '../case-context.js';
import type { OutOfCaseExchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import { short } from '../judge/field.js';
import { readResponse } from '../judge/response.js';
import type { ListedDestination, OperatorResult } from '../ports.js';
import type { RunState } from '../run-state.js';
import { changePresence, operatorProblem } from './operator.js';
import { poll } from './waiting.js';

/** Employees of a destination log in or out, and the list of destinations follows (section 2). */
export async function presence(context: CaseContext, step: PresenceStep): Promise<Finding | null> {
  const destinations =
    step.destination === 'each'
      ? await context.destinations.listed(step.key)
      : [await context.destinations.of(step.destination, step.key)];
  for (const destination of destinations) {
    const finding = await presenceAt(context, step, destination);
    context.runState.noteLists(context.testCase.id);
    if (finding) return finding;
  }
  return null;
}

async function presenceAt(
  context: CaseContext,
  step: PresenceStep,
  destination: ListedDestination,
): Promise<Finding | null> {
  const { runState } = context;
  const key = await context.keys.ofPoint(step.key);
  const last: { exchange?: OutOfCaseExchange } = {};
  const seen = (exchange: OutOfCaseExchange): void => {
    last.exchange = exchange;
  };
  const list = (): Promise<ListedDestination[]> =>
    runState.runContext.destinations(context.testCase.version, key, { fresh: true, seen });
  const known = await context.destinations.listed(step.key);
  const before = step.affectsNoOther ? await list() : [];
  const set = (online: boolean): Promise<OperatorResult> =>
    changePresence(context, { key, destination: destination.id, online });
  const problem = step.unchanged ? null : operatorProblem(await set(step.online), 'set_presence');
  if (problem) return problem;
  if (!step.online && !step.unchanged) context.afterwards(async () => void (await set(true)));
  const shared = step.apart ? await sharedEmployees(context, step, { destination, list }) : null;
  if (shared || step.setup) return shared;
  const onlineIn = (listed: readonly ListedDestination[]): boolean | undefined =>
    listed.find(({ id }) => id === destination.id)?.online;
  const listed = await poll(
    runState,
    `${context.testCase.version} presence`,
    list,
    (seen) => onlineIn(seen) === step.online || gaveUp(last.exchange) !== null,
  );
  const silence = gaveUp(last.exchange);
  if (silence) return silence;
  const now = onlineIn(listed);
  const field = presenceField(context);
  if (now === step.online && (await goesBack(runState, async () => onlineIn(await list()) === !step.online)))
    return {
      verdict: 'fail',
      code: 'presence',
      text: `${field} changed when employees logged ${step.online ? 'in' : 'out'}, but some later lists still showed the former value.`,
      expected: `${field}: ${step.online}`,
      received: `${field}: ${!step.online} in some of the lists`,
      place: shownAt(context, last.exchange, destination.id).place,
      unsure: { why: STRANGERS },
    };
  const changedIn = (seen: readonly ListedDestination[]): ListedDestination | undefined =>
    seen.find(
      ({ id, online }) =>
        id !== destination.id &&
        online !== step.online &&
        // The list may follow late what the run itself did there, or did when it first saw it.
        (runState.presences.last(key, id) ?? known.find((each) => each.id === id)?.online) !== online &&
        before.some((destination) => destination.id === id && destination.online !== online),
    );
  // One of several servers may show for a while what was before.
  const isAsBefore = (seen: readonly ListedDestination[]): boolean => seen.length > 0 && !changedIn(seen);
  const others =
    now === step.online && changedIn(listed)
      ? await poll(
          runState,
          `${context.testCase.version} presence of others`,
          list,
          isAsBefore,
          () => gaveUp(last.exchange) !== null,
        )
      : listed;
  const other = changedIn(others);
  if (now === step.online && !other) {
    noteOthers(context, step, before, listed, destination);
    return null;
  }
  const { place, shown } = shownAt(context, last.exchange, (other ?? destination).id);
  if (listed.length === 0)
    return { verdict: 'inconclusive', code: 'no-list', text: 'The destinations could not be listed again.' };
  if (now === step.online && other)
    return {
      verdict: 'fail',
      code: 'presence',
      text: `${field} of a destination became ${other.online} when employees of another one logged ${step.online ? 'in' : 'out'}.`,
      expected: `${field} of ${other.id}: ${!other.online}`,
      received: `${field} of ${other.id}: ${other.online}`,
      place,
      unsure: { why: STRANGERS },
    };
  return {
    verdict: 'fail',
    code: 'presence',
    text: step.unchanged
      ? `${field} changed although no employee had logged ${step.online ? 'out' : 'in'}.`
      : `${field} did not change within ${duration(runState.runContext.eventTimeoutMs)} after employees logged ${step.online ? 'in' : 'out'}.`,
    expected: `${field}: ${step.online}`,
    received:
      now === undefined
        ? `${destination.id} is not listed`
        : shown.known && shown.value === undefined
          ? `no ${field}`
          : `${field}: ${short(shown.value ?? now)}`,
    place: step.unchanged
      ? { ...place, headline: `${field} changes though no employee logs ${step.online ? 'out' : 'in'}` }
      : place,
    unsure: { why: STRANGERS },
  };
}

/** Who came to one destination may have come to the chosen one, too: what waits there is then rightly received. */
async function sharedEmployees(
  context: CaseContext,
  step: PresenceStep,
  { destination, list }: { destination: ListedDestination; list: () => Promise<ListedDestination[]> },
): Promise<Finding | null> {
  const { runState, testCase } = context;
  const chosen = await context.destinations.of('chosen', step.key);
  const areThere = (seen: readonly ListedDestination[]): boolean =>
    seen.some(({ id, online }) => id === chosen.id && online);
  // A list may still show those who logged out before.
  const last = await poll(runState, `${testCase.version} presence apart`, list, (seen) => !areThere(seen));
  if (!areThere(last)) return null;
  return {
    verdict: 'skipped',
    code: 'shared-employees',
    text: `Employees of destination ${destination.id} are logged in at destination ${chosen.id} as well.`,
  };
}

/** Employees may work for several destinations: that others follow is not a violation, but worth knowing. */
function noteOthers(
  context: CaseContext,
  { gap, online }: PresenceStep,
  before: readonly ListedDestination[],
  now: readonly ListedDestination[],
  { id }: ListedDestination,
): void {
  if (gap === undefined) return;
  const wasOther = new Set(
    before.filter((each) => each.id !== id && each.online !== online).map((each) => each.id),
  );
  const followed = now.some((each) => wasOther.has(each.id) && each.online === online);
  const act = online ? 'login' : 'logout';
  context.observations.push({
    gap,
    value: followed
      ? `a ${act} at one destination changes others as well`
      : `a ${act} at one destination changes no other`,
  });
}

/** Looks after the list has followed, and once everybody has had the time to follow. */
const FURTHER_LOOKS = 3;
const LAST_LOOKS = 8;

/**
 * Whether some lists show the former value again, and still do after the event timeout: one of several servers may know
 * late, but not for good. Which of the two it is, the run waits for once.
 */
async function goesBack(runState: RunState, isFormer: () => Promise<boolean>): Promise<boolean> {
  const { ports, signal, runContext } = runState;
  const anyOf = async (looks: number): Promise<boolean> => {
    for (let look = 0; look < looks && !signal.aborted; look += 1) if (await isFormer()) return true;
    return false;
  };
  if (runState.formerLists === 'for a while' || !(await anyOf(FURTHER_LOOKS))) return false;
  if (runState.formerLists === 'for good') return true;
  await ports.clock.sleep(runContext.eventTimeoutMs, signal).catch(() => undefined);
  const isForGood = await anyOf(LAST_LOOKS);
  runState.formerLists = isForGood ? 'for good' : 'for a while';
  return isForGood;
}

/** A target that has stopped answering need not be asked again. */
function gaveUp(exchange: OutOfCaseExchange | undefined): Finding | null {
  if (exchange?.outcome.kind !== 'no-response') return null;
  const { verdict, failure } = exchange.outcome;
  return failure.code === 'stopped-answering' ? { verdict, ...failure } : null;
}

const STRANGERS =
  'Somebody else, such as another run, may have logged the same employees in or out meanwhile.';

/** Where the list says who is there, and what it says about the destination; absent is absent. */
function shownAt(
  context: CaseContext,
  side: OutOfCaseExchange | undefined,
  destination: string,
): { place: Place; shown: { known: boolean; value?: unknown } } {
  const { description } = context;
  const about = operationOf(description, 'destinations');
  const field = presenceField(context);
  const [list = '', elements] = destinationList(description);
  const place: Place = { part: 'body', about, field: `${list}[].${field}` };
  if (!side) return { place, shown: { known: false } };
  const { id: exchange } = context.noteOutOfCase(side);
  const read = readResponse(description, side.outcome);
  const held = 'response' in read ? read.response.body[list] : undefined;
  const listed: Record<string, unknown>[] = Array.isArray(held) ? held : [];
  const index = listed.findIndex(
    (record) => record?.[fieldOf(elements, 'destination-id') ?? ''] === destination,
  );
  if (index < 0) return { place: { ...place, exchange, pointer: pointer(list) }, shown: { known: false } };
  return {
    place: { ...place, exchange, pointer: pointer(list, index, field) },
    shown: { known: true, value: listed[index]?.[field] },
  };
}

function presenceField({ description }: CaseContext): string {
  const [, elements] = destinationList(description);
  return fieldOf(elements, 'presence') ?? 'presence';
}
