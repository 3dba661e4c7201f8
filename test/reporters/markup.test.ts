import { HtmlValidate } from 'html-validate';
import { expect, test } from 'vitest';
import type { CaseRecord, ExchangeRecord } from '../../src/record/types.js';
import { BUDGETS } from '../../src/reporters/html/budgets.js';
import { curl } from '../../src/reporters/html/case/evidence-text.js';
import { renderComparison } from '../../src/reporters/html/pages/comparison.js';
import { renderHistory } from '../../src/reporters/html/pages/history.js';
import { prettyJson } from '../../src/reporters/html/pretty-json.js';
import { layOut } from '../../src/reporters/html/sections/machine.js';
import { digestOf } from '../../src/reporters/selftest-digest.js';
import { renderSelftest } from '../../src/selftest/report/page.js';
import { enlargedRecord } from '../support/record/enlarged-record.js';
import { renderHtml } from '../support/record/render-html.js';
import { sampleHistory } from '../support/record/sample-history.js';
import { sampleRecord } from '../support/record/sample-record.js';
import { sampleSelftest } from '../support/record/sample-selftest.js';

const HOSTILE =
  '</script><script>alert(1)</script></style><img src=x onerror=alert(1)> "\'><svg onload=alert(1)> \u001b[31m \u202e ]]>';
const records = {
  passing: await sampleRecord({ kind: 'passing', cases: 40 }),
  faulty: await sampleRecord({ kind: 'faulty', cases: 120 }),
  hostile: await sampleRecord({ kind: 'faulty', cases: 120, hostile: HOSTILE }),
  interrupted: await sampleRecord({ kind: 'interrupted', cases: 40 }),
};
const large = enlargedRecord(records.faulty, { cases: 500, exchanges: 5_000 });
const selftest = digestOf(sampleSelftest(), 'selftest.html');
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  rules: {
    'long-title': 'off',
    'void-style': 'off',
    'no-trailing-whitespace': 'off',
    'no-inline-style': 'error',
  },
});

test.each(Object.entries({ ...records, large }))(
  'the report of the %s run is valid HTML',
  async (_, record) => {
    const report = await validator.validateString(renderHtml(record, selftest));
    expect(
      report.results
        .flatMap(({ messages }) =>
          messages.map(({ ruleId, message, line, column }) => `${ruleId} ${line}:${column} ${message}`),
        )
        .slice(0, 10),
    ).toEqual([]);
  },
);

test('a comparison is valid HTML', async () => {
  const report = await validator.validateString(
    renderComparison([records.passing, records.hostile, records.interrupted]),
  );
  expect(
    report.results
      .flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId} ${message}`))
      .slice(0, 10),
  ).toEqual([]);
});

test('the page of the self-test is valid HTML', async () => {
  const report = await validator.validateString(renderSelftest(sampleSelftest()));
  expect(
    report.results
      .flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId} ${message}`))
      .slice(0, 10),
  ).toEqual([]);
});

test('a list of runs is valid HTML', async () => {
  const report = await validator.validateString(renderHistory(sampleHistory(records)));
  expect(
    report.results
      .flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId} ${message}`))
      .slice(0, 10),
  ).toEqual([]);
});

test('a long row of the same step is told once, and those after it keep their numbers', () => {
  const [first, ...others] = records.passing.cases as [CaseRecord, ...CaseRecord[]];
  const steps = ['Begin.', ...Array.from({ length: 98 }, () => 'Go on.'), 'End.', 'End.'];
  const html = renderHtml({ ...records.passing, cases: [{ ...first, steps }, ...others] });
  expect(html).toContain(
    '1. Begin.\n2. Go on.\n99. The same again, until here 98 times.\n100. End.\n101. End.',
  );
});

test('a picture that is cut says how much is missing, even where nothing was waited for', () => {
  const { cases, exchanges } = records.faulty;
  const caseId = cases.find(({ verdict }) => verdict === 'fail')?.id as string;
  const model = exchanges[0] as ExchangeRecord;
  const many = Array.from({ length: 30 }, (_, id) => ({ ...model, id, caseId, startedMs: 0, durationMs: 1 }));
  const html = renderHtml({
    ...records.faulty,
    exchanges: many,
    events: [],
    actions: [],
    cases: cases.map((testCase) =>
      testCase.id === caseId
        ? { ...testCase, startedMs: 0, durationMs: 1, exchanges: many.map(({ id }) => id) }
        : { ...testCase, exchanges: [] },
    ),
  });
  expect(html).toMatch(/class="silence"[^>]*>⋮ \d+ before this, to prepare</);
});

test('where cases are too many for their evidence, those that passed are rows with a link of their own', () => {
  const html = renderHtml(large, null, BUDGETS.slice(-2));
  const passed = large.cases.filter(({ verdict }) => verdict === 'pass');
  expect(html).toContain('There are too many cases to show the evidence of all of them on one page');
  expect(html.match(/<li data-s="(?:passed|observed)"[^>]* id="/g)).toHaveLength(passed.length);
  expect(renderHtml(records.faulty)).not.toContain('There are too many cases');
});

test('the same record gives the same bytes', () => {
  expect(renderHtml(records.faulty)).toBe(renderHtml(structuredClone(records.faulty)));
});

test('text of the target never becomes markup', () => {
  const html = renderHtml(records.hostile);
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toContain('<img');
  expect(html).not.toContain('\u001b');
  expect(html).not.toContain('\u202e');
  expect(html).toContain('&lt;/script>');
});

test('every case, statement and open question is on the page', () => {
  const html = renderHtml(records.faulty);
  const ids = new Set(Array.from(html.matchAll(/ id="(c-[^"]+)"/g), ([, id]) => id));
  expect(ids.size).toBe(records.faulty.cases.length);
  const plain = html.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&lt;', '<');
  for (const { text } of records.faulty.statements) expect(plain).toContain(text);
  for (const { question } of records.faulty.gaps) expect(plain).toContain(question);
});

test('the self-test is told in short where there is one, and nowhere else', () => {
  const html = renderHtml(records.passing, selftest);
  expect(html).toContain('broke a correct service in 40 ways');
  expect(html).toContain('cases noticed 37, 2 are excepted with a reason, 1 was missed');
  expect(html).toContain('href="selftest.html"');
  expect(html).toContain('routing: leads/close');
  expect(renderHtml(records.passing)).not.toContain('id="selftest"');
});

test('every link of the page leads to something', () => {
  const html = renderHtml(records.faulty);
  const ids = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
  const dead = Array.from(html.matchAll(/href="#([^"]+)"/g), ([, id]) => id).filter((id) => !ids.has(id));
  expect(dead).toEqual([]);
});

test('JSON is indented without touching a token', () => {
  expect(prettyJson('{"a":1e400,"b":[],"c":[1,{"d":"x:{,}\\""}],"e":12345678901234567890}')).toBe(
    '{\n  "a": 1e400,\n  "b": [],\n  "c": [\n    1,\n    {\n      "d": "x:{,}\\""\n    }\n  ],\n  "e": 12345678901234567890\n}',
  );
  expect(prettyJson('{"broken":')).toBeNull();
  expect(prettyJson(`${'['.repeat(5000)}${']'.repeat(5000)}`)).toBeNull();
});

test('the curl line quotes for the shell and takes the key from the environment', () => {
  const base = records.faulty.exchanges.find(({ request }) => request.body !== null);
  if (!base) throw new Error('The sample has no request with a body.');
  const request = {
    method: 'POST',
    url: 'https://h/a?key=[key]&x=1',
    headers: [['Content-Type', 'application/json']] as [string, string][],
    body: { text: `{"a":"it's\n$HOME"}`, bytes: 19, cut: false },
  };
  expect(curl({ ...base, request })).toBe(
    [
      `curl -sS -i -X POST 'https://h/a?key='"$CONFORM_KEY"'&x=1'`,
      `  -H 'Content-Type: application/json'`,
      "  -H 'Transfer-Encoding: chunked'",
      `  --data-raw $'{"a":"it\\'s\\n$HOME"}'`,
    ].join(' \\\n'),
  );
  expect(curl({ ...base, request: { ...request, body: { text: 'part', bytes: 99, cut: true } } })).toBeNull();
});

test('a machine with more states than the interface has is laid out apart', () => {
  const states = ['a', 'b', 'c'].map((id) => ({ id, title: id }));
  const move = (from: string, to: string, at: number) => ({
    id: `${from}${to}${at}`,
    from,
    to,
    on: 'x',
    effects: [],
    cases: [],
  });
  const layout = layOut({
    version: '9',
    initial: 'a',
    states,
    transitions: [
      move('a', 'b', 1),
      move('a', 'b', 2),
      move('c', 'a', 1),
      move('b', 'b', 1),
      move('b', 'b', 2),
    ],
  });
  expect(new Set(layout.arrows.map(({ path }) => path)).size).toBe(5);
  expect(new Set(layout.states.map(({ y }) => y)).size).toBe(3);
  for (const { label } of layout.arrows) {
    expect(label.x).toBeGreaterThan(0);
    expect(label.x).toBeLessThan(layout.width);
    expect(label.y).toBeGreaterThan(0);
    expect(label.y).toBeLessThan(layout.height);
  }
});
