import type { CaseRecord, RunRecord } from '../record/types.js';
import { type CaseResult, countResults, resultOf } from './case-result.js';

/** `ctrf.json`: the run in the Common Test Report Format (ctrf.io). */
export function renderCtrf(record: RunRecord): string {
  const counts = countResults(record);
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
      tests: record.cases.map((testCase) => test(testCase, record, start)),
      environment: {
        appName: record.target.baseUrl,
        extra: { versions: record.target.versions, node: record.tool.node },
      },
    },
  };
  return `${JSON.stringify(report, null, 1)}\n`;
}

const STATUS: Record<CaseResult, 'passed' | 'failed' | 'skipped' | 'other'> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
  observed: 'passed',
  warning: 'other',
  accepted: 'other',
  inconclusive: 'other',
  error: 'other',
};

function test(testCase: CaseRecord, record: RunRecord, start: number): object {
  const kind = resultOf(testCase, record.failLevel);
  const begin = start + Math.round(testCase.startedMs);
  const trace = [
    testCase.expected && `expected: ${testCase.expected}`,
    testCase.received && `received: ${testCase.received}`,
  ].filter(Boolean);
  return {
    name: testCase.id,
    status: STATUS[kind],
    rawStatus: kind,
    duration: Math.round(testCase.durationMs),
    start: begin,
    stop: begin + Math.round(testCase.durationMs),
    suite: [testCase.version, testCase.group],
    ...(testCase.reason ? { message: testCase.reason.text } : {}),
    ...(trace.length > 0 ? { trace: trace.join('\n') } : {}),
    tags: [testCase.level, ...testCase.statements],
    steps: testCase.steps.map((name) => ({ name, status: STATUS[kind] === 'passed' ? 'passed' : 'other' })),
    extra: { title: testCase.title, ...(testCase.reason ? { code: testCase.reason.code } : {}) },
  };
}
