/**
 * How many services are found out that are wrong only where several circumstances come together: random ones, which nobody
 * has chosen. In virtual time, against all cases, a quarter of a minute each.
 *
 *   npx tsx scripts/conjunctions.ts [COUNT] [SEED] [CIRCUMSTANCES]
 *
 * Ends with 1 if one of them was wrong and nothing failed. One that was never wrong shows where no case goes.
 */
import { sendRouting } from '../src/reference/conversations/conversation.js';
import type { Destination, Message, ServiceEvent, User } from '../src/reference/conversations/model.js';
import type { Fault, FaultHook } from '../src/reference/faults/fault.js';
import { isHourAfter, moveHistory, type PastMove } from '../src/reference/faults/shared/move-history.js';
import { makeRandom } from '../src/reference/random.js';
import type { Scene } from '../src/reference/service-context.js';
import { virtualRun } from '../test/support/engine/virtual-run.js';

/** Where a user is, and what has been done for that user at the contact point; the move under way is the last. */
interface Situation {
  scene: Scene;
  moves: readonly PastMove[];
  /** Those of the conversation under way. */
  own: readonly PastMove[];
}

interface Circumstance {
  name: string;
  /** Of one group only one can hold. */
  group?: string;
  holds(situation: Situation): boolean;
}

/** What the fault can ask, and tell. */
interface Watch {
  /** Whether all circumstances hold for a user; default: the one of the move under way. */
  holds(user?: User): boolean;
  /** What the last move of a user was. */
  last(user: User): PastMove['kind'] | undefined;
  /** Something went wrong for a user; default: the one of the move under way. */
  fires(user?: User): void;
}

interface Effect {
  name: string;
  hook(watch: Watch): FaultHook;
}

const CIRCUMSTANCES: readonly Circumstance[] = [
  { name: 'version 1.0', group: 'version', holds: ({ scene }) => versionOf(scene) === '1.0' },
  { name: 'version 1.2', group: 'version', holds: ({ scene }) => versionOf(scene) === '1.2' },
  { name: 'second conversation', group: 'closes', holds: ({ moves }) => countOf(moves, 'close') === 1 },
  { name: 'third conversation or later', group: 'closes', holds: ({ moves }) => countOf(moves, 'close') > 1 },
  { name: 'not at the first destination', holds: (situation) => placeOf(situation) > 0 },
  { name: 'at several destinations so far', holds: ({ moves }) => destinationsOf(moves) > 1 },
  { name: 'third message or later', holds: ({ own }) => countOf(own, 'message') >= 3 },
  { name: 'fifth move or later', holds: ({ own }) => own.length >= 5 },
  { name: 'nobody has written', group: 'written', holds: ({ own }) => countOf(own, 'message') === 0 },
  { name: 'after a reply', group: 'reply', holds: ({ own }) => countOf(own.slice(0, -1), 'reply') > 0 },
  { name: 'before any reply', group: 'reply', holds: ({ own }) => countOf(own.slice(0, -1), 'reply') === 0 },
  { name: 'after messages of both kinds', group: 'written', holds: ({ own }) => namesOf(own, 'message') > 1 },
  { name: 'after replies of both kinds', holds: ({ moves }) => namesOf(moves, 'reply') > 1 },
  { name: 'an hour after a message', group: 'hours', holds: ({ moves }) => isHourAfter(moves, 'message') },
  { name: 'an hour after a selection', group: 'hours', holds: ({ moves }) => isHourAfter(moves, 'select') },
  { name: 'employees logged out', holds: (situation) => destinationOf(situation)?.online === false },
  { name: 'others logged out', holds: areOthersOut },
  { name: 'selected before anything was written', holds: ({ own }) => own[0]?.kind === 'select' },
  { name: 'just as the move before', holds: ({ moves }) => moves.at(-1)?.name === moves.at(-2)?.name },
  { name: 'at another contact point', holds: ({ scene }) => !isMain(scene) },
];

const EFFECTS: readonly Effect[] = [
  {
    name: 'the message is lost',
    hook:
      (watch) =>
      ({ recipients }) => ({
        recipients: (user, delivers, all) =>
          delivers && user.destination !== null && isWrong(watch, user)
            ? []
            : recipients(user, delivers, all),
      }),
  },
  {
    name: 'the message that waits for a selection is lost',
    hook:
      (watch) =>
      ({ keep }) => ({ keep: (message) => (isWrong(watch) ? [] : keep(message)) }),
  },
  {
    name: 'the last of the messages that waited is lost',
    hook:
      (watch) =>
      ({ release }) => ({
        release: (kept) => (kept.length > 0 && isWrong(watch) ? release(kept).slice(0, -1) : release(kept)),
      }),
  },
  { name: 'SelectDestination is not sent', hook: silent(({ name }) => name === 'SelectDestination') },
  { name: 'Closed is not sent', hook: silent(({ name }) => name === 'Closed') },
  { name: 'the reply is not sent', hook: silent(({ kind }) => kind === 'reply') },
  { name: 'the delivery is not reported', hook: silent(({ kind }) => kind === 'delivery') },
  {
    name: 'a destination is asked for',
    hook: after('message', (scene) => {
      if (scene.user.destination === null) return false;
      sendRouting(scene, 'SelectDestination', scene.context.random.uuid());
      return true;
    }),
  },
  {
    name: 'the close leaves the destination selected',
    hook:
      (watch) =>
      ({ move }) => ({
        async move(scene, name, act) {
          const { user } = scene;
          const { state, destination } = user;
          const made = await move(scene, name, act);
          if (watch.last(user) === 'close' && destination !== null && isWrong(watch, user))
            Object.assign(user, { state, destination });
          return made;
        },
      }),
  },
  {
    name: 'the card stays that of the selection before',
    hook:
      (watch) =>
      ({ move }) => ({
        async move(scene, name, act) {
          const { user } = scene;
          const { card } = user;
          const made = await move(scene, name, act);
          if (name === 'select' && Object.keys(card).length > 0 && isWrong(watch, user)) user.card = card;
          return made;
        },
      }),
  },
  {
    name: 'what was seen before is hidden',
    hook: after('select', ({ user }) => {
      const had = user.seen.length;
      user.seen = user.seen.slice(had - 1);
      return had > 1;
    }),
  },
  { name: 'the reply is not shown', hook: after('reply', ({ user }) => user.seen.pop() !== undefined) },
  {
    name: 'the comment is lost',
    hook: storing(({ comment, ...fields }) => (comment === undefined || comment === '' ? null : fields)),
  },
  {
    name: 'the text loses its last character',
    hook: storing(({ text, ...fields }) =>
      typeof text === 'string' && text.length > 1 ? { ...fields, text: text.slice(0, -1) } : null,
    ),
  },
  {
    name: 'the reply is sent without its last character',
    hook:
      (watch) =>
      ({ notify }) => ({
        notify(event) {
          const { text } = event.data;
          if (typeof text !== 'string' || !isWrong(watch, event.user)) return notify(event);
          return notify({ ...event, data: { ...event.data, text: text.slice(0, -1) } });
        },
      }),
  },
];

const [count = '40', seed = '1', size = '2'] = process.argv.slice(2);
const random = makeRandom(Number(seed));
const told = { found: 0, warned: 0, unseen: 0, never: 0 };
for (const { name, effect, circumstances } of drawn(Number(count), Number(size))) {
  const wronged: string[] = [];
  const fault: Fault = {
    summary: name,
    hook: (good, descriptions) => {
      const history = moveHistory(good);
      const scenes = new WeakMap<User, Scene>();
      const watch: Watch = {
        holds: (user = history.scene()?.user) => {
          const scene = user && scenes.get(user);
          if (!user || !scene) return false;
          const moves = history.of(user);
          const begun = moves.slice(0, -1).findLastIndex(({ kind }) => kind === 'close');
          return circumstances.every(({ holds }) => holds({ scene, moves, own: moves.slice(begun + 1) }));
        },
        last: (user) => history.of(user).at(-1)?.kind,
        fires: (user = history.scene()?.user) => {
          if (user) wronged.push(user.id);
        },
      };
      const noted: typeof good = {
        ...good,
        move: (scene, move, act) => {
          scenes.set(scene.user, scene);
          return history.move(scene, move, act);
        },
      };
      return { move: noted.move, ...effect.hook(watch)(noted, descriptions) };
    },
  };
  const { outcomes, exchanges } = await virtualRun({ roundTripMs: 4, readingMs: 1, faults: [fault] });
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail');
  const required = failed.filter(({ case: { level } }) => level === 'required');
  const seen = required.length > 0 ? 'found' : failed.length > 0 ? 'warned' : 'unseen';
  const end = wronged.length === 0 ? 'never' : seen;
  told[end] += 1;
  const cases = new Set(
    end === 'unseen'
      ? exchanges.filter(({ user }) => user !== null && wronged.includes(user)).map(({ caseId }) => caseId)
      : failed.map((outcome) => outcome.case.id),
  );
  console.log(`${end}: ${name}: wrong ${wronged.length} times; ${[...cases].slice(0, 4).join(', ')}`);
}
console.log(
  `${told.found} found, ${told.warned} warned of, ${told.unseen} unseen, ${told.never} never wrong`,
);
process.exitCode = told.unseen === 0 ? 0 : 1;

/** Different ones, each an effect where so many circumstances hold. */
function* drawn(many: number, each: number) {
  const known = new Set<string>();
  while (known.size < many) {
    const effect = pick(EFFECTS);
    const circumstances: Circumstance[] = [];
    while (circumstances.length < each) {
      const next = pick(CIRCUMSTANCES);
      const isApart = ({ name, group }: Circumstance): boolean =>
        name !== next.name && (group === undefined || group !== next.group);
      if (circumstances.every(isApart)) circumstances.push(next);
    }
    const where = circumstances.map(({ name }) => name).sort();
    const name = `${effect.name} (${where.join(', ')})`;
    if (known.has(name)) continue;
    known.add(name);
    yield { name, effect, circumstances };
  }
}

function pick<T>(all: readonly T[]): T {
  return all[Number.parseInt(random.hex(8), 16) % all.length] as T;
}

/** Whether something goes wrong here, which then counts. */
function isWrong(watch: Watch, user?: User): boolean {
  if (!watch.holds(user)) return false;
  watch.fires(user);
  return true;
}

function silent(isSilent: (event: ServiceEvent) => boolean): Effect['hook'] {
  return (watch) =>
    ({ notify }) => ({
      notify: (event) => (isSilent(event) && isWrong(watch, event.user) ? [] : notify(event)),
    });
}

/** @param change null: there is nothing to change */
function storing(change: (fields: Message['fields']) => Message['fields'] | null): Effect['hook'] {
  return (watch) =>
    ({ store }) => ({
      store(message) {
        const fields = change(message.fields);
        return store(fields !== null && isWrong(watch) ? { ...message, fields } : message);
      },
    });
}

/** @param spoil whether there was anything to spoil */
function after(kind: PastMove['kind'], spoil: (scene: Scene) => boolean): Effect['hook'] {
  return (watch) =>
    ({ move }) => ({
      async move(scene, name, act) {
        const made = await move(scene, name, act);
        if (watch.last(scene.user) === kind && watch.holds(scene.user) && spoil(scene))
          watch.fires(scene.user);
        return made;
      },
    });
}

function versionOf({ rules }: Scene): string {
  return rules.description.version;
}

function countOf(moves: readonly PastMove[], kind: PastMove['kind']): number {
  return moves.filter((made) => made.kind === kind).length;
}

function namesOf(moves: readonly PastMove[], kind: PastMove['kind']): number {
  return new Set(moves.flatMap((made) => (made.kind === kind ? [made.name] : []))).size;
}

/** How many destinations the user has been routed to. */
function destinationsOf(moves: readonly PastMove[]): number {
  return new Set(moves.flatMap(({ after }) => (after === null ? [] : [after]))).size;
}

/** After a close, the one until then. */
function destinationOf({ scene: { point, user }, moves }: Situation): Destination | undefined {
  return user.destination ?? point.destinations.get(moves.at(-1)?.before ?? '');
}

/** From 0; -1: none. */
function placeOf(situation: Situation): number {
  return [...situation.scene.point.destinations.keys()].indexOf(destinationOf(situation)?.id ?? '');
}

function areOthersOut(situation: Situation): boolean {
  const own = destinationOf(situation);
  return [...situation.scene.point.destinations.values()].some((each) => !each.online && each !== own);
}

function isMain({ context, point }: Scene): boolean {
  return context.accounts.main.point === point;
}
