import type { AddressSlot } from './address-slot.js';
import { BOUNDS, type ContactPoint, pushBounded } from './model.js';
import type { ServiceEvent } from './service-event.js';
import { now, type World } from './world.js';

/** Tells the integrator; without an address replies are kept and everything else is dropped. */
export function sendEvent(world: World, due: ServiceEvent): void {
  for (const event of world.hooks.notify(due)) {
    const slot = slotOf(world, event.point, event.version);
    if (slot.url !== null) post(world, slot, event);
    else {
      const isKept = event.kind === 'reply';
      if (isKept) pushBounded(slot.replies, event, BOUNDS.messagesPerUser);
      world.witness?.unaddressed(event, isKept ? 'kept' : 'untold');
    }
  }
}

/** Sets or, by null, clears the address; a new one gets the replies that are young enough. */
export function setAddress(world: World, point: ContactPoint, version: string, url: string | null): void {
  const slot = slotOf(world, point, version);
  slot.url = world.hooks.address(slot.url, url);
  if (slot.url === null) return;
  if (world.dialect.address.probe === 'after') void world.courier.probe(slot.url);
  const replies = slot.replies;
  slot.replies = [];
  for (const reply of replies) {
    if (!world.hooks.expired(now(world, point) - reply.at, retention(world, reply.version)))
      post(world, slot, reply);
  }
}

/** The address that is set; null: none is. */
export function addressOf(world: World, point: ContactPoint, version: string): string | null {
  return slotOf(world, point, version).url;
}

/** Clears every address of a contact point. */
export function clearAddresses(point: ContactPoint): void {
  for (const slot of point.slots.values()) slot.url = null;
}

function slotOf(world: World, point: ContactPoint, version: string): AddressSlot {
  const name = world.dialect.address.scope === 'version' ? version : '';
  const slot = point.slots.get(name) ?? { url: null, replies: [] };
  point.slots.set(name, slot);
  return slot;
}

function retention(world: World, version: string): number {
  const hours = world.rulebooks.get(version)?.description.limits.replyRetentionHours ?? 0;
  return hours * 3_600_000;
}

function post(
  { courier, clock, dialect, hooks, random }: World,
  slot: AddressSlot,
  event: ServiceEvent,
): void {
  const { delayMs, order } = dialect.event;
  const part = order === 'kept' ? 1 : Number.parseInt(random.hex(2), 16) / 255;
  const due = hooks.leaves(clock.now() + delayMs * part);
  for (let copy = 0; copy < dialect.event.copies; copy += 1) courier.send({ event, slot, due, tried: 0 });
}
