import type { OperationKind } from '../../../description/types.js';
import { HOUR_MS } from '../../../duration.js';
import type { ServiceEvent, User } from '../../conversations/model.js';
import type { Hooks, Scene } from '../../service-context.js';
import type { FaultHook } from '../fault.js';

/** Something that a user or an employee did. */
export interface PastMove {
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
export interface MoveHistory {
  /** Belongs among the fault's hooks. */
  move: Hooks['move'];
  /** Oldest first; the one under way is the last. */
  of(user: User): readonly PastMove[];
  /** Where the last move was made. */
  scene(): Scene | null;
}

export function moveHistory({ move }: Pick<Hooks, 'move'>): MoveHistory {
  const all = new WeakMap<User, readonly PastMove[]>();
  let here: Scene | null = null;
  const of = (user: User): readonly PastMove[] => all.get(user) ?? [];
  return {
    of,
    scene: () => here,
    move: (scene, name, act) =>
      move(scene, name, () => {
        const { user, point } = scene;
        const made: PastMove = {
          name,
          kind: kindOf(scene, name),
          conversation: user.conversation,
          before: user.destination?.id ?? null,
          after: null,
          offset: point.clockOffset,
        };
        here = scene;
        all.set(user, [...of(user), made].slice(-MOST));
        const result = act();
        made.after = user.destination?.id ?? null;
        return result;
      }),
  };
}

const MOST = 200;
function kindOf({ rules }: Scene, name: string): PastMove['kind'] {
  if (name === 'select') return 'select';
  const operation = rules.description.operations[name];
  if (operation) return operation.kind;
  return rules.eventCausedBy(name)?.closes ? 'close' : 'reply';
}

/** Whether what is done now comes an hour or more after the last move of this kind. */
export function isHourAfter(moves: readonly PastMove[], kind: PastMove['kind']): boolean {
  const now = moves.at(-1);
  const then = moves.slice(0, -1).findLast((made) => made.kind === kind);
  return now !== undefined && then !== undefined && now.offset - then.offset >= HOUR_MS;
}

/** Events that are not sent after such moves of their user, the last of which is the one that causes them. */
export function silencingAfter(
  isSilenced: (event: ServiceEvent, moves: readonly PastMove[]) => boolean,
): FaultHook {
  return ({ notify, ...good }) => {
    const { move, of } = moveHistory(good);
    return { move, notify: (event) => (isSilenced(event, of(event.user)) ? [] : notify(event)) };
  };
}
