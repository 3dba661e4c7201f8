import type { CaseRecord, StatementRecord } from '../../record/types.js';
import type { Sign } from './signs.js';

/** Cases that broke the same statement, as one defect with a part for each reason. */
export interface Defect {
  /** Stable within the run. */
  id: string;
  result: 'failed' | 'warning' | 'accepted';
  /** Null when the cases cover no statement. */
  statement: StatementRecord | null;
  /** What is wrong, in one line. */
  title: string;
  /** Stable reason code of the first part. */
  code: string;
  /** Of the first part. */
  sign: Sign | null;
  /** The plainest case of the first part first. */
  cases: CaseRecord[];
  /** By reason, causes before consequences. */
  parts: Part[];
  versions: string[];
  operations: string[];
  /** Defects that follow from this one. */
  consequences: Defect[];
}

/** Cases of a defect that fail for one reason, the plainest first. */
export interface Part {
  code: string;
  title: string;
  cases: CaseRecord[];
  /** What events show about them all, beyond the reason. */
  sign: Sign | null;
}
