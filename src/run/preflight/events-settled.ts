import type { EventDialect } from '../../dialect/types.js';
import type { Caused } from './caused-events.js';

export interface EventsSettled {
  event: EventDialect | null;
  /** Slowest event of the preflight, milliseconds; null: none came. */
  latencyMs: number | null;
  /** Users of whose event nothing came. */
  unheard: readonly { version: string; user: string }[];
  /** Versions of which any event came. */
  heard: readonly string[];
}

/** Versions of what was caused. */
export function versionsOf(caused: readonly Caused[]): string[] {
  return caused.map(({ description }) => description.version);
}
