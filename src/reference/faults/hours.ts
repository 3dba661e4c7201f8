import { HOUR_MS } from '../../duration.js';
import type { Destination, User } from '../conversations/model.js';
import { now } from '../service-context.js';
import type { FaultHook, NamedFault } from './fault.js';
import {
  asksForDestination,
  currentScene,
  endSelection,
  pointOfDestination,
  refusedUser,
  secondPoint,
} from './shared/hooks.js';
import { isHourAfter, moveHistory, type PastMove, silencingAfter } from './shared/move-history.js';

/** What is gone after an hour, in some situations alone. */
export const faults: readonly NamedFault[] = [
  {
    name: 'early-selection-ends-after-an-hour',
    summary: 'A selection before the first message is gone if that comes an hour later',
    kills: ['storage/kept-for-*'],
    hook: unheard(
      (moves) => moves.at(-2)?.kind === 'select' && isHourAfter(moves, 'select') && isFirst(moves),
    ),
  },
  {
    name: 'selection-after-other-kind-ends-after-an-hour',
    summary: 'A selection of a user who wrote the last kind of message first is gone after an hour',
    kills: ['storage/kept-for-*'],
    hook: (good, descriptions) => {
      const names = descriptions.flatMap(({ operations }) =>
        Object.keys(operations).filter((name) => operations[name]?.kind === 'message'),
      );
      const last = names.at(-1);
      return unheard(
        (moves) =>
          moves.find(({ kind }) => kind === 'message')?.name === last && isHourAfter(moves, 'select'),
      )(good, descriptions);
    },
  },
  {
    name: 'later-selection-ends-after-an-hour',
    summary: 'The selection of a second conversation is gone after an hour',
    kills: ['storage/second-*-for-*'],
    hook: unheard(
      (moves) =>
        (moves.at(-1)?.conversation ?? 1) > 1 && isHourAfter(moves, 'select') && moves.at(-1)?.before != null,
    ),
  },
  {
    name: 'later-kept-for-an-hour',
    summary: 'Messages that wait for the selection of a second conversation are gone after an hour',
    kills: ['storage/second-*-for-*'],
    hook: ({ release, ...good }) => {
      const { move, of, scene } = moveHistory(good);
      return {
        move,
        release(kept) {
          const user = scene()?.user;
          const isGone = user !== undefined && user.conversation > 1 && isHourAfter(of(user), 'message');
          return release(isGone ? [] : kept);
        },
      };
    },
  },
  {
    name: 'refused-after-an-hour-forgets-question',
    summary:
      'A selection that is refused an hour after the first message makes the next one count as the first',
    kills: ['routing/second-message-after-*-and-refusals'],
    hook: ({ respond, ...good }) => {
      const { move, of } = moveHistory(good);
      return {
        move,
        respond(reply, call) {
          const refused = refusedUser(reply, call, 'select');
          const last = refused && of(refused.user).at(-1);
          if (last?.kind === 'message' && refused && refused.point.clockOffset - last.offset >= HOUR_MS)
            refused.user.ordinal = 0;
          return respond(reply, call);
        },
      };
    },
  },
  {
    name: 'delivery-untold-after-an-hour',
    summary: 'A message that comes an hour after the selection is not reported as delivered',
    kills: ['events/told-*after-*'],
    hook: silencingAfter(
      ({ kind }, moves) =>
        kind === 'delivery' && moves.at(-1)?.kind === 'message' && isHourAfter(moves, 'select'),
    ),
  },
  {
    name: 'late-log-out-ends-selection',
    summary: 'A logout an hour after the selection ends it',
    kills: ['routing/logged-out-after-*'],
    hook: ({ loggedOut, ...good }, [description]) => {
      const { move, of, scene } = moveHistory(good);
      return {
        move,
        loggedOut(destination, users) {
          loggedOut(destination, users);
          for (const user of users) {
            const selected = of(user).findLast(({ kind }) => kind === 'select');
            const hasLasted = (scene()?.point.clockOffset ?? 0) - (selected?.offset ?? 0) >= HOUR_MS;
            if (user.destination === destination && hasLasted)
              endSelection(user, description?.routing.initial ?? '');
          }
        },
      };
    },
  },
  {
    name: 'close-untold-after-an-hour-logged-out',
    summary: 'A close by employees who had been logged out for an hour sends no event',
    kills: ['routing/closed-after-log-out-for-*'],
    hook: ({ authenticate, loggedOut, notify, ...good }, [description]) => {
      const { move, of } = moveHistory(good);
      const outSince = new Map<string, number>();
      let offset = 0;
      return {
        move,
        authenticate(key, call, accounts) {
          const account = authenticate(key, call, accounts);
          offset = account?.point.clockOffset ?? offset;
          return account;
        },
        loggedOut(destination, users) {
          loggedOut(destination, users);
          outSince.set(destination.id, offset);
        },
        notify(event) {
          const last = of(event.user).at(-1);
          const since = outSince.get(last?.before ?? '') ?? Number.POSITIVE_INFINITY;
          const isUntold =
            last?.kind === 'close' &&
            description?.events[event.name]?.cause.kind === 'operator' &&
            event.point.clockOffset - since >= HOUR_MS;
          return isUntold ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'logout-forgotten-after-an-hour',
    summary: 'A destination shows as online again an hour after its employees logged out',
    kills: ['destinations/presence-logout-for-*'],
    hook: ({ authenticate, presence, loggedOut }) => {
      let offset = 0;
      const outSince = new WeakMap<Destination, number>();
      return {
        authenticate(key, call, accounts) {
          const account = authenticate(key, call, accounts);
          offset = account?.point.clockOffset ?? offset;
          return account;
        },
        loggedOut(destination, users) {
          loggedOut(destination, users);
          outSince.set(destination, offset);
        },
        presence: (destination) =>
          presence(destination) || offset - (outSince.get(destination) ?? offset) >= HOUR_MS,
      };
    },
  },
  {
    name: 'waiting-untold-after-an-hour',
    summary: 'Messages that waited for a login for an hour are not reported as delivered',
    kills: ['events/told-waiting-after-*'],
    hook: silencingAfter(({ kind, point }, moves) => {
      const written = moves.findLast((move) => move.kind === 'message');
      return kind === 'delivery' && written !== undefined && point.clockOffset - written.offset >= HOUR_MS;
    }),
  },
  {
    name: 'history-elsewhere-ends-after-an-hour',
    summary: 'Earlier conversations of another destination are gone at a selection an hour after their close',
    kills: ['storage/history-elsewhere-for-*', 'walks/journey-through-hours'],
    hook: (good) => {
      const { move, of } = moveHistory(good);
      return {
        async move(scene, name, act) {
          const { user, point } = scene;
          const closed = of(user).findLast(({ kind }) => kind === 'close');
          const result = await move(scene, name, act);
          const isLate = closed !== undefined && point.clockOffset - closed.offset >= HOUR_MS;
          if (name === 'select' && isLate)
            user.seen = user.seen.filter(({ destinationId }) => destinationId === user.destination?.id);
          return result;
        },
      };
    },
  },
  {
    name: 'kept-at-second-for-an-hour',
    summary: 'The second contact point keeps messages that wait for a selection for less than an hour',
    kills: ['walks/journey-through-hours-at-second-contact-point'],
    hook: ({ release, ...good }) => {
      const { move, scene } = currentScene(good);
      const { authenticate, second } = secondPoint(good);
      return {
        move,
        authenticate,
        release(kept) {
          const here = scene();
          if (!here || here.point !== second()) return release(kept);
          const moment = now(here.context, here.point);
          return release(kept.filter(({ at }) => moment - at < HOUR_MS));
        },
      };
    },
  },
  {
    name: 'away-for-an-hour-asks-nobody',
    summary: 'While employees are logged out for an hour or more, no message asks for a destination',
    kills: ['routing/logged-out-for-hour'],
    hook: ({ loggedOut, notify, ...good }) => {
      const { authenticate, pointOf } = pointOfDestination(good);
      const since = new Map<Destination, number>();
      return {
        authenticate,
        loggedOut(destination, users) {
          loggedOut(destination, users);
          const point = pointOf(destination);
          if (point) since.set(destination, point.clockOffset);
        },
        notify(event) {
          const { clockOffset, destinations } = event.point;
          const isLong = (left: number | undefined): boolean =>
            left !== undefined && clockOffset - left >= HOUR_MS;
          const isAway = [...destinations.values()].some(
            (destination) => !destination.online && isLong(since.get(destination)),
          );
          return asksForDestination(event) && isAway ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'kept-until-midnight',
    summary: 'Messages that wait for a selection are gone on the next day, however short they waited',
    kills: ['storage/kept-over-midnight', 'storage/second-kept-over-midnight'],
    hook: ({ release, ...good }) => {
      const { move, scene } = currentScene(good);
      return {
        move,
        release(kept) {
          const here = scene();
          if (!here) return release(kept);
          const today = dayOf(now(here.context, here.point));
          return release(kept.filter(({ at }) => dayOf(at) === today));
        },
      };
    },
  },
  {
    name: 'replies-of-next-day-untold',
    summary: 'Replies are not sent when it was another day at the selection, however short that is ago',
    kills: ['events/told-after-midnight', 'events/told-*-after-midnight'],
    hook: ({ move, notify }) => {
      const selected = new WeakMap<User, number>();
      return {
        move(scene, name, act) {
          if (name === 'select') selected.set(scene.user, dayOf(now(scene.context, scene.point)));
          return move(scene, name, act);
        },
        notify(event) {
          const isLate = dayOf(event.at) !== (selected.get(event.user) ?? dayOf(event.at));
          return event.kind === 'reply' && isLate ? [] : notify(event);
        },
      };
    },
  },
  {
    name: 'asked-again-on-next-day',
    summary: 'The first message of a day counts as the first of its conversation',
    kills: ['routing/second-message-after-midnight'],
    hook: ({ move }) => {
      const written = new WeakMap<User, number>();
      return {
        move(scene, name, act) {
          const { user, rules, context, point } = scene;
          if (rules.description.operations[name]?.kind !== 'message') return move(scene, name, act);
          const today = dayOf(now(context, point));
          if (!user.destination && (written.get(user) ?? today) !== today) user.ordinal = 0;
          written.set(user, today);
          return move(scene, name, act);
        },
      };
    },
  },
];

/** Which day a moment belongs to, UTC. */
function dayOf(at: number): number {
  return Math.floor(at / (24 * HOUR_MS));
}

function isFirst(moves: readonly PastMove[]): boolean {
  return moves.filter(({ kind }) => kind === 'message').length === 1;
}

/** A message reaches nobody after such moves, of which it is the last. */
function unheard(is: (moves: readonly PastMove[]) => boolean): FaultHook {
  return ({ recipients, ...good }) => {
    const { move, of } = moveHistory(good);
    return {
      move,
      recipients(user, delivers, all) {
        const moves = of(user);
        return moves.at(-1)?.kind === 'message' && is(moves) ? [] : recipients(user, delivers, all);
      },
    };
  };
}
