import type { OperationKind } from '../../../description/types.js';
import type { User } from '../../conversations/model.js';
import type { Hooks, Scene } from '../../service-context.js';

/** Something that a user or an employee did. */
export interface Deed {
  /** The move, by its name. */
  name: string;
  kind: OperationKind | 'reply' | 'close';
  conversation: number;
  /** The destination that the user was routed to before it, and after it. */
  before: string | null;
  after: string | null;
  /** How far the clock had been moved on, milliseconds. */
  offset: number;
}

/** What has been done for each user. */
export interface Courses {
  /** Belongs among the fault's hooks. */
  move: Hooks['move'];
  /** Oldest first; the one under way is the last. */
  of(user: User): readonly Deed[];
  /** Where the last move was made. */
  scene(): Scene | null;
}

export function courses({ move }: Pick<Hooks, 'move'>): Courses {
  const all = new WeakMap<User, readonly Deed[]>();
  let here: Scene | null = null;
  const of = (user: User): readonly Deed[] => all.get(user) ?? [];
  return {
    of,
    scene: () => here,
    move: (scene, name, act) =>
      move(scene, name, () => {
        const { user, point } = scene;
        const deed: Deed = {
          name,
          kind: kindOf(scene, name),
          conversation: user.conversation,
          before: user.destination?.id ?? null,
          after: null,
          offset: point.clockOffset,
        };
        here = scene;
        all.set(user, [...of(user), deed].slice(-MOST));
        const result = act();
        deed.after = user.destination?.id ?? null;
        return result;
      }),
  };
}

const MOST = 200;
export const HOUR = 3_600_000;

function kindOf({ rules }: Scene, name: string): Deed['kind'] {
  if (name === 'select') return 'select';
  const operation = rules.description.operations[name];
  if (operation) return operation.kind;
  return rules.eventCausedBy(name)?.closes ? 'close' : 'reply';
}

/** Whether what is done now comes an hour or more after the last deed of this kind. */
export function isHourAfter(deeds: readonly Deed[], kind: Deed['kind']): boolean {
  const now = deeds.at(-1);
  const then = deeds.slice(0, -1).findLast((deed) => deed.kind === kind);
  return now !== undefined && then !== undefined && now.offset - then.offset >= HOUR;
}
