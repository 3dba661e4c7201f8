import { inject, test } from 'vitest';
import type { Group } from '../cases/types.js';
import type { Answer, CaseCard, CaseVerdict, Question } from './bridge-types.js';
import { Deferred } from './deferred.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Name of the broadcast channel to the main thread. */
    bridge: string;
  }
}

/** One channel for the files of all groups, which share this module. */
const bridge = connect(inject('bridge'));

/**
 * Hands a group's cases to Vitest: one concurrent test a case. The engine runs beside, in the main thread, where the
 * catcher and the connections are; a test asks it for its case's verdict, so cases of all files overlap in time.
 * To be awaited: which cases there are is known when the target has been looked at, later than Vitest is ready.
 */
export async function conformance(group: Group): Promise<void> {
  const cards = await bridge.cards(group);
  if (cards.length === 0) test.skip(`no case of the group ${group} was selected`);
  for (const one of cards) register(one);
}

function register({ id, title }: CaseCard): void {
  test.concurrent(`${id}: ${title}`, async ({ skip, task }) => {
    Object.assign(task.meta, { caseId: id });
    const { verdict, text } = await bridge.verdict(id);
    if (verdict === 'pass') return;
    if (verdict === 'skipped' || verdict === 'inconclusive') skip(`${verdict}: ${text}`);
    throw Object.assign(new Error(text), { stack: '' });
  });
}

interface Connection {
  cards(group: Group): Promise<CaseCard[]>;
  /** Of a case whose card has come. */
  verdict(id: string): Promise<CaseVerdict>;
}

function connect(name: string): Connection {
  const channel = new BroadcastChannel(name);
  (channel as unknown as { unref(): void }).unref();
  const cards = new Map<Group, Deferred<CaseCard[]>>();
  const verdicts = new Map<string, Deferred<CaseVerdict>>();
  channel.onmessage = (event) => {
    const answer = (event as MessageEvent<Answer>).data;
    if ('verdicts' in answer) {
      for (const one of answer.verdicts) verdicts.get(one.id)?.resolve(one);
      return;
    }
    for (const { id } of answer.cards) verdicts.set(id, new Deferred());
    cards.get(answer.group)?.resolve(answer.cards);
  };
  return {
    cards: (group) => {
      const asked = new Deferred<CaseCard[]>();
      cards.set(group, asked);
      channel.postMessage({ group } satisfies Question);
      return asked.promise;
    },
    verdict: (id) => {
      const awaited = verdicts.get(id);
      if (!awaited) throw new Error(`The case ${id} was not told.`);
      return awaited.promise;
    },
  };
}
