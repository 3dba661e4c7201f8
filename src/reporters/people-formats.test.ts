import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { sampleRecord } from '../testing/sample-record.js';
import { annotations } from './annotations.js';
import { renderMarkdown } from './markdown.js';
import { code, prose } from './markdown-text.js';
import { tellStories, tellUnproven } from './story.js';
import { terminalSummary } from './terminal.js';
import { width } from './text/columns.js';

const HOSTILE =
  '<script>x</script> `` ![i](http://h/) @team #12 | \u001b[2J\r\n::error::taken\n##[group]g \u202e';
const passing = await sampleRecord({ kind: 'passing' });
const faulty = await sampleRecord({ kind: 'faulty' });
const hostile = await sampleRecord({ kind: 'faulty', hostile: HOSTILE });

test.each([40, 60, 80, 100])('the terminal summary is one screen at %i columns', (columns) => {
  for (const record of [passing, faulty, hostile]) {
    const lines = terminalSummary(record, { color: false, columns }).split('\n');
    expect(Math.max(...lines.map(width))).toBeLessThanOrEqual(columns);
    if (columns >= 80) expect(lines.length).toBeLessThanOrEqual(25);
  }
});

test('the terminal summary tells the verdict, each failure shown with its difference, and where the report is', () => {
  const text = terminalSummary(faulty, { color: false, columns: 80, report: 'out/index.html' });
  expect(text).toContain('Not conformant');
  expect(text).toMatch(/expected 400 with code 9/);
  expect(text).toMatch(/received 400 with code 4/);
  expect(text).toContain('Report: out/index.html');
  expect(text).toMatch(/and \d+ more/);
  expect(terminalSummary(passing, { color: false, columns: 80 })).toContain('Conformant');
});

test('colours are the only control characters, and only when asked for', () => {
  const plain = terminalSummary(hostile, { color: false, columns: 80 });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
  expect(plain).not.toMatch(steering);
  expect(stripVTControlCharacters(terminalSummary(hostile, { color: true, columns: 80 }))).toBe(plain);
});

test('nothing in the terminal summary is a command to a CI runner', () => {
  const record = { ...hostile, sentence: 'Some words. ::error::taken ##[group]' };
  for (const columns of [40, 41, 43, 80]) {
    const text = terminalSummary(record, { color: false, columns });
    expect(text).not.toMatch(/^\s*::/m);
    expect(text).not.toContain('##[');
  }
});

test('annotations keep to the limit of each kind and count what they leave out', () => {
  const stories = tellStories(faulty);
  const many = {
    ...faulty,
    cases: faulty.cases.map((one, at) =>
      at < 60 ? { ...one, verdict: 'fail' as const, reason: { code: `r${at}`, text: 'x' } } : one,
    ),
  };
  const lines = annotations(many);
  for (const kind of ['error', 'warning', 'notice']) {
    expect(lines.filter((line) => line.startsWith(`::${kind} `)).length).toBeLessThanOrEqual(10);
  }
  expect(lines.filter((line) => line.startsWith('::error')).at(-1)).toMatch(/\d+ more in the report/);
  expect(annotations(faulty).filter((line) => line.startsWith('::error'))).toHaveLength(
    stories.filter((one) => one.standing === 'failed').length,
  );
  expect(annotations(passing)).toEqual([]);
});

test('an annotation is one line whose text ends nothing and starts nothing', () => {
  for (const line of annotations(hostile)) {
    expect(line).toMatch(/^::(error|warning|notice) title=[^:,\r\n]+::[^\r\n]*$/);
    expect(line).not.toContain('##[');
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

test('the Markdown summary tells every story and every reason, far below the limit', () => {
  const text = renderMarkdown(faulty);
  expect(Buffer.byteLength(text)).toBeLessThan(200_000);
  for (const { statement } of tellStories(faulty)) expect(text).toContain(prose(statement?.text ?? ''));
  for (const { text: reason } of tellUnproven(faulty)) expect(text).toContain(code(reason));
  expect(text).toContain('| ✗ sent (due: not sent) |');
});
