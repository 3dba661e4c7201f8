import { casesOf } from '../../../src/cases/derive.js';
import type { Case } from '../../../src/cases/types.js';
import { loadDescriptions } from '../../../src/description/load.js';
import type { Description } from '../../../src/description/types.js';
import type { CaseRecord, RunRecord } from '../../../src/record/types.js';
import { gaps, statementRecords } from '../../../src/run/case-records.js';
import { machines, truthTable } from '../../../src/run/routing-record.js';
import {
  exitCodeOf,
  recordedSentences,
  summarize,
  verdictOf,
  verdictSentences,
} from '../../../src/run/verdict.js';
import { type Fault, faultOf } from './sample-faults.js';
import { type Played, playedCase } from './sample-play.js';

export interface SampleOptions {
  /** `faulty`: five unlike faults, warnings, an accepted violation, inconclusive and skipped cases. */
  kind: 'passing' | 'faulty' | 'interrupted';
  /** Cases taken, spread over all groups; default all. */
  cases?: number;
  /** Text that a hostile target puts into a response of every kind. */
  hostile?: string;
}

/** For tests: the record of a run as it could have been, the same at each call. Nothing is run. */
export async function sampleRecord(options: SampleOptions): Promise<RunRecord> {
  const { descriptions, derived } = await source();
  const cases = taken(derived, descriptions, options);
  const played: Played = { cases: [], exchanges: [], events: [], actions: [], observations: [] };
  cases.forEach((testCase, at) => {
    const description = descriptions.find(({ version }) => version === testCase.version);
    if (description)
      playedCase({
        testCase,
        at,
        of: cases.length,
        description,
        fault: faultFor(testCase, at, cases.length, descriptions, options),
        played,
      });
  });
  played.cases.sort((a, b) => (a.id < b.id ? -1 : 1));
  return assembled(options, descriptions, cases, played);
}

let known: Promise<{ descriptions: Description[]; derived: readonly Case[] }> | undefined;

/** Loaded and derived once: many tests ask for samples. */
function source(): NonNullable<typeof known> {
  known ??= loadDescriptions().then((descriptions) => ({ descriptions, derived: casesOf(descriptions) }));
  return known;
}

function faultFor(
  testCase: Case,
  at: number,
  of: number,
  descriptions: readonly Description[],
  { kind, hostile }: SampleOptions,
): Fault | null {
  if (kind === 'interrupted' && at > of * 0.6)
    return {
      verdict: 'skipped',
      code: 'interrupted',
      text: 'The run was interrupted before the case began.',
    };
  if (kind === 'interrupted' && testCase.name === 'presence-logout')
    return {
      verdict: 'error',
      code: 'driver',
      text: 'The operator driver broke off: its response was no JSON.',
    };
  return kind === 'passing' ? null : faultOf(testCase, descriptions, hostile ?? null);
}

/** Cases spread over all groups; each fault has one among them, however few are taken. Samples of all kinds have the same. */
function taken(
  all: readonly Case[],
  descriptions: readonly Description[],
  { cases: most = Number.POSITIVE_INFINITY }: SampleOptions,
): Case[] {
  const faulty = new Map<string, Case>();
  for (const testCase of all) {
    const fault = faultOf(testCase, descriptions, null);
    const key = fault && `${fault.verdict} ${fault.code}`;
    if (key && !faulty.has(key)) faulty.set(key, testCase);
  }
  const needed = new Set(faulty.values());
  const others = all.filter((testCase) => !needed.has(testCase));
  const chosen = new Set([...needed, ...spread(others, Math.max(0, most - needed.size))]);
  return all.filter((testCase) => chosen.has(testCase));
}

function spread<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);
}

function assembled(
  { kind }: SampleOptions,
  descriptions: readonly Description[],
  cases: readonly Case[],
  played: Played,
): RunRecord {
  const failLevel = 'required';
  const baseline = baselineOf(played.cases);
  const summary = summarize(played.cases, failLevel);
  const interrupted = kind === 'interrupted' ? 'SIGINT' : null;
  const exitCode = exitCodeOf(played.cases, summary, { interrupted, requireComplete: false, baseline });
  const verdict = verdictOf(played.cases, summary, { interrupted });
  const versions = descriptions.map(({ version }) => version);
  return {
    schema: 'conform-results/1',
    tool: { name: 'conform', version: '0.1.0', node: '20.20.2' },
    target: {
      baseUrl: 'https://messaging.example:8443/api',
      versions,
      bundled: kind === 'passing',
      operator: 'http://127.0.0.1:9100',
      webhookUrl: 'https://checker.example/hooks/3f2a9c',
    },
    startedAt: '2025-03-04T09:30:05.000Z',
    durationMs: 6840,
    partial: kind === 'interrupted',
    verdict,
    exitCode,
    ...recordedSentences(
      verdictSentences(verdict, {
        cases: played.cases,
        summary,
        versions,
        failLevel,
        baseline,
        bundled: kind === 'passing',
      }),
    ),
    summary,
    failLevel,
    timing: {
      quietWindowMs: 1500,
      eventTimeoutMs: 10_000,
      roundTripMs: 12,
      readyMs: 2900,
      roundTrips: 42,
      lowerBoundMs: 4900,
      spent: {
        startUpMs: 800,
        preflightMs: 2900,
        casesMs: 2340,
        quietWindowMs: 1600,
        recordMs: 300,
        reportsMs: {},
      },
    },
    cases: played.cases,
    statements: statementRecords(descriptions, played.cases, {
      tls: { verdict: 'pass', text: 'Every request of the run went over TLS.' },
    }),
    observations: played.observations,
    gaps: gaps(descriptions),
    truthTable: truthTable(descriptions, cases, played.cases, played.events),
    machines: machines(descriptions, cases, played.cases),
    exchanges: played.exchanges,
    events: played.events,
    actions: played.actions,
    baseline,
    command: 'npx conform run --base-url https://messaging.example:8443/api --config conform.config.yaml',
  };
}

function baselineOf(cases: readonly CaseRecord[]): RunRecord['baseline'] {
  return cases
    .filter(({ accepted }) => accepted)
    .map(({ id }) => ({
      caseId: id,
      reason: 'Known since the last release, repaired in the next one',
      link: 'https://tracker.example/4711',
      state: 'accepted',
    }));
}
