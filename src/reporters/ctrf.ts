import type { CaseRecord, RunRecord } from '../record/types.js';
import { countStandings, type Standing, standing } from './standing.js';

/** `ctrf.json`: the run in the Common Test Report Format (ctrf.io). */
export function renderCtrf(record: RunRecord): string {
  const counts = countStandings(record);
  const start = Date.parse(record.startedAt);
  const other = counts.inconclusive + counts.error + counts.warning + counts.accepted;
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: `${record.tool.name} ${record.tool.version}`,
    timestamp: record.startedAt,
    results: {
      tool: { name: record.tool.name, version: record.tool.version },
      summary: {
        tests: record.cases.length,
        passed: counts.passed + counts.observed,
        failed: counts.failed,
        skipped: counts.skipped,
        pending: 0,
        other,
        start,
        stop: start + Math.round(record.durationMs),
        duration: Math.round(record.durationMs),
        extra: {
          verdict: record.verdict,
          sentence: record.sentence,
          partial: record.partial,
          // Apart: what only observes proves nothing.
          proven: counts.passed,
          observed: counts.observed,
        },
      },
      tests: record.cases.map((one) => test(one, record, start)),
      environment: {
        appName: record.target.baseUrl,
        extra: { versions: record.target.versions, node: record.tool.node },
      },
    },
  };
  return `${JSON.stringify(report, null, 1)}\n`;
}

const STATUS: Record<Standing, 'passed' | 'failed' | 'skipped' | 'other'> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  observed: 'passed',
  warning: 'other',
  accepted: 'other',
  inconclusive: 'other',
  error: 'other',
};

function test(one: CaseRecord, record: RunRecord, start: number): object {
  const kind = standing(one, record.failLevel);
  const begin = start + Math.round(one.startedMs);
  const trace = [
    one.expected && `expected: ${one.expected}`,
    one.received && `received: ${one.received}`,
  ].filter(Boolean);
  return {
    name: one.id,
    status: STATUS[kind],
    rawStatus: kind,
    duration: Math.round(one.durationMs),
    start: begin,
    stop: begin + Math.round(one.durationMs),
    suite: [one.version, one.group],
    ...(one.reason ? { message: one.reason.text } : {}),
    ...(trace.length > 0 ? { trace: trace.join('\n') } : {}),
    tags: [one.level, ...one.statements],
    steps: one.steps.map((name) => ({ name, status: STATUS[kind] === 'passed' ? 'passed' : 'other' })),
    extra: { title: one.title, ...(one.reason ? { code: one.reason.code } : {}) },
  };
}
