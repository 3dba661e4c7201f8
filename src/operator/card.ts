import type { Parameters } from './fill.js';
import { plain } from './plain.js';

/** Parameters that every action has: known by the driver's contract, not by the interface. */
const KEY = 'key';
const MAX_CHARACTERS = 500;

/** What a person does for the actions that belong to the driver's contract. */
const CONTRACT: Record<string, string> = {
  set_presence: 'log the employees of the destination in (online: true) or out (online: false)',
  advance_clock: 'move the clock of the service {seconds} seconds ahead',
  clear_webhook: 'take the webhook address of the contact point away',
};

export interface Card {
  /** What to do, in one sentence. */
  instruction: string;
  /** What to do it with, a line each. */
  lines: string[];
  /** The same, as pairs. */
  values: (readonly [name: string, value: string])[];
}

/**
 * The card of one action; `instructions` are sentences by action, with placeholders. The key is not shown, but its
 * end, which tells contact points apart. Null: a person cannot enter the parameters exactly as they are.
 */
export function makeCard(
  action: string,
  parameters: Parameters,
  instructions: Readonly<Record<string, string>>,
): Card | null {
  const shown = Object.entries(parameters).map(
    ([name, value]) => [name, name === KEY ? ending(String(value)) : value] as const,
  );
  if (!shown.every(([, value]) => isExact(asText(value)))) return null;
  const texts = new Map(shown.map(([name, value]) => [name, asText(value)]));
  const sentence = new Map(Object.entries({ ...CONTRACT, ...instructions })).get(action);
  const width = Math.max(...shown.map(([name]) => name.length), 0);
  return {
    instruction:
      sentence?.replace(/\{(\w+)\}/g, (whole, name: string) => texts.get(name) ?? whole) ??
      plain(action.replaceAll('_', ' '), 80),
    values: [...texts],
    lines: [...texts].map(([name, text]) => `${name.padEnd(width)}  ${text}`),
  };
}

function isExact(text: string): boolean {
  return plain(text, MAX_CHARACTERS) === text;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

function ending(key: string): string {
  return key.length < 12 ? '(not shown)' : `(ends in ${plain(key.slice(-2), 2)})`;
}
