import type { User } from '../../conversations/model.js';
import type { Hooks, Scene } from '../../service-context.js';
import type { FaultHook } from '../fault.js';

/**
 * A service that reads this part of a user's state, waits, and writes back its result, over whatever came in between.
 */
export function overwriting(on: MoveKind, fields: (keyof Routed)[]): FaultHook {
  return ({ move }) => ({
    move: around(move, on, async (scene, make) => {
      const { user } = scene;
      const read = Object.fromEntries(fields.map((field) => [field, copied(user[field])]));
      await pause(scene);
      Object.assign(user, read);
      return make();
    }),
  });
}

/** A user's state apart from the messages that employees have seen. */
type Routed = Pick<User, 'state' | 'destination' | 'ordinal' | 'conversation' | 'kept'>;

function copied(value: Routed[keyof Routed]): Routed[keyof Routed] {
  return Array.isArray(value) ? [...value] : value;
}

/** A service that looks up the destination and then waits: if there is none any more by then, the message is lost. */
export function losingByClose(on: MoveKind): FaultHook {
  return ({ move, notify }) => {
    let lost = false;
    return {
      move: around(move, on, async (scene, make) => {
        const { user } = scene;
        const read: User = { ...user, kept: [...user.kept], seen: [...user.seen] };
        await pause(scene);
        const delivers = scene.rules.transition(read.state, 'message')?.delivers;
        if (!delivers || read.state === user.state) return make();
        lost = true;
        scene.user = read;
        try {
          return await make();
        } finally {
          scene.user = user;
          lost = false;
        }
      }),
      notify: (event) => (lost ? [] : notify(event)),
    };
  };
}

/** A service that reports nothing of a move while one of these goes on for the same user. */
export function silentWhileBusy(busyWith: readonly MoveKind[], lost: MoveKind): FaultHook {
  return ({ move, notify }) => {
    const busy = new UnderWay();
    const silent = new WeakSet<User>();
    return {
      async move(scene, name, act) {
        const { user } = scene;
        const kind = kindOf(scene, name);
        const isBusy = busy.count(user) > 0;
        if (!busyWith.includes(kind) && kind !== lost) return move(scene, name, act);
        if (busyWith.includes(kind)) busy.begin(user);
        await pause(scene);
        if (isBusy && kind === lost) silent.add(user);
        try {
          return await move(scene, name, act);
        } finally {
          silent.delete(user);
          if (busyWith.includes(kind)) busy.end(user);
        }
      },
      notify: (event) => (silent.has(event.user) ? [] : notify(event)),
    };
  };
}

/** Moves of a kind are made by `remake`, to which `make` makes the move as a correct service does. */
export function around(
  move: Hooks['move'],
  kind: MoveKind,
  remake: <T>(scene: Scene, make: () => T | Promise<T>) => Promise<T>,
): Hooks['move'] {
  return (scene, name, act) => {
    const make = () => move(scene, name, act);
    return kindOf(scene, name) === kind ? remake(scene, make) : make();
  };
}

/** Messages are stored by `store`, which gets how many of the user's are under way at once, this one included. */
export function writingAtOnce(
  store: <T>(scene: Scene, underWay: number, write: () => T | Promise<T>) => T | Promise<T>,
): FaultHook {
  return ({ move }) => {
    const writing = new UnderWay();
    return {
      move: around(move, 'message', async (scene, write) => {
        const underWay = writing.begin(scene.user);
        try {
          await pause(scene);
          return await store(scene, underWay, write);
        } finally {
          writing.end(scene.user);
        }
      }),
    };
  };
}

/** The message is answered, but stored nowhere. */
export async function withoutTrace<T>(user: User, write: () => T | Promise<T>): Promise<T> {
  const [kept, seen] = [[...user.kept], [...user.seen]];
  const result = await write();
  Object.assign(user, { kept, seen });
  return result;
}

/** How many moves of each user are under way. */
export class UnderWay {
  private readonly counts = new WeakMap<User, number>();

  count(user: User): number {
    return this.counts.get(user) ?? 0;
  }

  /** One more; the new count. */
  begin(user: User): number {
    this.counts.set(user, this.count(user) + 1);
    return this.count(user);
  }

  /** One less; the new count. */
  end(user: User): number {
    this.counts.set(user, this.count(user) - 1);
    return this.count(user);
  }
}

/** What a move is to the routing. */
type MoveKind = 'message' | 'select' | 'close' | 'reply';

/** The kind of a move by its name. */
export function kindOf({ rules }: Scene, name: string): MoveKind {
  if (name === 'select') return 'select';
  const event = rules.eventCausedBy(name);
  if (!event) return 'message';
  return event.closes ? 'close' : 'reply';
}

/** Long enough for what was sent at the same time to arrive in between. */
export const PAUSE_MS = 60;

/** What a slow store takes between reading and writing, milliseconds. */
export async function pause({ context }: Scene): Promise<void> {
  await context.clock.sleep(PAUSE_MS);
}
