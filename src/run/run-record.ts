import { casesOf } from '../cases/derive.js';
import type { Case } from '../cases/types.js';
import type { BaselineEntry } from '../configuration/baseline-file.js';
import type { Description } from '../description/types.js';
import { concurrencyFor } from '../http/pace.js';
import { packageIdentity } from '../package-root.js';
import type { Redactor } from '../record/redact.js';
import type { RunRecord } from '../record/types.js';
import type { Catcher } from '../webhook/catcher.js';
import type { RunRequest } from './at-deployment.js';
import { diagnosisOf, idleDriverOf } from './diagnosis.js';
import { gapAnswers } from './gaps/gap-answers.js';
import type { Prepared } from './preflight/preflight.js';
import { caseRecords, type Evidence, gaps, sections, statementRecords } from './record.js';
import { machines, truthTable } from './routing-record.js';
import { timingOf } from './timing.js';
import { bodyKeeper, eventRecords, exchangeRecords, readingRecords } from './traffic-records.js';
import {
  applyBaseline,
  exitCodeOf,
  recordedSentences,
  summarize,
  verdictOf,
  verdictSentences,
} from './verdict.js';

/** A run that came to its end, and what was known before it began. */
export interface Finished {
  request: RunRequest;
  prepared: Prepared;
  evidence: Evidence;
  wanted: readonly Case[];
  leftOut: number;
  /** What is said of others that used the same contact point. */
  interference: string | null;
  /** Failures that are accepted. */
  known: readonly BaselineEntry[];
  /** Until the first case. */
  readyMs: number;
  durationMs: number;
  catcher: Catcher;
  redact: Redactor;
}

/** All that a run has shown, as the reporters get it: judged as a whole, every key masked. */
export function runRecord(finished: Finished): RunRecord {
  const { request, prepared, evidence, wanted, leftOut, known, readyMs, durationMs, catcher, redact } =
    finished;
  const { configuration, descriptions } = request;
  const { target, run: settings } = configuration;
  const interrupted = request.interrupted();
  const ids = known.length === 0 ? [] : casesOf(descriptions).map(({ id }) => id);
  const { cases, baseline } = applyBaseline(known, caseRecords(evidence), ids, evidence.startedAt);
  const summary = summarize(cases, settings.level);
  const exitCode = exitCodeOf(cases, summary, {
    interrupted,
    requireComplete: settings.requireComplete,
    baseline,
  });
  const verdict = verdictOf(cases, summary, { interrupted, leftOut });
  const versions = prepared.descriptions.map(({ version }) => version);
  const sentences = verdictSentences(verdict, {
    cases,
    summary,
    versions,
    failLevel: settings.level,
    baseline,
    leftOut,
    bundled: request.bundled,
  });
  const keep = bodyKeeper(redact);
  const { ignored, dropped } = catcher.counters;
  const exchanges = exchangeRecords(evidence.exchanges, evidence.startedAt, keep);
  const diagnosis = diagnosisOf(exchanges);
  const events = eventRecords(evidence, keep);
  const idleDriver = idleDriverOf(prepared.descriptions, evidence.actions, events);
  return redact<RunRecord>({
    schema: 'conform-results/1',
    tool: { ...packageIdentity(), node: process.version },
    target: {
      baseUrl: target.baseUrl ?? '',
      versions,
      bundled: request.bundled,
      operator: request.operator.name,
      webhookUrl: prepared.webhook.length > 0 ? catcher.url : null,
    },
    startedAt: new Date(evidence.startedAt).toISOString(),
    durationMs: Math.round(durationMs),
    partial: interrupted !== null,
    verdict,
    exitCode,
    ...recordedSentences(diagnosis === null ? sentences : [diagnosis, ...sentences]),
    ...(diagnosis !== null && { diagnosis }),
    summary,
    failLevel: settings.level,
    timing: timingOf(prepared, evidence, {
      readyMs,
      concurrency: concurrencyFor(settings.concurrency, prepared.roundTripMs),
    }),
    cases,
    statements: statementRecords(prepared.descriptions, cases, { tls: prepared.tls }),
    sections: sections(descriptions),
    observations: gapAnswers(prepared.answers, evidence, redact),
    gaps: gaps(descriptions),
    truthTable: truthTable(prepared.descriptions, wanted, cases, events),
    machines: machines(prepared.descriptions, wanted, cases),
    exchanges,
    events,
    readings: readingRecords(evidence),
    strays: { foreign: evidence.deliveries.length - events.length, refused: ignored, dropped },
    actions: evidence.actions,
    baseline,
    command: request.command,
    ...(idleDriver !== null && { idleDriver }),
    ...(settings.shard && { shard: settings.shard }),
    ...(wanted.length > 0 && { selection: selectionOf(wanted, descriptions, target.versions) }),
    ...(finished.interference !== null && { interference: finished.interference }),
  });
}

function selectionOf(
  wanted: readonly Case[],
  descriptions: readonly Description[],
  versions: string[],
): NonNullable<RunRecord['selection']> {
  const all = casesOf(descriptions).filter(({ version }) => versions.includes(version));
  return { versions, deselected: all.length - wanted.length };
}
