import { Ajv } from 'ajv';
import { beforeAll, expect, test } from 'vitest';
import { type Checked, checkReference, PATIENT } from '../../../test/support/service/check-reference.js';
import { gapsOf } from '../../cases/statements.js';
import { loadDescriptions } from '../../description/load.js';
import type { Description } from '../../description/types.js';
import { createRedactor } from '../../record/redact.js';
import type { Observation } from '../../record/types.js';
import { loadDialect } from '../../reference/dialect/dialects.js';
import { gaps } from '../case-records.js';
import { gapAnswers } from './gap-answers.js';

let descriptions: Description[];
let whole: Checked;
let answers: Observation[];

const answersOf = ({ evidence }: Checked): Observation[] =>
  gapAnswers([], evidence, createRedactor(['no-such-key']));

beforeAll(async () => {
  descriptions = await loadDescriptions();
  const dialect = await loadDialect('echoing');
  whole = await checkReference({
    descriptions,
    service: { dialect },
    only: (testCase) =>
      gapsOf(testCase).length > 0 || ['events', 'responses', 'versions'].includes(testCase.group),
    flags: PATIENT,
  });
  answers = answersOf(whole);
}, 120_000);

const values = (gap: string, version = '1.2'): string[] =>
  answers
    .filter((observation) => observation.gap === gap && observation.version === version)
    .map(({ value }) => value);

test('each question is answered, or says why nothing can answer it', () => {
  const asked = new Set(answers.map(({ gap }) => gap));
  const silent = gaps(descriptions).filter(({ id, unobservable }) => !asked.has(id) && !unobservable);
  // The preflight answers them, and its answers are left out here.
  expect(silent.map(({ id }) => id)).toEqual(['error-shape', 'webhook-addresses']);
});

test('answers about parts of one thing are told together', () => {
  expect(values('required-fields')).toEqual([
    'selectDestination: required (400, code 9): user_id, destination_id; optional: destination_type, name, attributes',
    'sendText: required (400, code 9): user_id, text',
    'sendFile: required (400, code 9): user_id, url; optional: file_name, size, comment',
  ]);
  expect(values('error-precedence')).toEqual([
    'key before path; key before body; path before body; path before account; body before account',
  ]);
  expect(values('attribute-count')).toEqual([
    'selectDestination.attributes: 200, accepted: 10 entries, 100 entries, 1000 entries',
  ]);
});

test('the traffic tells copies, further fields, the meaning of flags and what differs by version', () => {
  expect(values('duplicate-events')).toContainEqual(
    expect.stringContaining('Closed 3 times, FileMessage 3 times'),
  );
  expect(values('further-fields')[0]).toContain('getDestinations: destinations[].links');
  // Where cases log employees out, both.
  expect(values('is-available')).toEqual([expect.stringContaining('is_available true with has_online true')]);
  expect(values('rate-limits')).toEqual(['no request of this run was turned away']);
  expect(values('answers-by-version')).toHaveLength(1);
});

test('the schemas of payloads hold for every event that came, and not for others', () => {
  const { evidence } = whole;
  const ajv = new Ajv({ strict: true, allowUnionTypes: true });
  const schemas = answers.filter(({ gap, schema }) => gap === 'payloads' && schema !== undefined);
  expect(new Set(schemas.map(({ value }) => value.split(':')[0]))).toEqual(
    new Set(['SelectDestination', 'TextMessage', 'FileMessage', 'Closed', 'MessageDelivered']),
  );
  for (const { value, schema, version } of schemas) {
    const holds = ajv.compile(schema ?? false);
    const name = value.split(':')[0];
    const ids = new Set(
      evidence.outcomes.filter((outcome) => outcome.case.version === version).flatMap(({ events }) => events),
    );
    const payloads = evidence.deliveries
      .filter(({ id }) => ids.has(id))
      .flatMap((delivery) => evidence.reader.events(delivery))
      .filter((event) => event.name === name)
      .map(({ payload }) => payload);
    expect(payloads.length).toBeGreaterThan(0);
    for (const payload of payloads) expect(holds(payload), ajv.errorsText(holds.errors)).toBe(true);
    for (const wrong of ['text', {}, { event: 7 }]) expect(holds(wrong)).toBe(false);
  }
});

test('the shape of a response that is not shown is told as a schema', () => {
  const found = answers.find(({ gap, schema }) => gap === 'shape-getHistory' && schema !== undefined);
  const holds = new Ajv().compile(found?.schema ?? false);
  expect(holds({ success: true, messages: [], links: [], trace: { code: 0, message: '' } })).toBe(true);
  expect(holds({ success: 'yes' })).toBe(false);
});
