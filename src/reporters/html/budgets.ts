import type { RunRecord } from '../../record/types.js';
import { neverBegan } from '../results.js';

/** How much evidence the page carries. */
export interface Budget {
  /** Failing cases shown with their full evidence: of each part of a defect, and in all. */
  fullCases: number;
  mostFull: number;
  /** Characters of a body in full evidence, and in the bare text of the other cases. */
  fullBody: number;
  briefBody: number;
  /** Exchanges, events and readings of a case that are shown: the last ones. */
  fullItems: number;
  briefItems: number;
  /** Arrows of a picture, and pictures of a scenario. */
  drawnItems: number;
  pictures: number;
  /**
   * Whether the evidence of cases that did not fail is packed: a fifth of the bytes, but only a script can show it.
   */
  packed: boolean;
  /** Whether a case that passed shows more than its id. */
  passes: boolean;
}

/** From the richest to the barest: each shows less of something than the one before. */
export const BUDGETS: readonly Budget[] = ladder(
  {
    fullCases: 3,
    mostFull: 60,
    fullBody: 16_384,
    briefBody: 600,
    fullItems: 60,
    briefItems: 40,
    drawnItems: 26,
    pictures: 4,
    packed: false,
    passes: true,
  },
  [
    { packed: true },
    { briefBody: 240, fullBody: 8_192, pictures: 2 },
    { briefBody: 100, fullCases: 2, mostFull: 40, fullBody: 4_096, fullItems: 40 },
    { briefBody: 0, fullCases: 1, mostFull: 30, fullBody: 2_048, briefItems: 20 },
    { briefItems: 6, fullItems: 20, pictures: 1, drawnItems: 16 },
    { briefItems: 0, fullBody: 1_024, mostFull: 20 },
    { passes: false, pictures: 0, drawnItems: 10 },
    { fullBody: 512, fullItems: 10 },
  ],
);

function ladder(richest: Budget, steps: Partial<Budget>[]): Budget[] {
  const budgets = [richest];
  let budget = richest;
  for (const step of steps) {
    budget = { ...budget, ...step };
    budgets.push(budget);
  }
  return budgets;
}

/**
 * The first budget with which the page probably stays within this many bytes: building a page only to find it far too
 * large takes as long as building the right one.
 */
export function budgetFor(record: RunRecord, budgets: readonly Budget[], mostBytes: number): number {
  const sizes = sizesOf(record);
  const found = budgets.findIndex((budget) => estimate(record, sizes, budget) <= mostBytes);
  return found < 0 ? budgets.length - 1 : found;
}

interface Sizes {
  /** By exchange: characters of both bodies. */
  bodies: Map<number, readonly [number, number]>;
  events: Map<string, readonly number[]>;
}

function sizesOf({ exchanges, events }: RunRecord): Sizes {
  const length = (body: { text?: string; base64?: string } | null | undefined): number =>
    body?.text?.length ?? body?.base64?.length ?? 0;
  const byCase = new Map<string, number[]>();
  for (const { caseId, body } of events)
    if (caseId !== null) byCase.set(caseId, [...(byCase.get(caseId) ?? []), length(body)]);
  return {
    bodies: new Map(
      exchanges.map(({ id, request, response }) => [id, [length(request.body), length(response?.body)]]),
    ),
    events: byCase,
  };
}

function estimate(
  { cases, statements, gaps }: RunRecord,
  { bodies, events }: Sizes,
  { briefBody, briefItems, packed, passes, fullBody, mostFull }: Budget,
): number {
  let bytes = FRAME + statements.length * OF_A_STATEMENT + gaps.length * OF_A_GAP;
  let brief = 0;
  let full = 0;
  for (const testCase of cases) {
    bytes += OF_A_ROW + 3 * testCase.id.length + testCase.title.length;
    if (neverBegan(testCase) || (!passes && testCase.verdict === 'pass')) continue;
    const whole = testCase.verdict === 'fail' && full < mostFull;
    if (whole) full += 1;
    const most = whole ? fullBody : briefBody;
    let own = (whole ? OF_A_FULL_CASE : 0) + testCase.steps.reduce((sum, step) => sum + step.length + 4, 0);
    for (const id of testCase.exchanges.slice(-briefItems || testCase.exchanges.length)) {
      if (briefItems === 0) break;
      own +=
        OF_AN_ITEM +
        (whole ? 5 : 1) * (bodies.get(id) ?? []).reduce((sum, body) => sum + Math.min(most, body), 0);
    }
    for (const body of (events.get(testCase.id) ?? []).slice(0, briefItems))
      own += OF_AN_ITEM + Math.min(most, body);
    if (whole) bytes += own;
    else brief += own;
  }
  return bytes + (packed ? brief / PACKING : brief);
}

const FRAME = 160_000;
const OF_A_STATEMENT = 700;
const OF_A_GAP = 500;
const OF_A_ROW = 300;
const OF_AN_ITEM = 130;
const OF_A_FULL_CASE = 12_000;
/** Times that packed evidence is shorter, at least. */
const PACKING = 5;
