import { duration } from '../duration.js';
import type { OperatorResult } from '../engine/ports.js';
import { type Card, makeCard } from './card.js';
import type { Driver } from './driver.js';
import type { Parameters } from './fill.js';
import { type Choice, Prompt, type Terminal } from './prompt.js';

export interface ManualOptions {
  input: Terminal['input'];
  output: Terminal['output'];
  interrupt?: Terminal['interrupt'];
  restMs?: Terminal['restMs'];
  /** False: nobody can be asked, and every action is unsupported. */
  isTTY: boolean;
  /** Nothing may be asked although there may be a terminal: as if there were none. */
  silent?: boolean;
  /** Time of one card, from the moment it comes up. */
  timeLimitMs: number;
  /** Sentences by action, with placeholders. */
  instructions?: Readonly<Record<string, string>>;
}

type Refusal = Extract<OperatorResult, { ok: false }>;

const NO_TERMINAL = 'there is no terminal on which a person could be asked';
const SILENT = 'a person must not be asked (--no-input, or CI is set)';
const NO_INBOX = 'a person at the terminal cannot read out an inbox';

/**
 * Asks a person to act for the employee: one numbered card at a time, in the order in which the cases ask. The inbox
 * is not supported, for nobody could type it.
 */
export function createManualOperator(options: ManualOptions): Driver {
  const { isTTY, silent = false, timeLimitMs, instructions = {} } = options;
  const nobody = silent ? SILENT : isTTY ? null : NO_TERMINAL;
  const prompt = new Prompt({
    interrupt: () => process.kill(process.pid, 'SIGINT'),
    restMs: 250,
    ...options,
  });
  const lacking = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;
  let planned: number | null = null;

  const show = async (action: string, card: Card): Promise<OperatorResult> => {
    if (lacking.has(action)) return refusal('unsupported', CANNOT);
    count += 1;
    const choice = await prompt.ask(face(card, count, planned), timeLimitMs);
    if (choice === 'cannot') lacking.add(action);
    return choice === 'done' ? { ok: true } : refused(choice, timeLimitMs);
  };

  return {
    name: 'manual',
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
    },
    close: async () => prompt.close(),
  };
}

function sentence(action: string, why: string): string {
  return `Nobody can do "${action}": ${why}.`;
}

const CANNOT = 'the person at the terminal cannot do it';

function refused(choice: Exclude<Choice, 'done'> | 'late' | 'gone', timeLimitMs: number): Refusal {
  switch (choice) {
    case 'skip':
      return refusal('unsupported', 'the person at the terminal skipped it');
    case 'cannot':
      return refusal('unsupported', CANNOT);
    case 'late':
      return refusal('failed', `nobody acted within ${duration(timeLimitMs)}`);
    case 'gone':
      return refusal('unsupported', 'nobody is at the terminal any more');
  }
}

function refusal(kind: Refusal['kind'], text: string): Refusal {
  return { ok: false, kind, text };
}

/** The first card also says how many follow, and how much time there is. */
function face({ instruction, lines }: Card, number: number, planned: number | null): string[] {
  const known = planned !== null && planned >= number;
  const many = known && number === 1 && planned > 1;
  return [
    ...(many
      ? [
          `About ${planned} cards will come up, one at a time: ${minutes(planned)} at half a minute each.`,
          'Only what a card says counts: do it, then press d.',
        ]
      : []),
    `Waiting for YOU (${number}${known ? ` of ${planned}` : ''}): ${instruction}`,
    ...lines.map((line) => `  ${line}`),
  ];
}

function minutes(cards: number): string {
  const whole = Math.max(1, Math.ceil(cards / 2));
  return `${whole} ${whole === 1 ? 'minute' : 'minutes'}`;
}
