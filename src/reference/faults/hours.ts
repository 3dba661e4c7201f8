import type { NamedFault } from './fault.js';
import { courses, type Deed, isHourAfter } from './shared/courses.js';

/** What is gone after an hour, in some situations alone. */
export const faults: readonly NamedFault[] = [
  {
    name: 'early-selection-ends-after-an-hour',
    summary: 'A selection before the first message is gone if that comes an hour later',
    kills: ['storage/kept-for-*'],
    hook: unheard(
      (deeds) => deeds.at(-2)?.kind === 'select' && isHourAfter(deeds, 'select') && isFirst(deeds),
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
        (deeds) =>
          deeds.find(({ kind }) => kind === 'message')?.name === last && isHourAfter(deeds, 'select'),
      )(good);
    },
  },
  {
    name: 'later-selection-ends-after-an-hour',
    summary: 'The selection of a second conversation is gone after an hour',
    kills: ['storage/second-*-for-*'],
    hook: unheard(
      (deeds) =>
        (deeds.at(-1)?.conversation ?? 1) > 1 && isHourAfter(deeds, 'select') && deeds.at(-1)?.before != null,
    ),
  },
  {
    name: 'later-kept-for-an-hour',
    summary: 'Messages that wait for the selection of a second conversation are gone after an hour',
    kills: ['storage/second-*-for-*'],
    hook: ({ release, ...good }) => {
      const { move, of, scene } = courses(good);
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
    name: 'delivery-untold-after-an-hour',
    summary: 'A message that comes an hour after the selection is not reported as delivered',
    kills: ['events/told-*after-*'],
    hook: ({ notify, ...good }) => {
      const { move, of } = courses(good);
      return {
        move,
        notify(event) {
          const deeds = of(event.user);
          const isLate = deeds.at(-1)?.kind === 'message' && isHourAfter(deeds, 'select');
          return event.kind === 'delivery' && isLate ? [] : notify(event);
        },
      };
    },
  },
];

function isFirst(deeds: readonly Deed[]): boolean {
  return deeds.filter(({ kind }) => kind === 'message').length === 1;
}

/** A message reaches nobody after such deeds, of which it is the last. */
function unheard(
  is: (deeds: readonly Deed[]) => boolean,
): (good: Parameters<NonNullable<NamedFault['hook']>>[0]) => ReturnType<NonNullable<NamedFault['hook']>> {
  return ({ recipients, ...good }) => {
    const { move, of } = courses(good);
    return {
      move,
      recipients(user, delivers, all) {
        const deeds = of(user);
        return deeds.at(-1)?.kind === 'message' && is(deeds) ? [] : recipients(user, delivers, all);
      },
    };
  };
}
