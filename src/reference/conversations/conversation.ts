import type { Ordinals, Transition } from '../../description/types.js';
import { isObject } from '../../json.js';
import { now, type Scene, type ServiceContext } from '../service-context.js';
import { sendEvent } from './events.js';
import { BOUNDS, type Destination, type Message, pushBounded, type User } from './model.js';

/** The user writes. Returns the message as stored; null if the routing has no such move. */
export function writeMessage(scene: Scene, fields: Record<string, unknown>): Message | null {
  const { context, rules, user } = scene;
  const step = rules.transition(user.state, 'message');
  if (!step) return null;
  const id = context.hooks.messageId(freshId(scene));
  const message = context.hooks.store({ id, at: now(context, scene.point), fromUser: true, fields });
  user.ordinal += 1;
  user.state = step.to;
  if (step.keeps) {
    for (const each of context.hooks.keep(message)) pushBounded(user.kept, each, BOUNDS.messagesPerUser);
  }
  hand(scene, message, step.delivers === true);
  if (isDue(step.sends, user)) sendRouting(scene, step.sends.event, message.id);
  if (context.dialect.routing.openEvents === 'sent' && isDue(step.open, user)) {
    sendRouting(scene, step.open.event, message.id);
  }
  return message;
}

/** The gateway selects a destination. False if the routing has no such move. */
export function chooseDestination(
  scene: Scene,
  destination: Destination,
  card: Record<string, unknown>,
): boolean {
  const { context, rules, user } = scene;
  const step = rules.transition(user.state, 'select');
  const again = user.destination !== null;
  if (!step || (again && context.dialect.routing.reselection === 'refused')) return false;
  user.state = step.to;
  user.destination = destination;
  user.card = context.dialect.cards.attributes === 'merged' ? withFormerEntries(card, user.card) : card;
  if (step.delivers) {
    const released = context.hooks.release(user.kept);
    user.kept = [];
    for (const message of released) hand(scene, message, true);
  }
  if (step.sends) sendRouting(scene, step.sends.event, context.random.uuid());
  greet(scene, destination);
  return true;
}

/** The card, whose maps keep entries of the former one that they do not name. */
function withFormerEntries(
  card: Record<string, unknown>,
  former: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(card).map(([name, value]) => {
      const before = former[name];
      return [name, isObject(value) && isObject(before) ? { ...before, ...value } : value];
    }),
  );
}

/** An employee closes the conversation. False if there is none to close. */
export function closeConversation(scene: Scene): boolean {
  const { context, rules, user } = scene;
  const step = rules.transition(user.state, 'close');
  if (!step || !user.destination) return false;
  user.state = step.to;
  if (step.ends) {
    user.destination = null;
    user.ordinal = 0;
    user.conversation += 1;
  }
  if (step.sends) sendRouting(scene, step.sends.event, context.random.uuid());
  return true;
}

function freshId({ context, point }: Scene): string {
  const { messageIds } = context.dialect.response;
  if (messageIds === 'drawn') return context.random.uuid();
  if (messageIds === 'digits') return String(BigInt(`0x${context.random.hex(16)}`));
  point.messages += 1;
  return `00000000-0000-4000-8000-${String(point.messages).padStart(12, '0')}`;
}

/** A bot greets the user whose destination was selected, as an employee would. */
function greet({ context, point, rules, user }: Scene, destination: Destination): void {
  const { greeting } = context.dialect.event;
  const [name, rule] =
    Object.entries(rules.description.events).find(([, { carries }]) => carries?.length) ?? [];
  const [parameter] = rule?.carries ?? [];
  if (greeting === null || name === undefined || parameter === undefined) return;
  const data = { [parameter]: greeting };
  const message = { id: context.random.uuid(), at: now(context, point), fromUser: false, fields: data };
  pushBounded(user.seen, { ...message, destinationId: destination.id }, BOUNDS.messagesPerUser);
  const version = rules.description.version;
  sendEvent(context, { name, kind: 'reply', version, user, point, id: message.id, at: message.at, data });
}

function hand(scene: Scene, message: Message, delivers: boolean): void {
  const { context, point, user } = scene;
  for (const destination of context.hooks.recipients(user, delivers, point.destinations)) {
    deliver(scene, message, destination);
  }
}

/** Sends an event of the routing, identified by `id`. */
export function sendRouting({ context, point, rules, user }: Scene, name: string, id: string): void {
  sendEvent(context, {
    name,
    kind: 'routing',
    version: rules.description.version,
    user,
    point,
    id,
    at: now(context, point),
    data: {},
  });
}

function isDue<T extends NonNullable<Transition['sends'] | Transition['open']>>(
  sends: T | undefined,
  { ordinal, conversation }: User,
): sends is T {
  if (sends === undefined) return false;
  const conversations = 'conversations' in sends ? sends.conversations : undefined;
  return contains(sends.messages, ordinal) && contains(conversations, conversation);
}

function contains({ from, to }: Ordinals = { from: 1 }, ordinal: number): boolean {
  return from <= ordinal && (to === undefined || ordinal <= to);
}

/** Delivers a user's message to the employees of a destination: now, or after their login. */
export function deliver(scene: Scene, message: Message, destination: Destination): void {
  if (destination.online) show(scene, message, destination);
  else pushBounded(destination.waiting, { user: scene.user, message, rules: scene.rules }, BOUNDS.waiting);
}

/** Employees of a destination log in or out; a login delivers what waited, in order. */
export function setPresence(
  context: ServiceContext,
  point: Scene['point'],
  destination: Destination,
  online: boolean,
): void {
  if (online) context.hooks.loggingIn(destination, point.users.values());
  destination.online = online;
  if (!online) {
    context.hooks.loggedOut(destination, point.users.values());
    return;
  }
  const waiting = destination.waiting;
  destination.waiting = [];
  for (const { user, message, rules } of waiting) show({ context, point, rules, user }, message, destination);
}

function show({ context, point, rules, user }: Scene, message: Message, destination: Destination): void {
  pushBounded(user.seen, { ...message, destinationId: destination.id }, BOUNDS.messagesPerUser);
  if (context.dialect.event.receipts === 'together')
    reportTogether({ context, point, rules, user }, message.id);
  else report({ context, point, rules, user }, [message.id]);
}

/** Messages delivered to the same user at once are reported by one event. */
function reportTogether(scene: Scene, id: string): void {
  const { user } = scene;
  const reported = unreported.get(user);
  if (reported) {
    reported.push(id);
    return;
  }
  const ids = [id];
  unreported.set(user, ids);
  queueMicrotask(() => {
    unreported.delete(user);
    report(scene, ids);
  });
}

const unreported = new WeakMap<Scene['user'], string[]>();

function report({ context, point, rules, user }: Scene, ids: string[]): void {
  const rule = rules.delivery;
  if (!rule) return;
  const name = rule.unnamed ? context.dialect.event.deliveryName : rule.name;
  const version = rules.description.version;
  const [id = ''] = ids;
  sendEvent(context, {
    name,
    kind: 'delivery',
    version,
    user,
    point,
    id,
    ids,
    at: now(context, point),
    data: {},
  });
}
