import { linksOf, textOf } from '../../description/samples.js';
import type { Description } from '../../description/types.js';
import type { Nth, UserLabel } from '../request-plan.js';
import type { CaseDraft, Step } from '../types.js';
import { action, closing, comes, operate, operationOf, prepare, replies, WEBHOOK } from '../vocabulary.js';
import { conversation } from './events.js';

const USERS = ['a', 'b', 'c', 'd', 'e'] as const satisfies readonly UserLabel[];

type Reply = ReturnType<typeof replies>[number];

/** What employees of another destination write in a second conversation sends its event, whatever those of the first one wrote. */
export function repliesAtOther(description: Description): CaseDraft[] {
  const kinds = replies(description);
  const end = closing(description);
  const pairs = kinds.flatMap((before) => kinds.map((after) => [before, after] as const));
  if (pairs.length === 0) return [];
  const values = samples(description);
  const steps = pairs.flatMap(([before, after], at): Step[] => {
    const user = USERS[at];
    if (user === undefined) return [];
    const acts = (rule: Reply, as: string, destination: Nth): Step[] => [
      { ...operate(rule.action, values.next(rule), { user, as }), destination },
      comes(rule, as, { user }),
    ];
    const ends = (times: number, destination: Nth): Step[] => [
      { ...operate(end.action, {}, { user }), destination },
      { do: 'expect-event', event: end.event, user, times },
    ];
    return [
      ...conversation(description, { user }),
      ...acts(before, `reply 1 to ${user}`, 0),
      ...ends(1, 0),
      prepare(description, operationOf(description, 'message'), { user }),
      prepare(description, operationOf(description, 'select'), { user, destination: 'other' }),
      ...acts(after, `reply 2 to ${user}`, 1),
      ...kinds.flatMap((rule, turn) => acts(rule, `reply ${3 + turn} to ${user}`, 1)),
      ...ends(2, 1),
    ];
  });
  return [
    {
      group: 'events',
      name: 'told-elsewhere-again',
      title:
        'Replies and the close of a second conversation at another destination send their events, whatever kind of reply came last in the first one',
      needs: [WEBHOOK, { kind: 'two-destinations' }, ...[...kinds, end].map((rule) => action(rule.action))],
      steps,
    },
  ];
}

/** Values that no driver has reason to refuse, each time the next one of its pool. */
export function samples(description: Description): { next(rule: Reply): Record<string, unknown> } {
  const { freeParameters, linkParameters = [], texts } = description.samples;
  const plain = Object.values(texts).flatMap((sample) => (sample.mayBeRefused ? [] : [textOf(sample)]));
  const links = linksOf(description, { long: false }).map(([, link]) => link);
  const used = new Map<readonly string[], number>();
  const take = (pool: readonly string[]): string | undefined => {
    const at = used.get(pool) ?? 0;
    used.set(pool, at + 1);
    return pool[at % pool.length];
  };
  return {
    next: ({ parameters }) =>
      Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => {
          if (freeParameters.includes(name)) return [name, take(plain) ?? value];
          return [name, (linkParameters.includes(name) ? take(links) : undefined) ?? value];
        }),
      ),
  };
}
