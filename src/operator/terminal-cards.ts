import type { CardAsker, ManualOptions, NumberedCard } from './manual.js';
import { Prompt, type Terminal } from './prompt.js';

export interface TerminalOptions extends Pick<ManualOptions, 'timeLimitMs' | 'instructions'> {
  input: Terminal['input'];
  output: Terminal['output'];
  interrupt?: Terminal['interrupt'];
  restMs?: Terminal['restMs'];
  /** False: nobody can be asked, and every action is unsupported. */
  isTTY: boolean;
  /** Nothing may be asked although there may be a terminal: as if there were none. */
  silent?: boolean;
}

/** What a manual driver needs to show its cards on the terminal. */
export function onTerminal(options: TerminalOptions): ManualOptions {
  const { isTTY, silent = false, timeLimitMs, instructions } = options;
  const prompt = new Prompt({
    interrupt: () => process.kill(process.pid, 'SIGINT'),
    restMs: 250,
    ...options,
  });
  const asker: CardAsker = {
    ask: (card, limitMs) => prompt.ask(face(card), limitMs),
    close: () => prompt.close(),
  };
  return {
    name: 'manual',
    who: 'the person at the terminal',
    asker,
    nobody: silent ? SILENT : isTTY ? null : NO_TERMINAL,
    timeLimitMs,
    ...(instructions && { instructions }),
  };
}

export const SILENT = 'a person must not be asked (--no-input, or CI is set)';
const NO_TERMINAL = 'there is no terminal on which a person could be asked';

/** The first card also says how many follow, and how much time there is. */
function face({ instruction, lines, number, planned }: NumberedCard): string[] {
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
