import { randomUUID } from 'node:crypto';
import type { Description, EventRule } from '../description/types.js';
import type { EventFacts } from '../reference/webhooks/event-request.js';
import { filledSample } from './examples.js';

/** An event of the description, with the version whose rule it is. */
export interface KnownEvent {
  name: string;
  rule: EventRule;
  description: Description;
}

/** Events by name, of the version asked for or of the latest that has them. */
export function knownEvents(descriptions: readonly Description[], version?: string): KnownEvent[] {
  const among =
    version === undefined
      ? descriptions
      : descriptions.filter((description) => description.version === version);
  const latest = new Map(
    among.flatMap((description) =>
      Object.entries(description.events).map(([name, rule]) => [name, { name, rule, description }] as const),
    ),
  );
  return [...latest.values()];
}

/** What an event is to hold beyond the description's own samples. */
export interface EventWishes {
  user: string;
  /** Of several, which one, from 1. */
  nth: number;
  /** Milliseconds since the Unix epoch. */
  at: number;
  /** Values by name: of the identifier, the moment and the version, or of any other field of the event. */
  fields: Readonly<Record<string, string>>;
  /** Characters that its content is prolonged by. */
  padding: number;
}

/** An event without any state behind it. `deliveryName`: what the event is called whose name is not shown. */
export function madeEvent(
  { name, rule, description }: KnownEvent,
  wishes: EventWishes,
  deliveryName: string,
): EventFacts {
  const { fields, padding, user } = wishes;
  const { id = randomUUID(), at, version, ...given } = fields;
  const { cause, carries = [] } = rule;
  const data: Record<string, unknown> = {};
  if (cause.kind === 'operator')
    for (const [key, sample] of Object.entries(cause.parameters)) data[key] = filledSample(sample, wishes);
  for (const [key, text] of Object.entries(given))
    data[key] = typeof data[key] === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
  const [content = 'padding'] = carries;
  if (padding > 0) data[content] = `${data[content] ?? ''}${'x'.repeat(padding)}`;
  const kind = cause.kind === 'delivery' ? 'delivery' : carries.length > 0 ? 'reply' : 'routing';
  return {
    name: rule.unnamed ? deliveryName : name,
    kind,
    version: version ?? description.version,
    user: { id: user },
    id,
    at: at === undefined ? wishes.at : Number(at),
    data,
  };
}
