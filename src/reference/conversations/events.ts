import { HOUR_MS } from '../../duration.js';
import { now, type ServiceContext } from '../service-context.js';
import { type AddressSlot, BOUNDS, type ContactPoint, pushBounded, type ServiceEvent } from './model.js';

/** Notifies the gateway; without an address replies are kept and everything else is dropped. */
export function sendEvent(context: ServiceContext, due: ServiceEvent): void {
  for (const event of context.hooks.notify(due)) {
    const slot = slotOf(context, event.point, event.version);
    if (slot.url !== null) post(context, slot, event);
    else {
      const isKept = event.kind === 'reply';
      if (isKept) pushBounded(slot.replies, event, BOUNDS.messagesPerUser);
      context.observer?.unaddressed(event, isKept ? 'kept' : 'untold');
    }
  }
}

/** Sets the address, or clears it with null; a new one gets the replies that are recent enough. */
export function setAddress(
  context: ServiceContext,
  point: ContactPoint,
  version: string,
  url: string | null,
): void {
  const slot = slotOf(context, point, version);
  slot.url = context.hooks.address(slot.url, url);
  if (slot.url === null) return;
  if (context.dialect.address.probe === 'after') void context.deliveries.probe(slot.url);
  const replies = slot.replies;
  slot.replies = [];
  for (const reply of replies) {
    if (!context.hooks.expired(now(context, point) - reply.at, retention(context, reply.version)))
      post(context, slot, reply);
  }
}

/** The current address; null: none is set. */
export function addressOf(context: ServiceContext, point: ContactPoint, version: string): string | null {
  return slotOf(context, point, version).url;
}

/** Clears every address of a contact point. */
export function clearAddresses(point: ContactPoint): void {
  for (const slot of point.slots.values()) slot.url = null;
}

function slotOf(context: ServiceContext, point: ContactPoint, version: string): AddressSlot {
  const name = context.dialect.address.scope === 'version' ? version : '';
  const slot = point.slots.get(name) ?? { url: null, replies: [] };
  point.slots.set(name, slot);
  return slot;
}

function retention(context: ServiceContext, version: string): number {
  const hours = context.rulebooks.get(version)?.description.limits.replyRetentionHours ?? 0;
  return hours * HOUR_MS;
}

function post(
  { deliveries, clock, dialect, hooks, random }: ServiceContext,
  slot: AddressSlot,
  event: ServiceEvent,
): void {
  const { delayMs, order } = dialect.event;
  const part = order === 'kept' ? 1 : Number.parseInt(random.hex(2), 16) / 255;
  const due = hooks.leaves(clock.now() + delayMs * part, event);
  for (let copy = 0; copy < dialect.event.copies; copy += 1) deliveries.send({ event, slot, due, tried: 0 });
}
