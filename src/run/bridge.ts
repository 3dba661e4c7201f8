import { BroadcastChannel } from 'node:worker_threads';
import type { Case, Group } from '../cases/types.js';
import { explain, firstLine } from '../engine/explanation.js';
import type { CaseOutcome } from '../engine/world.js';
import type { Answer, Question } from './bridge-types.js';
import { Deferred } from './deferred.js';

export interface Bridge {
  /** Of the broadcast channel on which the test files ask. */
  name: string;
  /** What the test files are told. Until then they wait; only the first call counts. */
  tell(cases: readonly Case[], outcome: (id: string) => Promise<CaseOutcome>): void;
  close(): void;
}

/** The main thread's end of the way to the test files: they ask for the cases of a group, then for their verdicts. */
export function openBridge(): Bridge {
  const name = `conform-${process.pid}-${performance.now()}`;
  const channel = new BroadcastChannel(name);
  const told = new Deferred<{ cases: readonly Case[]; outcome: (id: string) => Promise<CaseOutcome> }>();
  channel.onmessage = async (event) => {
    const { cases, outcome } = await told.promise;
    const question = (event as unknown as MessageEvent<Question>).data;
    channel.postMessage(
      'group' in question ? cardsOf(question.group, cases) : await verdictOf(question.id, outcome),
    );
  };
  return {
    name,
    tell: (cases, outcome) => told.resolve({ cases, outcome }),
    close: () => channel.close(),
  };
}

function cardsOf(group: Group, cases: readonly Case[]): Answer {
  const own = cases.filter((one) => one.group === group);
  return { of: group, cards: own.map(({ id, title }) => ({ id, title })) };
}

async function verdictOf(id: string, find: (id: string) => Promise<CaseOutcome>): Promise<Answer> {
  const outcome = await find(id);
  const { verdict, reason } = outcome;
  return { of: id, verdict, text: verdict === 'fail' ? firstLine(explain(outcome)) : (reason?.text ?? '') };
}
