import type { LeftOut } from '../cases/select.js';
import type { Case, Step } from '../cases/types.js';
import { circumstancesOf } from '../cases/words/circumstances.js';
import { eventWords } from '../cases/words/expectations.js';
import { procedure } from '../cases/words/procedure.js';
import type { Description, Statement } from '../description/types.js';
import type { CaseOutcome, Exchange, Reading } from '../engine/evidence.js';
import type { Delivery, Reader } from '../engine/ports.js';
import type {
  ActionRecord,
  CaseRecord,
  HistoryRecord,
  Judged,
  Place,
  PreflightVerdict,
  RunRecord,
  StatementRecord,
  Verdict,
} from '../record/types.js';
import { cutTextCounted } from '../terminal-text.js';

/** Everything that a record is made of. */
export interface Evidence {
  descriptions: readonly Description[];
  outcomes: readonly CaseOutcome[];
  skipped: readonly LeftOut[];
  exchanges: readonly Exchange[];
  deliveries: readonly Delivery[];
  /** What employees were seen to see. */
  readings: readonly Reading[];
  reader: Reader;
  /** Part of every user id of the run. */
  nonce: string;
  /** What the employee's side was asked to do. */
  actions: ActionRecord[];
  /** Wall clock of the run's start. */
  startedAt: number;
}

export function caseRecords({ descriptions, outcomes, skipped, startedAt }: Evidence): CaseRecord[] {
  const common = commonTo(descriptions);
  const descriptionOf = (version: string): Description | undefined =>
    descriptions.find((description) => description.version === version);
  const dependence = dependences(descriptions, outcomes);
  const ran = outcomes.map(
    (outcome): CaseRecord => ({
      ...common(outcome.case),
      verdict: outcome.verdict,
      reason: outcome.reason,
      expected: outcome.expected,
      received: outcome.received,
      exchanges: outcome.exchanges,
      events: outcome.events,
      ...(outcome.readings && outcome.readings.length > 0 && { readings: outcome.readings }),
      ...(outcome.verdict === 'fail' &&
        outcome.judged && {
          judged: {
            ...judgedRecord(outcome.judged, startedAt, descriptionOf(outcome.case.version)),
            ...dependedOn(outcome.judged.place, dependence(outcome)),
          },
        }),
      startedMs: Math.round(outcome.startedAt - startedAt),
      durationMs: Math.round(outcome.durationMs),
      ...(outcome.dueTo !== undefined && { dueTo: outcome.dueTo }),
    }),
  );
  const left = skipped.map(
    ({ case: testCase, verdict, reason }): CaseRecord => ({
      ...common(testCase),
      verdict,
      reason,
      expected: null,
      received: null,
      exchanges: [],
      events: [],
      startedMs: 0,
      durationMs: 0,
    }),
  );
  return [...ran, ...left].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function dependedOn(
  { circumstances }: Place,
  { telling, sometimes }: Dependence,
): Pick<Judged, 'telling' | 'sometimes'> {
  return { ...(circumstances && { telling }), ...(sometimes && { sometimes }) };
}

function judgedRecord(
  { place, step, at }: NonNullable<CaseOutcome['judged']>,
  startedAt: number,
  description: Description | undefined,
): NonNullable<CaseRecord['judged']> {
  const { values, history, about } = place;
  const inWords = about !== undefined && description ? eventWords(about, description) : about;
  return {
    ...place,
    ...(inWords !== about && { aboutInWords: inWords }),
    ...(values && { values: briefly(values) }),
    ...(history && { history: historySince(history, startedAt) }),
    step: step + 1,
    atMs: Math.round(at - startedAt),
  };
}

/** A race is decided in fractions of a millisecond: one decimal is kept. */
function historySince(history: HistoryRecord, startedAt: number): HistoryRecord {
  const since = (moment: number): number => Math.round((moment - startedAt) * 10) / 10;
  return {
    ...history,
    together: history.together.map((move) => ({
      ...move,
      fromMs: since(move.fromMs),
      toMs: since(move.toMs),
    })),
  };
}

function mapped<T extends object>(of: T, change: (value: unknown) => unknown): T {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, change(value)])) as T;
}

/** Of longer texts, the beginning is kept. */
const LONGEST_VALUE = 4_000;
/** For a text that is the beginning of what was due, it matters where it ends. */
const LONGEST_BEGINNING = 20_000;

type Values = NonNullable<NonNullable<CaseRecord['judged']>['values']>;

function briefly(values: Values): Values {
  const { expected, received } = values;
  const isBeginning =
    typeof expected === 'string' && typeof received === 'string' && expected.startsWith(received);
  const longest = isBeginning ? LONGEST_BEGINNING : LONGEST_VALUE;
  return mapped(values, (value) => (typeof value === 'string' ? cutTextCounted(value, longest) : value));
}

type Common = Pick<
  CaseRecord,
  'id' | 'version' | 'group' | 'operation' | 'level' | 'statements' | 'title' | 'steps'
>;

/** What a case is, whatever came of it. */
function commonTo(descriptions: readonly Description[]): (testCase: Case) => Common {
  const byVersion = new Map(descriptions.map((description) => [description.version, description]));
  return (testCase) => {
    const { id, version, group, operation, level, statements, title } = testCase;
    const description = byVersion.get(version);
    const steps = description === undefined ? [] : procedure(testCase, description);
    return { id, version, group, ...(operation && { operation }), level, statements, title, steps };
  };
}

/** A violation that was seen remains one, whatever else went wrong. */
const WORST: Verdict[] = ['fail', 'error', 'inconclusive', 'skipped', 'pass'];

/**
 * The statements with the worst verdict of their cases: one with a failed case is violated, whichever statement the
 * defect is reported under.
 * @param shown what the preflight says, by what it looked at
 */
export function statementRecords(
  descriptions: readonly Description[],
  cases: readonly CaseRecord[],
  shown: Record<NonNullable<Statement['preflight']>, PreflightVerdict>,
): StatementRecord[] {
  const records = new Map<string, StatementRecord>();
  const claimed = byStatement(cases);
  for (const { version, statements } of descriptions) {
    for (const [id, { section, level, text, field, untestable, preflight }] of Object.entries(statements)) {
      const before = preflight && shown[preflight];
      const record = records.get(id) ?? {
        id,
        section,
        level,
        text,
        versions: [],
        verdicts: {},
        cases: [],
        ...(field && { field }),
        ...(untestable && { untestable }),
        ...(before && { preflight: before.text }),
      };
      const own = claimed.get(`${version} ${id}`) ?? [];
      const worst = WORST.find((verdict) => own.some((testCase) => testCase.verdict === verdict));
      record.versions.push(version);
      record.verdicts[version] = worst ?? before?.verdict ?? (untestable ? 'untested' : 'skipped');
      record.cases.push(...own.map((testCase) => testCase.id));
      records.set(id, record);
    }
  }
  return [...records.values()];
}

/** Cases by version and statement. */
function byStatement(cases: readonly CaseRecord[]): Map<string, CaseRecord[]> {
  const claimed = new Map<string, CaseRecord[]>();
  for (const testCase of cases) {
    for (const id of testCase.statements) {
      const key = `${testCase.version} ${id}`;
      const known = claimed.get(key);
      if (known) known.push(testCase);
      else claimed.set(key, [testCase]);
    }
  }
  return claimed;
}

/** What the sections of the interface document are about, by their numbers. */
export function sections(descriptions: readonly Description[]): Record<string, string> {
  return Object.assign({}, ...descriptions.map((description) => description.sections ?? {}));
}

/** Open questions, numbered in the order of the descriptions. */
export function gaps(descriptions: readonly Description[]): RunRecord['gaps'] {
  const all = new Map(descriptions.flatMap(({ gaps: own }) => Object.entries(own)));
  return [...all].map(([id, { section, question, unobservable }], at) => ({
    id,
    number: at + 1,
    section,
    question,
    ...(unobservable !== undefined && { unobservable }),
  }));
}

/** How often a judgement of one kind passed, and how often not, under the same circumstances. */
interface Tally {
  circumstances: ReadonlySet<string>;
  passed: number;
  failed: number;
}

/** What a violation seems to depend on. */
interface Dependence {
  /** Of what went before it: judgements of its kind fail far more often under these circumstances than without them. */
  telling: string[];
  /** Under these circumstances, too, most of them pass: it depends on something else, or on chance. */
  sometimes: boolean;
}

/**
 * What violations of a run depend on, as far as it shows in what went before. What cases that pass have in common with one
 * just as often is left out.
 */
export function dependences(
  descriptions: readonly Description[],
  outcomes: readonly CaseOutcome[],
): (outcome: CaseOutcome) => Dependence {
  let known: Map<string, Tally[]> | null = null;
  return (outcome) => {
    known ??= tallied(descriptions, outcomes);
    const tallies = known.get(kindOfFailure(outcome)) ?? [];
    const telling = raising(outcome.judged?.place.circumstances ?? [], tallies);
    const { passed, failed } = sumOf(tallies, telling);
    return { telling, sometimes: passed > MOSTLY * failed };
  };
}

/** So many pass for each that does not: then most do. */
const MOSTLY = 3;

/** Judgements under all of some circumstances. */
function sumOf(tallies: readonly Tally[], some: readonly string[]): Pick<Tally, 'passed' | 'failed'> {
  const having = tallies.filter(({ circumstances }) => some.every((each) => circumstances.has(each)));
  const sum = (of: 'passed' | 'failed'): number => having.reduce((total, tally) => total + tally[of], 0);
  return { passed: sum('passed'), failed: sum('failed') };
}

/** So many times as often fails what depends on a circumstance. */
const LIFT = 3;

/** If this share of judgements pass without a circumstance, and none otherwise, a violation depends on it. */
const ENOUGH_PASSED = 1 / 3;

/** Those that raise the rate of failures, by themselves or beside the others. */
function raising(all: readonly string[], tallies: readonly Tally[]): string[] {
  const rate = (some: readonly string[]): number => {
    const { passed, failed } = sumOf(tallies, some);
    return failed / (failed + passed);
  };
  const others = (circumstance: string): string[] => all.filter((other) => other !== circumstance);
  const onlyUnder = (circumstance: string): boolean => {
    const without = tallies.filter(({ circumstances }) => !circumstances.has(circumstance));
    const passed = without.reduce((total, tally) => total + tally.passed, 0);
    const all = tallies.reduce((total, tally) => total + tally.passed + tally.failed, 0);
    return passed >= ENOUGH_PASSED * all && without.every(({ failed }) => failed === 0);
  };
  return all.filter(
    (circumstance) =>
      rate([circumstance]) >= LIFT * rate([]) ||
      rate(all) >= LIFT * rate(others(circumstance)) ||
      onlyUnder(circumstance),
  );
}

function tallied(
  descriptions: readonly Description[],
  outcomes: readonly CaseOutcome[],
): Map<string, Tally[]> {
  const kinds = new Map<string, Map<string, Tally>>();
  const count = (kind: string, circumstances: readonly string[], as: 'passed' | 'failed'): void => {
    const tallies = kinds.get(kind) ?? new Map<string, Tally>();
    kinds.set(kind, tallies);
    const set = [...circumstances].sort().join('\n');
    const tally = tallies.get(set) ?? { circumstances: new Set(circumstances), passed: 0, failed: 0 };
    tallies.set(set, tally);
    tally[as] += 1;
  };
  for (const outcome of outcomes) {
    const { case: testCase, verdict, judged } = outcome;
    const description = descriptions.find(({ version }) => version === testCase.version);
    if (verdict === 'fail' && judged)
      count(kindOfFailure(outcome), judged.place.circumstances ?? [], 'failed');
    if (verdict !== 'pass' || !description) continue;
    for (const [step, each] of testCase.steps.entries()) {
      // However many messages are looked for at once, those under the same circumstances are one judgement.
      const all = (each.do === 'inbox' ? each.holds : [undefined]).map((of) =>
        circumstancesOf(description, testCase, { step, of }),
      );
      for (const circumstances of new Map(all.map((own) => [own.join('\n'), own])).values())
        for (const kind of kindsOf(each)) count(kind, circumstances, 'passed');
    }
  }
  return new Map([...kinds].map(([kind, tallies]) => [kind, [...tallies.values()]]));
}

/** What a step judges when it passes. */
function kindsOf(step: Step): string[] {
  if (step.do === 'expect-event') return [`${step.times === 0 ? 'absent' : 'due'} ${step.event}`];
  if (step.do === 'inbox')
    return [
      `inbox ${step.judge}`,
      ...[...step.names, ...(step.card ? ['card'] : [])].map((name) => `shown ${name}`),
    ];
  return step.do === 'expect-some-order' ? ['explained'] : [];
}

/** The same of the step that found the violation. */
function kindOfFailure({ case: { steps }, judged }: CaseOutcome): string {
  const step = steps[judged?.step ?? -1];
  if (!step) return '';
  const [first = '', ...shown] = kindsOf(step);
  const { field } = judged?.place ?? {};
  return field === undefined
    ? first
    : (shown.find((kind) => kind === `shown ${field}`) ?? shown.at(-1) ?? first);
}
