import type { Group } from '../cases/types.js';
import type { Verdict } from '../record/types.js';

/** What the test files get from the main thread. */
export interface Bridge {
  /** Name of the broadcast channel on which verdicts are asked for. */
  channel: string;
  cases: CaseCard[];
}

export interface CaseCard {
  id: string;
  group: Group;
  title: string;
}

export interface CaseAnswer {
  id: string;
  verdict: Verdict;
  text: string;
}
