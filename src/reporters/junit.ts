import { groupBy } from '../group-by.js';
import { countResults, levelName, resultOf } from '../record/case-results.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import { isCutShort, shortId } from './results.js';
import { xml } from './text/escapes.js';

/**
 * `junit.xml`: one suite per version and group. Inconclusive cases and errors of the checker are errors; what the baseline
 * accepts is skipped with its reason; a warning passes and says so in its output. A run that did not come to its end is an
 * error as a whole: its skipped cases alone would look green.
 */
export function renderJunit(record: RunRecord): string {
  const suites = groupBy(record.cases, (testCase) => `${testCase.version}/${testCase.group}`);
  const body = [...suites].map(([name, cases]) => suite(name, cases, record));
  const { tests, failures, errors, skipped } = tally(record.cases, record);
  const whole = isCutShort(record) ? 1 : 0;
  const totals = attributes({
    name: record.tool.name,
    tests: tests + whole,
    failures,
    errors: errors + whole,
    skipped,
    time: seconds(record.durationMs),
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${totals}>\n${whole ? cutShort(record) : ''}${body.join('')}</testsuites>\n`;
}

function cutShort({ verdict, sentence, startedAt, target }: RunRecord): string {
  const head = attributes({
    name: 'run',
    tests: 1,
    failures: 0,
    errors: 1,
    skipped: 0,
    time: seconds(0),
    timestamp: startedAt,
    hostname: target.baseUrl,
  });
  const error = `<error ${attributes({ type: verdict, message: sentence })}/>`;
  const only = attributes({ classname: 'run', name: 'verdict', time: seconds(0) });
  return `  <testsuite ${head}>\n    <testcase ${only}>\n      ${error}\n    </testcase>\n  </testsuite>\n`;
}

function suite(name: string, cases: CaseRecord[], record: RunRecord): string {
  const time = seconds(cases.reduce((sum, testCase) => sum + testCase.durationMs, 0));
  const head = attributes({
    name,
    ...tally(cases, record),
    time,
    timestamp: record.startedAt,
    hostname: record.target.baseUrl,
  });
  return `  <testsuite ${head}>\n${properties(cases, record)}${cases.map((testCase) => testcase(testCase, record)).join('')}  </testsuite>\n`;
}

/** What JUnit counts as passed, by kind: what was proven, what was only observed, and where nothing could be judged. */
function properties(cases: CaseRecord[], record: RunRecord): string {
  const counts = countResults({ cases, failLevel: record.failLevel });
  const values = {
    proven: counts.passed,
    observed: counts.observed,
    'nothing-to-judge': counts.skipped + counts.inconclusive,
  };
  const lines = Object.entries(values).map(
    ([name, value]) => `      <property ${attributes({ name, value })}/>\n`,
  );
  return `    <properties>\n${lines.join('')}    </properties>\n`;
}

function tally(
  cases: CaseRecord[],
  record: RunRecord,
): Record<'tests' | 'failures' | 'errors' | 'skipped', number> {
  const kinds = cases.map((testCase) => resultOf(testCase, record.failLevel));
  const number = (...wanted: string[]) => kinds.filter((kind) => wanted.includes(kind)).length;
  return {
    tests: cases.length,
    failures: number('failed'),
    errors: number('error', 'inconclusive'),
    skipped: number('skipped', 'accepted'),
  };
}

function testcase(testCase: CaseRecord, record: RunRecord): string {
  const head = attributes({
    classname: `${testCase.version}.${testCase.group}`,
    name: shortId(testCase),
    time: seconds(testCase.durationMs),
  });
  const inner = outcome(testCase, record);
  return inner === '' ? `    <testcase ${head}/>\n` : `    <testcase ${head}>\n${inner}    </testcase>\n`;
}

function outcome(testCase: CaseRecord, record: RunRecord): string {
  const kind = resultOf(testCase, record.failLevel);
  const message = testCase.reason?.text ?? '';
  const type = testCase.reason?.code ?? kind;
  if (kind === 'passed' || kind === 'observed') return '';
  if (kind === 'skipped') return `      <skipped ${attributes({ type, message })}/>\n`;
  if (kind === 'accepted')
    return `      <skipped ${attributes({ type, message: `${accepted(testCase, record)} ${message}` })}/>\n`;
  if (kind === 'warning')
    return `      <system-out>${xml(`warning (${levelName(testCase.level)}): ${details(testCase)}`)}</system-out>\n`;
  const tag = kind === 'failed' ? 'failure' : 'error';
  return `      <${tag} ${attributes({ type: kind === 'inconclusive' ? `inconclusive: ${type}` : type, message })}>${xml(details(testCase))}</${tag}>\n`;
}

function accepted(testCase: CaseRecord, record: RunRecord): string {
  const entry = record.baseline.find(({ caseId, state }) => caseId === testCase.id && state === 'accepted');
  return `Accepted in the baseline${entry ? `: ${entry.reason}.` : '.'}`;
}

function details(testCase: CaseRecord): string {
  return [
    testCase.title,
    testCase.reason?.text,
    testCase.expected === null ? undefined : `expected: ${testCase.expected}`,
    testCase.received === null ? undefined : `received: ${testCase.received}`,
    testCase.statements.length > 0 ? `statements: ${testCase.statements.join(', ')}` : undefined,
  ]
    .filter((line) => line !== undefined)
    .join('\n');
}

function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${xml(String(value))}"`)
    .join(' ');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
