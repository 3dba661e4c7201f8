import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { casesOf } from '../../src/cases/derive.js';
import { oneCaseOfEachKind } from '../../src/cases/filter.js';
import { loadDescriptions, specFolder } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { unaccounted } from '../support/cases/unaccounted.js';
import { checkReference, PATIENT } from '../support/service/check-reference.js';

/** A version with a new operation, a tenth error row, a new field and another routing guard: nothing but data. */
const NEXT = `
version: "1.3"
extends: v1.2.yaml
title: A version that is not there yet
resources:
  Destination:
    fields:
      queue_length: { type: integer, exclusive: true, section: "2" }
  Sticker:
    section: "2"
    fields:
      user_id: { type: string, role: user, section: "2" }
      sticker_id: { type: string, role: content, section: "2", example: "sticker {n} of {user}" }
      animated: { type: boolean, role: detail, section: "2", example: true }
operations:
  sendSticker: { kind: message, request: Sticker, response: SentMessage, section: "4" }
errors:
  sticker-unknown:
    code: 10
    status: 400
    message: "No such sticker: $reason"
    section: "7"
    stimulus: { kind: field-value, operation: sendSticker, field: sticker_id, value: none }
routing:
  transitions:
    message-kept: { sends: { event: SelectDestination, messages: { from: 1, to: 2 } } }
employee:
  shows: [text, url, file_name, size, comment, name, attributes, sticker_id, animated]
statements:
  sticker-fields: { section: "2", level: required, text: A sticker's fields have their types., cases: ["requests/type-{sticker_id,animated}-*/*"] }
  sticker-user: { section: "2", level: required, text: A sticker's user is a string., cases: ["requests/type-user_id-*/sendSticker"] }
  sticker-seen: { section: "2", level: required, text: A sticker reaches the employee., cases: ["employee/{sees-sticker_id,sees-animated,every-delivered}/*"] }
  sticker-sent: { section: "4", level: required, text: A sticker can be sent., cases: ["requests/{accepted,every-accepted}/sendSticker"] }
  queue-length: { section: "2", level: required, text: A destination tells its queue., cases: ["responses/type-queue_length/*"] }
  error-10: { section: "7", level: required, text: "Status 400, code 10: no such sticker.", cases: ["errors/sticker-unknown/*"] }
`;

let folder: string;
let descriptions: Description[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-next-'));
  await cp(specFolder(), folder, { recursive: true });
  await writeFile(join(folder, 'v1.3.yaml'), NEXT);
  descriptions = await loadDescriptions(folder);
});

afterAll(() => rm(folder, { recursive: true }));

test('a new version gets its cases from data alone', () => {
  const cases = casesOf(descriptions);
  const ids = cases.map(({ id }) => id);
  expect(ids).toEqual(
    expect.arrayContaining([
      '1.3/errors/sticker-unknown/sendSticker',
      '1.3/responses/type-queue_length/getDestinations',
      '1.3/authentication/no-key/sendSticker',
      '1.3/employee/sees-animated/sendSticker',
    ]),
  );
  expect(ids).toContain('1.2/responses/absent-queue_length/getDestinations');
  const guard = (id: string): unknown => cases.find((testCase) => testCase.id === id)?.scenario?.expected;
  expect([guard('1.3/routing/second-message/sendText'), guard('1.3/routing/third-message/sendText')]).toEqual(
    ['sent', 'not sent'],
  );
  expect(guard('1.2/routing/second-message/sendText')).toBe('not sent');
  expect(new Set(ids).size).toBe(ids.length);
  expect(
    unaccounted(
      descriptions.filter(({ version }) => version === '1.3'),
      cases,
    ),
  ).toEqual([]);
});

test('the reference service obeys a new version, and the checker agrees', { timeout: 120_000 }, async () => {
  const kinds = new Set(oneCaseOfEachKind(casesOf(descriptions)));
  const { outcomes, skipped } = await checkReference({
    descriptions,
    flags: PATIENT,
    only: (testCase) => testCase.version === '1.3' && kinds.has(testCase),
  });
  expect(
    outcomes
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ case: testCase, reason }) => `${testCase.id}: ${reason?.text}`),
  ).toEqual([]);
  expect(skipped.filter((id) => !id.includes('/transport/'))).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(300);
});

test('a service of the version before is not taken for the new one', { timeout: 120_000 }, async () => {
  const before = descriptions.map((description) =>
    description.version === '1.3' ? { ...(descriptions[1] as Description), version: '1.3' } : description,
  );
  const { outcomes } = await checkReference({
    descriptions,
    served: before,
    only: ({ id }) => /^1\.3\/(routing|errors|responses)\//.test(id),
  });
  const failed = outcomes
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ case: testCase }) => testCase.id);
  expect(failed).toEqual(
    expect.arrayContaining([
      '1.3/errors/sticker-unknown/sendSticker',
      '1.3/responses/type-queue_length/getDestinations',
      '1.3/routing/second-message/sendText',
    ]),
  );
});
