import { now, type Scene, type ServiceContext } from '../service-context.js';
import { sendEvent } from './events.js';
import { BOUNDS, type Destination, type Message, pushBounded } from './model.js';

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
