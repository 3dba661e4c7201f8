import type { Readable, Writable } from 'node:stream';
import { type CardChoice, type CardsState, type Hello, Refused } from '../console/protocol.js';
import type { ConsoleServer } from '../console/server.js';
import type { CardPrompt, ManualOptions, NumberedCard } from './manual.js';

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
  const cardPrompt: CardPrompt = {
    ask: (card, limitMs) => prompt.ask(face(card), limitMs),
    close: () => prompt.close(),
  };
  return {
    name: 'manual',
    who: 'the person at the terminal',
    cardPrompt,
    nobody: silent ? SILENT : isTTY ? null : NO_TERMINAL,
    timeLimitMs,
    ...(instructions && { instructions }),
  };
}

export const SILENT = 'prompting is off (--no-input, or CI is set)';
const NO_TERMINAL = 'there is no terminal on which a person could be asked';

/** The first card also says how many follow, and how much time there is. */
function face({ instruction, lines, number, planned }: NumberedCard): string[] {
  const known = planned !== null && planned >= number;
  const many = known && number === 1 && planned > 1;
  return [
    ...(many
      ? [
          `About ${planned} cards will appear, one at a time: ${minutes(planned)} at half a minute each.`,
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

interface Terminal {
  input: Readable & { setRawMode?(raw: boolean): unknown };
  output: Writable;
  /** Called for Ctrl-C, which a terminal in raw mode sends as a key. */
  interrupt: () => void;
  /** Keys pressed this soon after a card came up were meant for the one before. */
  restMs: number;
}

const KEYS: Record<string, CardChoice> = { d: 'done', s: 'skip', c: 'cannot' };
const CTRL_C = '\u0003';
const REWRITE = '\r\u001b[2K';

/** Asks a person for one key, one question at a time. The terminal is taken over at the first question, and kept. */
class Prompt {
  private settle: ((choice: CardChoice | 'late' | 'gone') => void) | null = null;
  private taken = false;
  private gone = false;
  private since = 0;

  constructor(private readonly terminal: Terminal) {}

  /** `late`: time is up; `gone`: nobody can answer any more. */
  async ask(lines: readonly string[], timeLimitMs: number): Promise<CardChoice | 'late' | 'gone'> {
    if (this.gone || this.terminal.input.readableEnded || this.terminal.input.destroyed) return 'gone';
    this.take();
    const { output } = this.terminal;
    const end = performance.now() + timeLimitMs;
    this.since = performance.now();
    const show = (): void => void output.write(`${REWRITE}  ${keys(end - performance.now())}`);
    output.write(`${REWRITE}\n${lines.join('\n')}\n`);
    show();
    const countdown = setInterval(show, 1_000);
    const choice = await new Promise<CardChoice | 'late' | 'gone'>((resolve) => {
      const timer = setTimeout(() => resolve('late'), timeLimitMs);
      this.settle = (chosen) => {
        clearTimeout(timer);
        resolve(chosen);
      };
    });
    this.settle = null;
    clearInterval(countdown);
    output.write(`${REWRITE}  ${WORDS[choice]}\n`);
    return choice;
  }

  /** Gives the terminal back; an open question ends with `gone`. */
  close(): void {
    this.leave();
    const { input } = this.terminal;
    if (!this.taken) return;
    this.taken = false;
    input.off('data', this.onData);
    input.off('end', this.leave);
    input.setRawMode?.(false);
    input.pause();
  }

  private take(): void {
    if (this.taken) return;
    this.taken = true;
    const { input } = this.terminal;
    input.setRawMode?.(true);
    // Anything typed while no card is up is read and dropped.
    input.on('data', this.onData);
    input.on('end', this.leave);
    input.resume();
  }

  private readonly leave = (): void => {
    this.gone = true;
    this.settle?.('gone');
  };

  private readonly onData = (chunk: Buffer | string): void => {
    const typed = chunk.toString();
    if (typed.includes(CTRL_C)) {
      this.leave();
      this.terminal.interrupt();
      return;
    }
    if (performance.now() - this.since < this.terminal.restMs) return;
    const key = [...typed.toLowerCase()].find((character) => Object.hasOwn(KEYS, character));
    const choice = key && KEYS[key];
    if (choice) this.settle?.(choice);
  };
}

const WORDS = {
  done: 'done',
  skip: 'skipped',
  cannot: 'cannot be done here: no further card for this',
  late: 'nobody acted in time',
  gone: 'nobody is there to act',
};

function keys(leftMs: number): string {
  // Timers fire a little before or after the whole second.
  const seconds = Math.max(0, Math.round(leftMs / 1_000));
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return `press d: done · s: skip this one · c: cannot be done here · ${left} left`;
}

/** Of the contact point: a card shows only its end. */
const KEY = 'key';

interface ConsoleCardsOptions {
  listen: { host: string; port: number };
  /** Says where the cards are. */
  announce: (line: string) => void;
}

/**
 * Shows cards as a page: anyone with the link can act. It is served from the first card on, or once cards are
 * planned.
 */
export function consoleCards({ listen, announce }: ConsoleCardsOptions): CardPrompt {
  let cards: CardsState = { open: null, done: 0, planned: null, ended: false };
  let answer: ((choice: CardChoice | 'gone') => void) | null = null;
  let starting: Promise<ConsoleServer> | null = null;

  const tell = async (change: Partial<CardsState>): Promise<void> => {
    cards = { ...cards, ...change };
    // Whoever asks gets to know why there is no page.
    (await starting?.catch(() => null))?.tell('cards', cards);
  };
  const choose = (body: unknown): void => {
    const { number, choice } = (body ?? {}) as { number?: unknown; choice?: unknown };
    if (cards.open === null || cards.open.number !== number || answer === null)
      throw new Refused('Somebody has answered this card already, or its time was over.');
    if (choice !== 'done' && choice !== 'skip' && choice !== 'cannot')
      throw new Refused('That is not one of the choices.');
    answer(choice);
  };
  const open = (): Promise<ConsoleServer> => {
    starting ??= serve();
    return starting;
  };
  const serve = async (): Promise<ConsoleServer> => {
    // A run without cards need not load it.
    const { startConsole } = await import('../console/server.js');
    const hello = (): Hello => ({ title: 'A run of conform', sandbox: null, cards });
    const server = await startConsole({ listen, hello, acts: { choose } });
    announce(`What employees have to do appears at ${server.link}`);
    return server;
  };

  return {
    plan(planned) {
      cards = { ...cards, planned };
      // The first card reports a page that cannot be served, and fails.
      if (planned > 0) open().catch(() => undefined);
    },
    async ask({ number, planned, instruction, values }, timeLimitMs) {
      if (cards.ended) return 'gone';
      await open();
      let timer: NodeJS.Timeout | undefined;
      const choice = await new Promise<CardChoice | 'late' | 'gone'>((resolve) => {
        answer = resolve;
        timer = setTimeout(() => resolve('late'), timeLimitMs);
        const lines = values.map(([name, value]) => ({ name, value, copies: name !== KEY }));
        void tell({ open: { number, instruction, lines, until: Date.now() + timeLimitMs }, planned });
      });
      clearTimeout(timer);
      answer = null;
      await tell({ open: null, done: cards.done + (choice === 'done' ? 1 : 0) });
      return choice;
    },
    async close() {
      answer?.('gone');
      await tell({ open: null, ended: true });
      await (await starting?.catch(() => null))?.close();
    },
  };
}
