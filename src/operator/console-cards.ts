import { type CardChoice, type CardsState, type Hello, Refused } from '../console/protocol.js';
import type { ConsoleServer } from '../console/server.js';
import type { CardPrompt } from './manual.js';

/** Of the contact point: a card shows only its end. */
const KEY = 'key';

export interface ConsoleCardsOptions {
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
    announce(`What employees have to do comes up at ${server.link}`);
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
