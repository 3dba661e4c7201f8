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
import { contradictedByMessages } from './contradicted-presence.js';
import { changePresence, operatorProblem } from './operator.js';
import { PresenceLists } from './presence-lists.js';
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
  const lists = new PresenceLists(context, key, destination.id);
  const known = await context.destinations.listed(step.key);
  const before = step.affectsNoOther ? await lists.get() : [];
  const set = (online: boolean): Promise<OperatorResult> =>
    changePresence(context, { key, destination: destination.id, online });
  const problem = step.unchanged ? null : operatorProblem(await set(step.online), 'set_presence');
  if (problem) return problem;
  if (!step.online && !step.unchanged)
    context.afterwards(async () => {
      if ((await set(true)).ok) await lists.until(true);
    });
  const shared = step.apart ? await sharedEmployees(context, step, { destination, lists }) : null;
  if (shared) return shared;
  const listed = await lists.until(step.online);
  if (step.setup) return null;
  if (lists.silence) return lists.silence;
  if (listed.length === 0)
    return { verdict: 'inconclusive', code: 'no-list', text: 'The destinations could not be listed again.' };
  const now = lists.onlineIn(listed);
  if (now !== step.online) return notAsDue(context, step, { destination, now, lists });
  const field = presenceField(context);
  if (await goesBack(runState, async () => lists.onlineIn(await lists.get()) === !step.online))
    return {
      verdict: 'fail',
      code: 'presence',
      text: `${field} changed when employees logged ${step.online ? 'in' : 'out'}, but some later lists still showed the former value.`,
      expected: `${field}: ${step.online}`,
      received: `${field}: ${!step.online} in some of the lists`,
      place: shownAt(context, lists.last, destination.id).place,
      unsure: { why: STRANGERS },
    };
  const other = await changedOther(context, step, { key, destination, known, before, listed, lists });
  if (!other) {
    noteOthers(context, step, before, listed, destination);
    return null;
  }
  return {
    verdict: 'fail',
    code: 'presence',
    text: `${field} of a destination became ${other.online} when employees of another one logged ${step.online ? 'in' : 'out'}.`,
    expected: `${field} of ${other.id}: ${!other.online}`,
    received: `${field} of ${other.id}: ${other.online}`,
    place: shownAt(context, lists.last, other.id).place,
    unsure: { why: STRANGERS },
  };
}

/** The list does not say what is due at the step's destination; null: what messages tell agrees with it. */
async function notAsDue(
  context: CaseContext,
  { online, unchanged, shownBy }: PresenceStep,
  {
    destination,
    now,
    lists,
  }: { destination: ListedDestination; now: boolean | undefined; lists: PresenceLists },
): Promise<Finding | null> {
  const field = presenceField(context);
  const { place, shown } = shownAt(context, lists.last, destination.id);
  const fail = { verdict: 'fail', code: 'presence', unsure: { why: STRANGERS } } as const;
  if (shownBy && now !== undefined) {
    const contradiction = await contradictedByMessages(context, shownBy, { destination, online: now, field });
    if (!contradiction) return null;
    const { headline, ...finding } = contradiction;
    return { ...fail, ...finding, place: { ...place, headline } };
  }
  return {
    ...fail,
    text: unchanged
      ? `${field} changed although no employee had logged ${online ? 'out' : 'in'}.`
      : `${field} did not change within ${duration(context.runState.runContext.eventTimeoutMs)} after employees logged ${online ? 'in' : 'out'}.`,
    expected: `${field}: ${online}`,
    received:
      now === undefined
        ? `${destination.id} is not listed`
        : shown.known && shown.value === undefined
          ? `no ${field}`
          : `${field}: ${short(shown.value ?? now)}`,
    place: unchanged
      ? { ...place, headline: `${field} changes though no employee logs ${online ? 'out' : 'in'}` }
      : place,
  };
}

/** What was listed at a contact point: at first, before the step, and once the step's destination was as due. */
interface Seen {
  key: string;
  destination: ListedDestination;
  known: readonly ListedDestination[];
  before: readonly ListedDestination[];
  listed: readonly ListedDestination[];
  lists: PresenceLists;
}

/** Another destination that shows the opposite of the step since, and goes on showing it. */
async function changedOther(
  { runState, testCase }: CaseContext,
  { online }: PresenceStep,
  { key, destination, known, before, listed, lists }: Seen,
): Promise<ListedDestination | undefined> {
  const changedIn = (seen: readonly ListedDestination[]): ListedDestination | undefined =>
    seen.find(
      (each) =>
        each.id !== destination.id &&
        each.online !== online &&
        // The list may follow late what the run itself did there, or did when it first saw it.
        (runState.presences.last(key, each.id) ?? known.find(({ id }) => id === each.id)?.online) !==
          each.online &&
        before.some(({ id, online: was }) => id === each.id && was !== each.online),
    );
  if (!changedIn(listed)) return undefined;
  // One of several servers may show for a while what was before.
  const later = await poll(runState, `${testCase.version} presence of others`, () => lists.get(), {
    isDue: (seen) => seen.length > 0 && !changedIn(seen),
    isFinal: () => lists.silence !== null,
  });
  return changedIn(later);
}

/** Who came to one destination may have come to the chosen one, too: what waits there is then rightly received. */
async function sharedEmployees(
  context: CaseContext,
  step: PresenceStep,
  { destination, lists }: { destination: ListedDestination; lists: PresenceLists },
): Promise<Finding | null> {
  const { runState, testCase } = context;
  const chosen = await context.destinations.of('chosen', step.key);
  const areThere = (seen: readonly ListedDestination[]): boolean =>
    seen.some(({ id, online }) => id === chosen.id && online);
  // A list may still show those who logged out before.
  const last = await poll(runState, `${testCase.version} presence apart`, () => lists.get(), {
    isDue: (seen) => !areThere(seen),
  });
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
