import type { RunRecord } from '../../record/types.js';

/** How much evidence the page carries. */
export interface Budget {
  /** Cases of a story shown with their whole evidence. */
  fullCases: number;
  /** Characters of a body in whole evidence, and elsewhere. */
  fullBody: number;
  briefBody: number;
  /** Whether headers are shown outside whole evidence. */
  briefHeaders: boolean;
  /** Exchanges of a case that are shown, and webhooks: the last ones. */
  fullItems: number;
  briefItems: number;
  /** Arrows of a picture, and pictures of a scenario. */
  drawnItems: number;
  pictures: number;
  /** Whether a case that passed shows more than its id. */
  passes: boolean;
}

/** From the richest to the barest: each is the one before it with less of something. */
export const BUDGETS: readonly Budget[] = ladder(
  {
    fullCases: 12,
    fullBody: 16_384,
    briefBody: 2_000,
    briefHeaders: true,
    fullItems: 60,
    briefItems: 40,
    drawnItems: 40,
    pictures: Infinity,
    passes: true,
  },
  [
    { fullCases: 5, fullBody: 8_192, briefBody: 600 },
    { fullCases: 3, fullBody: 4_096, briefBody: 400, briefHeaders: false, fullItems: 40 },
    { fullCases: 1, fullBody: 2_048, briefBody: 160, briefItems: 20, drawnItems: 24 },
    { briefItems: 6, drawnItems: 16 },
    { fullBody: 1_024, briefBody: 0, fullItems: 20, briefItems: 4, drawnItems: 10, pictures: 2 },
    { briefItems: 0, pictures: 1 },
    { passes: false },
    { fullBody: 512, fullItems: 10, drawnItems: 6, pictures: 0 },
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
 * Whether a budget is worth a try: what its exchanges outside of whole evidence take at the least. To build a page only
 * to find it far too large takes seconds where there are tens of thousands of them.
 */
export function mayFit(
  { cases, exchanges }: RunRecord,
  { briefBody, briefHeaders, briefItems, passes }: Budget,
  mostBytes: number,
): boolean {
  const byId = new Map(exchanges.map((one) => [one.id, one]));
  let bytes = cases.length * LEAST_OF_A_CASE;
  for (const one of cases) {
    if (!passes && one.verdict === 'pass') continue;
    for (const id of one.exchanges.slice(0, briefItems)) {
      const { request, response } = byId.get(id) ?? {};
      bytes += LEAST_OF_AN_EXCHANGE + (briefHeaders ? LEAST_OF_HEADERS : 0);
      for (const body of [request?.body, response?.body])
        bytes += Math.min(briefBody, body?.text?.length ?? body?.base64?.length ?? 0);
    }
  }
  return bytes <= mostBytes;
}

const LEAST_OF_A_CASE = 450;
const LEAST_OF_AN_EXCHANGE = 280;
const LEAST_OF_HEADERS = 80;
