import { inject, test } from 'vitest';
import type { Group } from '../cases/types.js';
import type { Answer, CaseCard, CaseVerdict, Question } from './bridge-types.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Name of the broadcast channel to the main thread. */
    bridge: string;
  }
}

/** One channel for the files of all groups, which share this module. */
const ask = asker(inject('bridge'));

/**
 * Hands a group's cases to Vitest: one concurrent test a case. The engine runs beside, in the main thread, where the
 * catcher and the connections are; a test asks it for its case's verdict, so cases of all files overlap in time.
 * To be awaited: which cases there are is known when the target has been looked at, later than Vitest is ready.
 */
export async function conformance(group: Group): Promise<void> {
  const { cards } = (await ask({ group })) as { cards: CaseCard[] };
  if (cards.length === 0) test.skip(`no case of the group ${group} was selected`);
  for (const one of cards) register(one);
}

function register({ id, title }: CaseCard): void {
  test.concurrent(`${id}: ${title}`, async ({ skip, task }) => {
    Object.assign(task.meta, { caseId: id });
    const { verdict, text } = (await ask({ id })) as CaseVerdict;
    if (verdict === 'pass') return;
    if (verdict === 'skipped' || verdict === 'inconclusive') skip(`${verdict}: ${text}`);
    throw Object.assign(new Error(text), { stack: '' });
  });
}

function asker(name: string): (question: Question) => Promise<Answer> {
  const channel = new BroadcastChannel(name);
  (channel as unknown as { unref(): void }).unref();
  const waiting = new Map<string, (answer: Answer) => void>();
  channel.onmessage = (event) => {
    const answer = (event as MessageEvent<Answer>).data;
    waiting.get(answer.of)?.(answer);
  };
  return (question) =>
    new Promise((resolve) => {
      waiting.set('group' in question ? question.group : question.id, resolve);
      channel.postMessage(question);
    });
}
