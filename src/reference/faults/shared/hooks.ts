import type {
  Description,
  FieldRole,
  OperationKind,
  Transition,
  Trigger,
} from '../../../description/types.js';
import { HOUR_MS } from '../../../duration.js';
import { isObject } from '../../../json.js';
import type { Accounts } from '../../conversations/accounts.js';
import type { ContactPoint, Destination, Message, ServiceEvent, User } from '../../conversations/model.js';
import { type Call, type JsonObject, parseJson, type Reply } from '../../requests/call.js';
import type { Rulebook } from '../../rulebook.js';
import type { Hooks, Scene } from '../../service-context.js';
import type { DescriptionChange, FaultHook } from '../fault.js';

/** Changes every move of the routing state machine that has this trigger. */
export function changing(
  on: Trigger,
  change: (step: Transition, description: Description) => unknown,
): DescriptionChange {
  return (description) => {
    for (const step of Object.values(description.routing.transitions))
      if (step.on === on) change(step, description);
  };
}

/** Whether any address is set at the contact point. */
export function isAddressed({ slots }: ContactPoint): boolean {
  return [...slots.values()].some(({ url }) => url !== null);
}

/** What employees wrote to the user no longer waits for an address. */
export function dropReplies({ slots }: ContactPoint, user: User): void {
  for (const slot of slots.values()) slot.replies = slot.replies.filter((reply) => reply.user !== user);
}

/** Of the replies that wait for an address, only so many are kept. */
export function keepingLastReplies(most: number): FaultHook {
  return ({ notify }) => ({
    notify(event) {
      if (event.kind === 'reply')
        // The reply itself has not been kept yet.
        for (const slot of event.point.slots.values())
          if (slot.url === null)
            slot.replies = slot.replies.slice(Math.max(0, slot.replies.length + 1 - most));
      return notify(event);
    },
  });
}

/** Such events are never sent. */
export function silencing(isSilenced: (event: ServiceEvent) => boolean): FaultHook {
  return ({ notify }) => ({ notify: (event) => (isSilenced(event) ? [] : notify(event)) });
}

/** The scene of the current move, for hooks that do not receive it: `move` belongs among the fault's hooks. */
export function currentScene({ move }: Pick<Hooks, 'move'>): {
  move: Hooks['move'];
  scene: () => Scene | null;
} {
  let here: Scene | null = null;
  return {
    scene: () => here,
    move: (scene, name, act) =>
      move(scene, name, () => {
        here = scene;
        return act();
      }),
  };
}

/** In which of its user's conversations each message was sent: both hooks belong among the fault's. */
export function conversations({ move, store }: Pick<Hooks, 'move' | 'store'>): Pick<
  Hooks,
  'move' | 'store'
> & {
  conversationOf: (messageId: string) => number | undefined;
} {
  const current = currentScene({ move });
  const known = new Map<string, number>();
  return {
    move: current.move,
    conversationOf: (id) => known.get(id),
    store(message) {
      const stored = store(message);
      const user = current.scene()?.user;
      if (user) known.set(stored.id, user.conversation);
      return stored;
    },
  };
}

/** The contact points of all accounts, one for each key. */
export function pointsOf({ byKey }: Accounts): ContactPoint[] {
  return [...byKey.values()].map(({ point }) => point);
}

/** The contact point of a destination, for hooks that do not receive it: `authenticate` belongs among the fault's hooks. */
export function pointOfDestination({ authenticate }: Pick<Hooks, 'authenticate'>): {
  authenticate: Hooks['authenticate'];
  pointOf(destination: Destination): ContactPoint | undefined;
} {
  let points: ContactPoint[] = [];
  return {
    authenticate(key, call, accounts) {
      points = pointsOf(accounts);
      return authenticate(key, call, accounts);
    },
    pointOf: (destination) =>
      points.find(({ destinations }) => destinations.get(destination.id) === destination),
  };
}

/** The second contact point, for hooks that do not receive the accounts: `authenticate` belongs among the fault's hooks. */
export function secondPoint({ authenticate }: Pick<Hooks, 'authenticate'>): {
  authenticate: Hooks['authenticate'];
  second: () => ContactPoint | null;
} {
  let point: ContactPoint | null = null;
  return {
    second: () => point,
    authenticate(key, call, accounts) {
      point = accounts.second.point;
      return authenticate(key, call, accounts);
    },
  };
}

/** What happens at a contact point when a request about its address comes: belongs among the fault's hooks. */
export function addressing(
  { authenticate }: Pick<Hooks, 'authenticate'>,
  happens: (point: ContactPoint) => unknown,
): Pick<Hooks, 'authenticate'> {
  return {
    authenticate(key, call, accounts) {
      const account = authenticate(key, call, accounts);
      if (account && call.operation?.rule.kind === 'address') happens(account.point);
      return account;
    },
  };
}

/** The message stored last, for hooks that do not receive it: `store` belongs among the fault's hooks. */
export function lastStored({ store }: Pick<Hooks, 'store'>): {
  store: Hooks['store'];
  last: () => Message | null;
} {
  let stored: Message | null = null;
  return {
    last: () => stored,
    store(message) {
      stored = store(message);
      return stored;
    },
  };
}

/** Whether a selection left the name, or the attributes, as the one before had them. */
export function isHalfEqual(card: User['card'], before: User['card']): boolean {
  return Object.entries(card).some(
    ([field, value]) => JSON.stringify(value) === JSON.stringify(before[field]),
  );
}

/** What a selection delivers, by the conversation that it is made in. */
export function releasing(change: (kept: readonly Message[], scene: Scene) => readonly Message[]): FaultHook {
  return ({ release, ...good }: Hooks) => {
    const { move, scene } = currentScene(good);
    return {
      move,
      release(kept) {
        const here = scene();
        return here ? change(release(kept), here) : release(kept);
      },
    };
  };
}

/** What happens to each user, once, when the service's clock has moved on by this many hours since the user's first move. */
export function afterHours(hours: number, change: (user: User, initial: string) => unknown): FaultHook {
  return ({ authenticate, move }) => {
    const since = new Map<User, number>();
    return {
      move: (scene, name, act) =>
        move(scene, name, () => {
          if (!since.has(scene.user)) since.set(scene.user, scene.point.clockOffset);
          return act();
        }),
      authenticate(key, call, accounts) {
        const account = authenticate(key, call, accounts);
        const initial = call.rules?.description.routing.initial;
        if (account && initial !== undefined)
          for (const user of account.point.users.values())
            if (
              account.point.clockOffset - (since.get(user) ?? Number.POSITIVE_INFINITY) >=
              hours * HOUR_MS
            ) {
              since.set(user, Number.POSITIVE_INFINITY);
              change(user, initial);
            }
        return account;
      },
    };
  };
}

/** A counter: true on every `nth` call. */
export function isNth(nth: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % nth === 0;
  };
}

/** Whether the event asks for a destination; the close, which the routing sends too, resets the count of messages. */
export function asksForDestination({ kind, user }: ServiceEvent): boolean {
  return kind === 'routing' && user.destination === null && user.ordinal > 0;
}

/** Whether messages of the event's user wait for a login. */
export function haveMessagesWaiting({ point, user }: ServiceEvent): boolean {
  return [...point.destinations.values()].some(({ waiting }) => waiting.some((entry) => entry.user === user));
}

/** The user has no destination any more, as in a conversation that is about to begin; `state`: of the routing. */
export function endSelection(user: User, state: string): void {
  Object.assign(user, { state, destination: null, ordinal: 0 });
}

/** The event that asks for a destination. */
export function routingEvent({ events }: Description): string {
  return Object.keys(events).find((name) => events[name]?.cause.kind === 'routing') ?? '';
}

/**
 * The user of a request that was refused for its body, as if the service had handled the request before validating
 * it.
 */
export function refusedUser(
  { status }: Reply,
  { account, operation, rules, bytes }: Call,
  kind: OperationKind,
): { user: User; point: ContactPoint; rules: Rulebook; isUnlisted: boolean } | null {
  const request = rules && operation && rules.request(operation.rule);
  if (status < 400 || operation?.rule.kind !== kind || !account || !request || !bytes) return null;
  const body = read(bytes);
  const sent = (sought: FieldRole): unknown =>
    body[Object.entries(request.fields).find(([, { role }]) => role === sought)?.[0] ?? ''];
  const id = sent('user');
  if (typeof id !== 'string') return null;
  const { point } = account;
  const state = rules.description.routing.initial;
  const blank = { destination: null, ordinal: 0, conversation: 1, card: {}, kept: [], seen: [], weight: 0 };
  const user = point.users.get(id) ?? { ...blank, id, state };
  point.users.set(id, user);
  const destination = sent('destination-id');
  const isUnlisted = typeof destination === 'string' && !point.destinations.has(destination);
  return { user, point, rules, isUnlisted };
}

/** Empty if it is not a JSON object. */
function read(bytes: Uint8Array): JsonObject {
  try {
    const body = parseJson(bytes);
    return isObject(body) ? body : {};
  } catch {
    return {};
  }
}
