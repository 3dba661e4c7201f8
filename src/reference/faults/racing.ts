import type { User } from '../model.js';
import type { Scene } from '../world.js';
import type { Fault } from './fault.js';

/** What moves are to the routing. */
export type MoveKind = 'message' | 'select' | 'close' | 'reply';

/** Long enough for what was sent at the same moment to come in between. */
export const PAUSE_MS = 20;

/** What a slow store takes between reading and writing. */
export async function pause({ world }: Scene): Promise<void> {
  await world.clock.sleep(PAUSE_MS);
}

/** The kind of a move by its name. */
export function kindOf({ rules }: Scene, name: string): MoveKind {
  if (name === 'select') return 'select';
  const caused = rules.caused(name);
  if (!caused) return 'message';
  return caused.closes ? 'close' : 'reply';
}

/** What a service keeps of a user beside the messages that employees have seen. */
type Record = Pick<User, 'state' | 'destination' | 'ordinal' | 'conversation' | 'kept'>;

/**
 * A service that reads this much of a user, waits, and writes back what it makes of what it has read: whatever came in
 * between is overwritten.
 */
export function overwriting(summary: string, on: MoveKind, fields: (keyof Record)[]): Fault {
  return {
    summary,
    hook: ({ move }) => ({
      async move(scene, name, act) {
        if (kindOf(scene, name) !== on) return move(scene, name, act);
        const { user } = scene;
        const read = Object.fromEntries(fields.map((field) => [field, copied(user[field])]));
        await pause(scene);
        Object.assign(user, read);
        return move(scene, name, act);
      },
    }),
  };
}

/** A service that finds out where to deliver, and then waits: what has no destination any more by then is lost. */
export function losingByClose(summary: string, on: MoveKind): Fault {
  return {
    summary,
    hook: ({ move, notify }) => {
      let lost = false;
      return {
        async move(scene, name, act) {
          if (kindOf(scene, name) !== on) return move(scene, name, act);
          const { user } = scene;
          const read: User = { ...user, kept: [...user.kept], seen: [...user.seen] };
          await pause(scene);
          const delivers = scene.rules.transition(read.state, 'message')?.delivers;
          if (!delivers || read.state === user.state) return move(scene, name, act);
          lost = true;
          scene.user = read;
          try {
            return await move(scene, name, act);
          } finally {
            scene.user = user;
            lost = false;
          }
        },
        notify: (event) => (lost ? [] : notify(event)),
      };
    },
  };
}

function copied(value: Record[keyof Record]): Record[keyof Record] {
  return Array.isArray(value) ? [...value] : value;
}
