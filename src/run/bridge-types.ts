import type { Group } from '../cases/types.js';
import type { Verdict } from '../record/types.js';

/** What a test file asks the main thread: the cases of its group, and the verdict of each as soon as it stands. */
export interface Question {
  group: Group;
}

/** What it is told: the cases at once, the verdicts as they come, several in a message. */
export type Answer = { group: Group; cards: CaseCard[] } | { verdicts: CaseVerdict[] };

export interface CaseCard {
  id: string;
  title: string;
}

export interface CaseVerdict {
  id: string;
  verdict: Verdict;
  text: string;
}
