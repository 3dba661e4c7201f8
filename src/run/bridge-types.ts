import type { Group } from '../cases/types.js';
import type { Verdict } from '../record/types.js';

/** What a test file asks the main thread: the cases of its group, then the verdict of each. */
export type Question = { group: Group } | { id: string };

export interface CaseCard {
  id: string;
  title: string;
}

export interface CaseVerdict {
  verdict: Verdict;
  text: string;
}

/** The answer, with the group or the id that was asked about. */
export type Answer = { of: Group; cards: CaseCard[] } | ({ of: string } & CaseVerdict);
