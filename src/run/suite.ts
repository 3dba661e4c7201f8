import { inject, test } from 'vitest';
import type { Group } from '../cases/types.js';
import type { Bridge, CaseAnswer, CaseCard } from './bridge-types.js';

declare module 'vitest' {
  export interface ProvidedContext {
    bridge: Bridge;
  }
}

/**
 * Hands a group's cases to Vitest: one concurrent test a case. The engine runs beside, in the main thread, where the
 * catcher and the connections are; a test asks it for its case's verdict, so cases of all files overlap in time.
 */
export function conformance(group: Group): void {
  const { channel: name, cases } = inject('bridge');
  const own = cases.filter((one) => one.group === group);
  if (own.length === 0) {
    test.skip(`no case of the group ${group} was selected`);
    return;
  }
  const ask = asker(name);
  for (const one of own) register(one, ask);
}

function register({ id, title }: CaseCard, ask: (id: string) => Promise<CaseAnswer>): void {
  test.concurrent(`${id}: ${title}`, async ({ skip, task }) => {
    Object.assign(task.meta, { caseId: id });
    const { verdict, text } = await ask(id);
    if (verdict === 'pass') return;
    if (verdict === 'skipped' || verdict === 'inconclusive') skip(`${verdict}: ${text}`);
    throw Object.assign(new Error(text), { stack: '' });
  });
}

function asker(name: string): (id: string) => Promise<CaseAnswer> {
  const channel = new BroadcastChannel(name);
  (channel as unknown as { unref(): void }).unref();
  const waiting = new Map<string, (answer: CaseAnswer) => void>();
  channel.onmessage = (event) => {
    const answer = (event as MessageEvent<CaseAnswer>).data;
    waiting.get(answer.id)?.(answer);
  };
  return (id) =>
    new Promise((resolve) => {
      waiting.set(id, resolve);
      channel.postMessage({ ask: id });
    });
}
