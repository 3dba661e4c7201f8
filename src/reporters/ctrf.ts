import { type CaseResult, countResults, resultOf } from '../record/case-results.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import { isCutShort } from './results.js';

/** Cases that are written at a time: the steps of all of them together take as much memory as the record. */
const AT_A_TIME = 64;

/** `ctrf.json`: the run in the Common Test Report Format (ctrf.io), in pieces. */
export function* ctrfParts(record: RunRecord): Generator<string> {
  const counts = countResults(record);
  const start = Date.parse(record.startedAt);
  const whole = isCutShort(record) ? [wholeRun(record, start)] : [];
  const other = whole.length + counts.inconclusive + counts.error + counts.warning + counts.accepted;
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: `${record.tool.name} ${record.tool.version}`,
    timestamp: record.startedAt,
    results: {
      tool: { name: record.tool.name, version: record.tool.version },
      summary: {
        tests: whole.length + record.cases.length,
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
          // Apart from the others: what only observes proves nothing.
          proven: counts.passed,
          observed: counts.observed,
        },
      },
      tests: [],
      environment: {
        appName: record.target.baseUrl,
        extra: { versions: record.target.versions, node: record.tool.node },
      },
    },
  };
  const [before = '', after = ''] = JSON.stringify(report, null, 1).split('"tests": []');
  yield `${before}"tests": [${items(whole)}`;
  for (let at = 0; at < record.cases.length; at += AT_A_TIME) {
    const some = record.cases.slice(at, at + AT_A_TIME).map((testCase) => test(testCase, record, start));
    yield `${at + whole.length === 0 ? '' : ','}${items(some)}`;
  }
  yield `\n]${after}\n`;
}

/** The items of a list as JSON, without its brackets. */
function items(list: readonly object[]): string {
  return JSON.stringify(list, null, 1).slice(1, -1).trimEnd();
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

/** Without it, a run that came to no verdict, or was interrupted, would look like one in which nothing went wrong. */
function wholeRun({ verdict, sentence, durationMs }: RunRecord, start: number): object {
  const duration = Math.round(durationMs);
  return {
    name: 'run',
    status: 'other',
    rawStatus: verdict,
    duration,
    start,
    stop: start + duration,
    suite: ['run'],
    message: sentence,
  };
}

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
