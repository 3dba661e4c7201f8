import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { RunRecord } from '../../src/record/types.js';
import { annotations } from '../../src/reporters/annotations.js';
import { defectsOf, unprovenGroups } from '../../src/reporters/defects/defects.js';
import { renderMarkdown } from '../../src/reporters/markdown.js';
import { windowWords } from '../../src/reporters/results.js';
import { terminalSummary } from '../../src/reporters/terminal.js';
import { width } from '../../src/reporters/text/columns.js';
import { code, prose } from '../../src/reporters/text/escapes.js';
import { renderHtml } from '../support/record/render-html.js';
import { sampleRecord } from '../support/record/sample-record.js';

const HOSTILE =
  '<script>x</script> `` ![i](http://h/) @team #12 | \u001b[2J\r\n::error::taken\n##[group]g \u202e';
const passing = await sampleRecord({ kind: 'passing' });
const faulty = await sampleRecord({ kind: 'faulty' });
const interrupted = await sampleRecord({ kind: 'interrupted' });
const unproven = {
  ...passing,
  cases: passing.cases.map((testCase, at) =>
    at % 3 === 0
      ? {
          ...testCase,
          verdict: 'skipped' as const,
          reason: {
            code: ['no-operator', 'no-second-key', 'no-fresh-key'][at % 5] ?? 'operator-lacks',
            text: `Reason ${at % 60}.`,
          },
        }
      : testCase,
  ),
};
const stale = {
  ...passing,
  baseline: [{ caseId: 'gone', reason: 'was known', state: 'stale' as const }],
};
const hostile = await sampleRecord({ kind: 'faulty', hostile: HOSTILE });

test.each([40, 60, 80, 100])('the terminal summary is one screen at %i columns', (columns) => {
  for (const record of [passing, faulty, hostile, interrupted, unproven, stale]) {
    const lines = terminalSummary(record, { color: false, columns }).split('\n');
    // A command stays in one piece, whatever rows it takes.
    const others = lines.filter((line) => !line.includes(': npx conform '));
    expect(Math.max(...others.map(width))).toBeLessThanOrEqual(columns);
    const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(width(line) / columns)), 0);
    if (columns >= 80) expect(rows).toBeLessThanOrEqual(24);
  }
});

test('the terminal summary tells the verdict, each failure shown with its difference, and where the report is', () => {
  const text = terminalSummary(faulty, { color: false, columns: 80, report: 'out/index.html' });
  expect(text).toContain('Not conformant');
  expect(text).toMatch(/expected a refusal from the table/);
  expect(text).toMatch(/received 500 with code 7/);
  expect(text).toContain('Report: out/index.html');
  expect(text).toMatch(/and \d+ more/);
  expect(terminalSummary(passing, { color: false, columns: 80 })).toContain('Conformant');
  expect(terminalSummary(passing, { color: false, columns: 80 })).toContain(`  ${windowWords(passing)}\n`);
  const timed = terminalSummary(passing, { color: false, columns: 100, wholeMs: 9_000 });
  expect(timed).toMatch(/6\.84 s · 9 s with start and reports/);
});

test('what finds no room in the terminal summary is counted', () => {
  const lines = terminalSummary(faulty, { color: false, columns: 80 }).split('\n');
  const defects = defectsOf(faulty).filter((defect) => defect.result !== 'accepted');
  const shown = lines.filter((line) => /^ {2}[✘!] (?!Not conf)/.test(line)).length;
  const counted = Number(/and (\d+) more defect/.exec(lines.join('\n'))?.[1] ?? 0);
  expect(shown).toBeGreaterThanOrEqual(2);
  expect(shown + counted).toBe(defects.length);
  const text = terminalSummary(unproven, { color: false, columns: 80 });
  const reasons = text.split('\n').filter((line) => /^ {2}\d+ cases? skipped: /.test(line)).length;
  expect(reasons).toBeGreaterThan(3);
  expect(reasons + Number(/and (\d+) more reason/.exec(text)?.[1] ?? 0)).toBe(
    unprovenGroups(unproven).length,
  );
});

test('what is said of other runs is a footnote, beside the verdict', () => {
  const interference = `Events of another run came: ${'it uses the same contact point, '.repeat(5)}or ended before.`;
  const noted = { ...hostile, interference, idleDriver: 'Does the driver act here?' };
  const lines = terminalSummary(noted, { color: false, columns: 80 }).split('\n');
  const at = lines.findIndex((line) => line.startsWith('  * Events of another run came: '));
  expect(at).toBeGreaterThan(lines.findIndex((line) => line.includes('Not proven')));
  expect(lines[at + 1]).toMatch(/^ {4}\S/);
  expect(lines).toContain('  * Does the driver act here?');
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(renderMarkdown(noted)).toMatch(/^_Events of another run came: .*before\._$/m);
  expect(renderHtml(noted)).toMatch(/<p class="soft">Events of another run came: [^<]*<\/p>/);
});

test('a baseline that is out of date is told everywhere', () => {
  expect(terminalSummary(stale, { color: false, columns: 80 })).toContain('gone is stale');
  expect(renderMarkdown(stale)).toContain('`gone` is stale: was known');
  expect(annotations(stale)).toEqual(['::error title=Baseline%3A 1 entry out of date::gone is stale']);
});

test('where an older version let nothing but the baseline fail the run, the headline says nothing of the target', () => {
  const summary = { ...passing.summary, fail: 0 };
  const record: RunRecord = { ...stale, verdict: 'not-conformant', exitCode: 1, summary };
  for (const told of [terminalSummary(record, { color: false, columns: 80 }), renderMarkdown(record)]) {
    expect(told).toContain('Baseline out of date');
    expect(told).not.toContain('Not conformant');
  }
});

test('how to prove what was not proven is said where there is room', () => {
  const testCase = passing.cases[0] as RunRecord['cases'][number];
  const reason = { code: 'no-second-key', text: 'No second key.' };
  const record = { ...passing, cases: [{ ...testCase, verdict: 'skipped' as const, reason }] };
  const text = terminalSummary(record, { color: false, columns: 80 });
  expect(text).toContain('  1 case skipped: No second key.\n    → Configure "target.secondKey"');
});

test('a reason that is too long for its line goes on below, before room is given to anything else', () => {
  const testCase = passing.cases[0] as RunRecord['cases'][number];
  const long = `Nobody can say ${'why this should be so '.repeat(3)}at all.`;
  const cases = ['a', 'b', 'c'].map((code) => {
    return { ...testCase, verdict: 'inconclusive' as const, reason: { code, text: `${code}: ${long}` } };
  });
  const text = terminalSummary({ ...passing, cases }, { color: false, columns: 80 });
  expect(text.match(/\n {4}\S.* at all\.\n/g)).toHaveLength(3);
});

test('no reader needs the codes of reasons', () => {
  for (const record of [faulty, interrupted, unproven]) {
    const codes = record.cases.flatMap(({ reason }) => reason?.code.match(/^\w+-[\w-]+$/) ?? []);
    const told = [
      record.sentence,
      terminalSummary(record, { color: false, columns: 80 }),
      renderMarkdown(record),
      ...annotations(record),
    ].join('\n');
    expect(codes.length).toBeGreaterThan(0);
    expect([...new Set(codes)].filter((reasonCode) => told.includes(reasonCode))).toEqual([]);
  }
});

test('colours are the only control characters, and only when asked for', () => {
  const plain = terminalSummary(hostile, { color: false, columns: 80 });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
  expect(plain).not.toMatch(steering);
  expect(stripVTControlCharacters(terminalSummary(hostile, { color: true, columns: 80 }))).toBe(plain);
});

test('nothing in the terminal summary is a command to a CI runner', () => {
  const record = {
    ...hostile,
    sentence: 'Some words. ::error::taken ##[group] ##vso[task.setvariable] ##VSO[x]',
  };
  for (const columns of [40, 41, 43, 80]) {
    const text = terminalSummary(record, { color: false, columns });
    expect(text).not.toMatch(/^\s*::/m);
    expect(text).not.toMatch(/##(vso)?\[/i);
  }
});

test('annotations keep to the limit of each kind and count what they leave out', () => {
  const defects = defectsOf(faulty);
  const many = {
    ...faulty,
    cases: faulty.cases.map((testCase, at) =>
      at < 300 ? { ...testCase, verdict: 'fail' as const, reason: { code: `r${at}`, text: 'x' } } : testCase,
    ),
  };
  const lines = annotations(many);
  for (const kind of ['error', 'warning', 'notice']) {
    expect(lines.filter((line) => line.startsWith(`::${kind} `)).length).toBeLessThanOrEqual(10);
  }
  expect(lines.filter((line) => line.startsWith('::error')).at(-1)).toMatch(/\d+ more in the report/);
  expect(annotations(faulty).filter((line) => line.startsWith('::error'))).toHaveLength(
    defects.filter((defect) => defect.result === 'failed').length,
  );
  expect(annotations(passing)).toEqual([]);
});

test('an annotation is one line whose text ends nothing and starts nothing', () => {
  for (const line of annotations(hostile)) {
    expect(line).toMatch(/^::(error|warning|notice) title=[^:,\r\n]+::[^\r\n]*$/);
    expect(line).not.toMatch(/##(vso)?\[/i);
  }
});

test('text of others is inert in Markdown', () => {
  expect(code('a `b` | c')).toBe('``a `b` \\| c``');
  expect(code('`')).toBe('`` ` ``');
  expect(prose('*a* <b> [c](d) @team https://x.y')).toBe(
    '\\*a\\* &lt;b&gt; \\[c\\]\\(d\\) @\u2060team https:\u2060//x.y',
  );
  const text = renderMarkdown(hostile);
  expect(text).not.toMatch(/^\s*::|^\s*##\[/m);
  const outside = text.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, '');
  expect(outside).not.toContain('<script');
  expect(outside).not.toContain('![');
});

test('the Markdown summary tells every defect and every reason, far below the limit', () => {
  const text = renderMarkdown(faulty);
  expect(Buffer.byteLength(text)).toBeLessThan(200_000);
  for (const { statement } of defectsOf(faulty)) expect(text).toContain(prose(statement?.text ?? ''));
  for (const { text: reason } of unprovenGroups(faulty)) expect(text).toContain(code(reason));
  expect(text).toContain('| ✗ sent (expected: not sent) |');
});
