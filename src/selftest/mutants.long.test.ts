import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { casesOf } from '../cases/derive.js';
import { loadDescriptions, specFolder } from '../description/load.js';
import { firstLine } from '../record/selftest.js';
import { deriveMutants } from './mutants/derive.js';
import { runMutant, unclear } from './run-mutant.js';

const descriptions = await loadDescriptions();
const mutants = deriveMutants(descriptions);
const cases = casesOf(descriptions);

test('there are mutants enough, each with an id of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(400);
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length);
});

test('every mutant is to be killed by a case that can fail', () => {
  const judging = cases.filter(({ level }) => level !== 'observed');
  const unkillable = mutants.filter(({ killedBy }) => !judging.some(killedBy)).map(({ id }) => id);
  expect(unkillable).toEqual([]);
});

/** A dozen of different kinds, and a case that must see each. */
const DOZEN: [mutant: string, killer: string][] = [
  ['1.0/error-row/key-missing/sendText/code', '1.0/authentication/no-key/sendText'],
  ['1.2/error-row/data-invalid/sendFile/status', '1.2/requests/type-size-string/sendFile'],
  ['1.0/error-row/request-unsupported/setWebhook/echo', '1.0/errors/longer-path/setWebhook'],
  ['1.2/flag/error/getHistory/inverted', '1.2/responses/every-success-flag/getHistory'],
  ['1.0/answer/getDestinations/page', '1.0/responses/every-json-object/getDestinations'],
  [
    '1.2/field/getDestinations/destinations[].is_available/missing',
    '1.2/responses/type-is_available/getDestinations',
  ],
  [
    '1.0/field/getDestinations/destinations[].is_available/moved-from-1.2',
    '1.0/responses/absent-is_available/getDestinations',
  ],
  ['1.0/field/sendText/timestamp/in-seconds', '1.0/responses/every-unit-timestamp/sendText'],
  [
    '1.2/request/selectDestination/attributes/takes-of-number',
    '1.2/requests/type-attributes-number-value/selectDestination',
  ],
  ['1.2/routing/message-kept/guard-of-1.0', '1.2/routing/second-message/sendText'],
  ['1.0/event/Closed/former-address', '1.0/events/address-set-last-Closed'],
  ['1.2/transport/port-80/served', '1.2/transport/plain-http-port-80/sendText'],
  ['all/discovered/errors-without-message', '1.0/authentication/no-key/sendText'],
  ['all/discovered/errors-code-named-by-row', '1.0/authentication/unregistered-key/sendText'],
  ['all/discovered/address-refused-without-itself', '1.0/errors/address-invalid-relative/setWebhook'],
  ['all/discovered/selection-asked-by-own-name', '1.2/routing/new-user/sendText'],
  ['all/behaviour/text-cut-at-1000', '1.0/employee/unchanged-long/sendText'],
];

test.each(DOZEN)('%s is killed by %s', async (id, killer) => {
  const mutant = mutants.find((mutant) => mutant.id === id);
  if (!mutant) throw new Error(`There is no mutant ${id}.`);
  const record = await runMutant(mutant, descriptions, { allCases: false });
  expect(record).toMatchObject({ state: 'killed', unclear: [] });
  expect(record.killers).toContain(killer);
  const statements = new Set(descriptions.flatMap((description) => Object.keys(description.statements)));
  const { explained } = record;
  expect(explained?.statements.every((statement) => statements.has(statement))).toBe(true);
  expect(explained && firstLine(explained)).toMatch(/^[\w-]+.*: .+ Expected: .+\. Received: .+\.$/s);
});

test('a failure that does not explain itself is told', () => {
  const good = {
    case: 'a/case',
    statements: ['s'],
    text: 'The status is wrong.',
    expected: '400, code 1',
    received: '200',
  };
  expect(unclear(good)).toBeNull();
  expect(unclear({ ...good, received: null })).toContain('no "received"');
  expect(unclear({ ...good, text: 'The field is undefined.' })).toContain('undefined');
  expect(unclear({ ...good, text: 'First in requests/malformed-undefined/sendText.' })).toBeNull();
  expect(unclear({ ...good, received: '{"key 39":"undefined","key 40":"NaN"}' })).toBeNull();
  expect(unclear({ ...good, received: '{"key 39":undefined}' })).toContain('undefined');
  expect(unclear({ ...good, expected: 'true' })).toContain('bare boolean');
  expect(unclear({ ...good, received: 'Error\n    at file.ts:1:2' })).toContain('stack');
  expect(unclear({ ...good, received: 'two\nlines' })).toContain('more than one line');
  expect(unclear({ ...good, statements: [] })).toContain('no statement');
});

test('a new version gets its mutants from data alone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'conform-mutants-'));
  try {
    await cp(specFolder(), folder, { recursive: true });
    await writeFile(
      join(folder, 'v1.3.yaml'),
      'version: "1.3"\nextends: v1.2.yaml\ntitle: Next\nresources: { Destination: { fields: { queue: { type: integer, section: "2" } } } }\n',
    );
    const ids = deriveMutants(await loadDescriptions(folder)).map(({ id }) => id);
    expect(ids).toContain('1.3/field/getDestinations/destinations[].queue/type-fraction');
    expect(ids.filter((id) => id.startsWith('1.3/')).length).toBeGreaterThan(400);
  } finally {
    await rm(folder, { recursive: true });
  }
});
