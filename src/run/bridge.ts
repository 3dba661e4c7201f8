import { BroadcastChannel } from 'node:worker_threads';
import type { Case } from '../cases/types.js';
import { explain, firstLine } from '../engine/explanation.js';
import type { CaseOutcome } from '../engine/world.js';
import type { Answer, CaseVerdict, Question } from './bridge-types.js';
import { Deferred } from './deferred.js';

type Outcomes = (id: string) => Promise<CaseOutcome>;

interface Told {
  cases: readonly Case[];
  outcome: Outcomes;
}

export interface Bridge {
  /** Of the broadcast channel on which the test files ask. */
  name: string;
  /** What the test files are told. Until then they wait; only the first call counts. */
  tell(cases: readonly Case[], outcome: Outcomes): void;
  close(): void;
}

/**
 * The main thread's end of the way to the test files: they ask for the cases of a group, and get them with their
 * verdicts. A message costs more than a verdict, so those of one turn of the event loop share one.
 */
export function openBridge(): Bridge {
  const name = `conform-${process.pid}-${performance.now()}`;
  const channel = new BroadcastChannel(name);
  const post = (answer: Answer): void => channel.postMessage(answer);
  const told = new Deferred<Told>();
  let verdicts: CaseVerdict[] = [];
  const flush = (): void => {
    post({ verdicts });
    verdicts = [];
  };
  channel.onmessage = async (event) => {
    const { cases, outcome } = await told.promise;
    const { group } = (event as unknown as MessageEvent<Question>).data;
    const own = cases.filter((one) => one.group === group);
    post({ group, cards: own.map(({ id, title }) => ({ id, title })) });
    for (const { id } of own)
      void outcome(id).then((found) => {
        if (verdicts.push(verdictOf(id, found)) === 1) setImmediate(flush);
      });
  };
  return {
    name,
    tell: (cases, outcome) => told.resolve({ cases, outcome }),
    close: () => channel.close(),
  };
}

function verdictOf(id: string, outcome: CaseOutcome): CaseVerdict {
  const { verdict, reason } = outcome;
  return { id, verdict, text: verdict === 'fail' ? firstLine(explain(outcome)) : (reason?.text ?? '') };
}
