import type { CardChoice } from '../console/protocol.js';
import { duration } from '../duration.js';
import type { OperatorFailure, OperatorResult } from '../engine/ports.js';
import { plain } from '../terminal-text.js';
import type { Driver, Parameters } from './driver.js';

export interface ManualOptions {
  /** What the driver is called. */
  name: string;
  /** Who is asked, in words. */
  who: string;
  cardPrompt: CardPrompt;
  /** Why nobody can be asked; then every action is unsupported. Null: somebody can. */
  nobody: string | null;
  /** Time limit of one card, from the moment it comes up. */
  timeLimitMs: number;
  /** Sentences by action, with placeholders. */
  instructions?: Readonly<Record<string, string>>;
}

/** Shows cards to a person, one at a time. */
export interface CardPrompt {
  /** `late`: time is up; `gone`: nobody can answer any more. `planned`: null: not known. */
  ask(card: NumberedCard, timeLimitMs: number): Promise<CardChoice | 'late' | 'gone'>;
  /** How many cards may come up, before the first one does. */
  plan?(cards: number): void;
  close(): Promise<void> | void;
}

export interface NumberedCard extends Card {
  /** From 1. */
  number: number;
  /** Null: nobody knows how many there are. */
  planned: number | null;
}

const NO_INBOX = 'a manual driver cannot report an inbox';

/**
 * Asks a person to act for the employee: one numbered card at a time, in the order in which the cases ask. The inbox
 * is not supported, because nobody could type it.
 */
export function createManualOperator({
  name,
  who,
  cardPrompt,
  nobody,
  timeLimitMs,
  instructions = {},
}: ManualOptions): Driver {
  const lacking = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  let planned: number | null = null;

  const show = async (action: string, card: Card): Promise<OperatorResult> => {
    if (lacking.has(action)) return refusal('unsupported', cannot(who));
    count += 1;
    let choice: CardChoice | 'late' | 'gone';
    try {
      choice = await cardPrompt.ask({ ...card, number: count, planned }, timeLimitMs);
    } catch (error) {
      return refusal('driver', (error as Error).message);
    }
    if (choice === 'cannot') lacking.add(action);
    return choice === 'done' ? { ok: true } : refused(choice, who, timeLimitMs);
  };

  return {
    name,
    shows: [],
    longestActionMs: timeLimitMs,
    whyNot: (action) => {
      if (nobody !== null) return { code: 'no-terminal', text: sentence(action, nobody) };
      return action === 'inbox' ? { code: 'no-inbox', text: sentence(action, NO_INBOX) } : null;
    },
    supports: (action) => nobody === null && action !== 'inbox' && !lacking.has(action),
    perform: async (action: string, parameters: Parameters): Promise<OperatorResult> => {
      if (nobody !== null) return refusal('unsupported', nobody);
      if (action === 'inbox') return refusal('unsupported', NO_INBOX);
      const card = makeCard(action, parameters, instructions);
      if (!card) return refusal('unsupported', 'a person cannot enter these texts exactly as they are');
      const mine = last.then(() => show(action, card));
      last = mine;
      return mine;
    },
    inbox: async () => refusal('unsupported', nobody ?? NO_INBOX),
    plan: (actions) => {
      planned = actions;
      if (nobody === null) cardPrompt.plan?.(actions);
    },
    close: async () => cardPrompt.close(),
  };
}

function sentence(action: string, why: string): string {
  return `Nobody can do "${action}": ${why}.`;
}

function cannot(who: string): string {
  return `${who} cannot do it`;
}

function refused(
  choice: Exclude<CardChoice, 'done'> | 'late' | 'gone',
  who: string,
  timeLimitMs: number,
): OperatorFailure {
  switch (choice) {
    case 'skip':
      return refusal('unsupported', `${who} skipped it`);
    case 'cannot':
      return refusal('unsupported', cannot(who));
    case 'late':
      return refusal('failed', `nobody acted within ${duration(timeLimitMs)}`);
    case 'gone':
      return refusal('unsupported', `${who} has left`);
  }
}

function refusal(kind: OperatorFailure['kind'], text: string): OperatorFailure {
  return { ok: false, kind, text };
}

/** Parameters that every action has: known by the driver's contract, not by the interface. */
const KEY_PARAMETER = 'key';
const MAX_CHARACTERS = 500;

/** What a person does for the actions that belong to the driver's contract. */
const CONTRACT: Record<string, string> = {
  set_presence: 'log the employees of the destination in (online: true) or out (online: false)',
  advance_clock: 'move the clock of the service {seconds} seconds ahead',
  clear_webhook: 'remove the webhook address of the contact point',
};

interface Card {
  /** What to do, in one sentence. */
  instruction: string;
  /** What to do it with, a line each. */
  lines: string[];
  /** The same, as pairs. */
  values: (readonly [name: string, value: string])[];
}

/**
 * The card of one action; `instructions` are sentences by action, with placeholders. Only the end of the key is
 * shown, which tells contact points apart. Null: a person cannot enter the parameters exactly as they are.
 */
function makeCard(
  action: string,
  parameters: Parameters,
  instructions: Readonly<Record<string, string>>,
): Card | null {
  const shown = Object.entries(parameters).map(
    ([name, value]) => [name, name === KEY_PARAMETER ? ending(String(value)) : value] as const,
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
