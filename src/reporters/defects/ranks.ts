import { groupBy } from '../../group-by.js';
import { codes } from '../../reasons.js';
import type { CaseRecord, RunRecord } from '../../record/types.js';

/**
 * How early a reason comes in the chain of causes: a broken response before a missing field, that before a wrong type,
 * that before a wrong value, and all of them before behaviour. Between what is reported and what employees see, either
 * may cause the other.
 */
export function causeRank(code: string): number {
  const found = RANKS.findIndex((each) => each.has(code));
  return found < 0 ? RANKS.length : found;
}

const RANKS: readonly ReadonlySet<string>[] = [
  codes(
    'truncated',
    'surplus-bytes',
    'framing',
    'chunk',
    'content-length',
    'header',
    'status-line',
    'not-http',
    'encoding',
    'codings',
    'empty-body',
    'not-json',
    'redirect',
    'server-error',
  ),
  codes('missing', 'shape', 'too-few'),
  codes('type', 'surplus'),
  codes('value', 'empty', 'unit', 'status', 'code', 'message', 'key-repeated', 'clock-stands', 'repeated'),
  codes('not-in-table', 'clock-drift', 'clock-skew', 'spelling', 'content-type'),
  codes('auth', 'accepted', 'refused', 'unsupported', 'plain-http'),
  codes('event-shape', 'user-missing'),
  codes(
    'no-event',
    'wrong-address',
    'payload',
    'unexpected-event',
    'not-delivered',
    'history',
    'content',
    'seen',
    'presence',
    'order',
  ),
  codes('copies'),
];

/** The plainest first. */
export function plainestFirst(record: RunRecord): (a: CaseRecord, b: CaseRecord) => number {
  const oddness = oddnessOf(record);
  return (a, b) => oddness(a) - oddness(b) || (a.id < b.id ? -1 : 1);
}

/**
 * How far a case is from a plain one, which has few steps and small bodies of ordinary characters. A fault shows in the
 * case that provoked it, rather than in one that depends on what happened in all the others.
 */
export function oddnessOf(record: RunRecord): (testCase: CaseRecord) => number {
  const exchanges = new Map(record.exchanges.map((exchange) => [exchange.id, exchange]));
  const makers = {
    exchange: exchanges,
    event: new Map(record.events.map((event) => [event.id, event])),
    reading: new Map(record.readings?.map((reading) => [reading.id, reading])),
  };
  const isOwn = ({ id, judged }: CaseRecord): boolean =>
    (['exchange', 'event', 'reading'] as const).every((kind) => {
      const maker = makers[kind].get(judged?.[kind] ?? NONE)?.caseId ?? id;
      return maker === id;
    });
  const known = new Map<string, number>();
  return (testCase) => {
    const before = known.get(testCase.id);
    if (before !== undefined) return before;
    // A case that stands for a breach in the setup of others shows theirs as well.
    const own = testCase.exchanges
      .slice(0, MOST_LOOKED_AT)
      .flatMap((id) => exchanges.get(id) ?? [])
      .filter(({ caseId }) => caseId === testCase.id);
    const texts = own.map(({ request }) => request.body?.text ?? request.body?.base64 ?? '');
    const odd = texts.reduce((sum, text) => sum + (text.match(ODD)?.length ?? 0), 0);
    // A value that is missing makes no request plainer.
    const long = own.reduce((sum, { request }) => sum + blocksOf(request.body?.bytes ?? 0), 0);
    const unusual = testCase.judged?.circumstances?.filter((text) => !USUAL.includes(text)) ?? [];
    const circumstances = unusual.length * ODDNESS_OF_CIRCUMSTANCE;
    const hurry = testCase.judged?.waitShortened ? ODDNESS_OF_HURRY : 0;
    const plain =
      testCase.steps.length * ODDNESS_OF_STEP + circumstances + own.length * 200 + odd * 50 + long + hurry;
    const isSecondHand = !isOwn(testCase);
    const score = GENERATED.includes(testCase.group) ? WALKED : plain + (isSecondHand ? SECOND_HAND : 0);
    known.set(testCase.id, score);
    return score;
  };
}

/** What one more step adds. */
export const ODDNESS_OF_STEP = 1_000;
/** Anything unusual that went before is worth several steps: time that passed, a second conversation. */
const ODDNESS_OF_CIRCUMSTANCE = 3 * ODDNESS_OF_STEP;
/** What did not come within a shorter wait might still have come. */
const ODDNESS_OF_HURRY = 2 * ODDNESS_OF_STEP;
/** Where every conversation begins. */
export const BEFORE_SELECTION = 'before the selection';
/** Beside a more exact circumstance; said where cases of several conversations have nothing more exact in common. */
export const LATER_CONVERSATION = 'later conversation';
const USUAL = [BEFORE_SELECTION, LATER_CONVERSATION];
/** After everything that is written by hand, and in no order among themselves. */
const WALKED = 1e6;
const SECOND_HAND = 5e5;
/** The id of no statement. */
const NONE = -1;

/** Whole blocks of bytes: an ordinary body fills one. */
function blocksOf(bytes: number): number {
  return Math.ceil(bytes / ORDINARY_BYTES) * ORDINARY_BYTES;
}

const ORDINARY_BYTES = 512;
const MOST_LOOKED_AT = 40;
const ODD = /[^ -~]|\\u|\\\//g;

/** Groups whose cases are made by walking the model: plainer cases usually find what they find as well. */
export const GENERATED: readonly string[] = ['walks', 'concurrency'];

/** Whether a case judges everything of a run, whatever case it came in: such cases are called so. */
export function isOfTheRun({ id }: Pick<CaseRecord, 'id'>): boolean {
  return /^[^/]+\/[^/]+\/every-/.test(id);
}

/**
 * The statement that each violation is reported under. A case may claim several; the fault most likely concerns the one
 * whose cases fail at the highest rate, in the version where that is highest. Ties go to the plainest failing case, then
 * to the number of cases. A statement about a single field is passed over where something else was found to be wrong,
 * unless the case claims no other. This groups defects: the verdict of a statement is that of its cases.
 * @returns ids of statements by ids of cases
 */
export function ownersOf(record: RunRecord): Map<string, string> {
  const broken = record.cases.filter(({ verdict }) => verdict === 'fail');
  const order = closestFirst(broken, record);
  const fields = new Map(record.statements.map(({ id, field }) => [id, field]));
  return new Map(
    broken.flatMap((testCase) => {
      const claimed = order.filter((candidate) => testCase.statements.includes(candidate));
      const owner = claimed.find((id) => mayConcern(fields.get(id), testCase)) ?? claimed[0];
      return owner === undefined ? [] : [[testCase.id, owner] as const];
    }),
  );
}

/** Whether what was found to be wrong may be this field of this operation (`operation.field`), as far as is known. */
export function mayConcern(field: string | undefined, { judged }: CaseRecord): boolean {
  if (field === undefined || judged?.about === undefined) return true;
  return field === `${judged.about}.${judged.field ?? field.split('.')[1]}`;
}

/** Statements with failing cases, the one that fails most certainly first. */
function closestFirst(broken: readonly CaseRecord[], record: RunRecord): string[] {
  const rates = failureRates(record.cases);
  const plainest = plainestFirst(record);
  const own = groupBy(
    [...broken].sort(plainest).flatMap((testCase) => testCase.statements.map((id) => ({ id, testCase }))),
    ({ id }) => id,
  );
  return [...own]
    .sort(
      ([a, [firstOfA, ...othersOfA]], [b, [firstOfB, ...othersOfB]]) =>
        (rates.get(b) ?? 0) - (rates.get(a) ?? 0) ||
        (firstOfA && firstOfB ? plainest(firstOfA.testCase, firstOfB.testCase) : 0) ||
        othersOfB.length - othersOfA.length ||
        (a < b ? -1 : 1),
    )
    .map(([id]) => id);
}

/**
 * Share of a statement's judged cases that failed, in the version where it is largest: a fault may exist in one version
 * alone.
 */
export function failureRates(cases: readonly CaseRecord[]): Map<string, number> {
  const rates = new Map<string, number>();
  const judged = cases.filter(({ verdict }) => verdict === 'fail' || verdict === 'pass');
  for (const own of groupBy(judged, ({ version }) => version).values()) {
    const counts = new Map<string, { failed: number; all: number }>();
    for (const { statements, verdict } of own)
      for (const id of statements) {
        const { failed, all } = counts.get(id) ?? { failed: 0, all: 0 };
        counts.set(id, { failed: failed + Number(verdict === 'fail'), all: all + 1 });
      }
    for (const [id, { failed, all }] of counts) rates.set(id, Math.max(rates.get(id) ?? 0, failed / all));
  }
  return rates;
}

/** What goes wrong between the user and the employee, whichever statement asks for it. */
export const ON_THE_WAY = codes(
  'no-event',
  'unexpected-event',
  'wrong-address',
  'payload',
  'not-delivered',
  'history',
  'content',
  'seen',
  'order',
  'copies',
);

/** Reasons that are about requests that must be refused. */
export const OF_FAULTS = codes('accepted', 'code', 'message', 'status');
