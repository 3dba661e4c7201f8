import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { Ajv } from 'ajv';
import { validate } from 'ctrf';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { countResults } from '../../src/record/case-results.js';
import { ctrfParts } from '../../src/reporters/ctrf.js';
import { renderJunit } from '../../src/reporters/junit.js';
import { jsonParts } from '../../src/reporters/write-reports.js';
import { sampleRecord } from '../support/record/sample-record.js';

const HOSTILE =
  '<script>alert(1)</script> ]]> &amp; \u001b[31m\u0000\u0008 \ud800 \u202e ::error::x ##[group]';
const faulty = await sampleRecord({ kind: 'faulty', hostile: HOSTILE });
const counts = countResults(faulty);

test('results.json is the record and keeps to its closed schema', async () => {
  const schema = JSON.parse(await readFile('spec/schema/results.schema.json', 'utf8'));
  const check = new Ajv({ allErrors: true }).compile(schema);
  for (const kind of ['passing', 'faulty', 'interrupted'] as const) {
    const record = await sampleRecord({ kind });
    const text = [...jsonParts(record)].join('');
    const parsed = JSON.parse(text);
    expect(isDeepStrictEqual(parsed, JSON.parse(JSON.stringify(record)))).toBe(true);
    const { length } = text.match(/^ {2}\{"id":\d/gm) ?? [];
    expect(length).toBe(record.exchanges.length + record.events.length);
    expect(check(parsed), JSON.stringify(check.errors?.slice(0, 3))).toBe(true);
    expect(check({ ...parsed, surplus: 1 })).toBe(false);
  }
});

test('junit.xml is well-formed and every case is in it, with the reason of each skip', () => {
  const text = renderJunit(faulty);
  expect(XMLValidator.validate(text)).toBe(true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML may not carry them
  expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
  const parsed = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => ['testsuite', 'testcase'].includes(name),
  }).parse(text);
  const suites = parsed.testsuites.testsuite;
  const cases = suites.flatMap((suite: { testcase: object[] }) => suite.testcase);
  expect(cases).toHaveLength(faulty.cases.length);
  const having = (name: string) => cases.filter((testCase: object) => name in testCase);
  expect(having('failure')).toHaveLength(counts.failed);
  expect(having('error')).toHaveLength(counts.error + counts.inconclusive);
  expect(having('skipped')).toHaveLength(counts.skipped + counts.accepted);
  for (const { skipped } of having('skipped')) expect(skipped['@_message']).toMatch(/\w{3}/);
  expect(
    having('failure').some(({ failure }: { failure: { '#text': string } }) =>
      failure['#text'].includes('<script>'),
    ),
  ).toBe(true);
  expect(Number(parsed.testsuites['@_tests'])).toBe(faulty.cases.length);
});

test('ctrf.json keeps to the format and counts every case once', () => {
  const report = JSON.parse([...ctrfParts(faulty)].join(''));
  const { valid, errors } = validate(report);
  expect(valid, JSON.stringify(errors)).toBe(true);
  const { summary, tests } = report.results;
  expect(tests).toHaveLength(faulty.cases.length);
  expect(summary.passed + summary.failed + summary.skipped + summary.other).toBe(summary.tests);
  expect(summary.failed).toBe(counts.failed);
  const unpassed = tests.filter(({ status }: { status: string }) => status !== 'passed');
  expect(unpassed.length).toBeGreaterThan(0);
  expect(unpassed.filter(({ message }: { message?: string }) => !message)).toEqual([]);
});
