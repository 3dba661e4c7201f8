import type { Description } from '../../description/types.js';
import type { CaseDraft, Step, UserLabel } from '../types.js';
import { action, closing, look, operate, operationOf, prepare, turns, WEBHOOK } from '../vocabulary.js';
import { allContent, inboxNeeds } from './employee.js';

const KEY = { key: 'unset' } as const;
/** Texts and files in turn, and more than one of each. */
const ROW = ['first', 'second', 'third', 'fourth'];

/** Where events go is no matter of conversations: a new address selects nobody, closes nothing and loses nothing (sections 1 and 3). */
export function throughNewAddress(description: Description): CaseDraft[] {
  const names = allContent(description);
  const select = (user: UserLabel): Step =>
    prepare(description, operationOf(description, 'select'), { ...KEY, user });
  const write = (user: UserLabel, word: string): Step[] => turns(description, rowOf(word), { ...KEY, user });
  const seen = (user: UserLabel, words: string[], more: { setup?: true } = {}): Step =>
    look('present', words.flatMap(rowOf), names, { ...KEY, user, ...more });
  const set = (label: string): Step => ({ do: 'address', label, ...KEY, setup: true });
  const close = (user: UserLabel): Step =>
    operate(closing(description).action, {}, { ...KEY, user, setup: true });
  const needs = [WEBHOOK, ...inboxNeeds(names), { kind: 'unset-address' } as const];
  return [
    {
      group: 'storage',
      name: 'kept-through-new-address',
      title:
        'Selections and kept messages outlast a new webhook address, whether or not the user has written yet',
      needs,
      phase: 'unset',
      steps: [
        set('early'),
        select('a'),
        ...write('b', 'before b'),
        select('b'),
        ...write('c', 'before c'),
        set('late'),
        ...write('a', 'after a'),
        ...write('b', 'after b'),
        select('c'),
        ...write('c', 'after c'),
        seen('a', ['after a']),
        seen('b', ['before b', 'after b']),
        seen('c', ['before c', 'after c']),
      ],
    },
    {
      group: 'storage',
      name: 'kept-through-new-address-again',
      title: 'Selections and kept messages of a second conversation outlast a new webhook address',
      needs: [...needs, action(closing(description).action)],
      phase: 'unset',
      steps: [
        set('early'),
        ...(['a', 'b'] as const).flatMap((user) => [
          ...write(user, `earlier ${user}`),
          select(user),
          seen(user, [`earlier ${user}`], { setup: true }),
          close(user),
        ]),
        select('a'),
        ...write('b', 'before b'),
        set('late'),
        ...write('a', 'after a'),
        select('b'),
        ...write('b', 'after b'),
        seen('a', ['earlier a', 'after a']),
        seen('b', ['earlier b', 'before b', 'after b']),
      ],
    },
  ];
}

function rowOf(word: string): string[] {
  return ROW.map((each) => `${each} ${word}`);
}
