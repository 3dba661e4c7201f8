import { beforeAll, expect, test } from 'vitest';
import { loadDescriptions } from '../../description/load.js';
import type { Description, Field } from '../../description/types.js';
import { createReader } from '../../dialect/reader.js';
import type { HttpResponse } from '../ports.js';
import { judgeField } from './field.js';
import { factsOf, fitsTemplate, judgeRefusal } from './refusal.js';

import { readResponse } from './response.js';

let description: Description;

beforeAll(async () => {
  [description] = (await loadDescriptions()) as [Description];
});

const response = (status: number, body: string | Uint8Array): HttpResponse => ({
  kind: 'response',
  status,
  reason: '',
  headers: [],
  body: typeof body === 'string' ? Buffer.from(body) : body,
  startedAt: 0,
  durationMs: 0,
});

test.each([
  { status: 200, body: '{}', code: null },
  { status: 500, body: '{"success":false}', code: null },
  { status: 200, body: '', code: 'empty-body' },
  { status: 204, body: '', code: 'status' },
  { status: 418, body: '{}', code: 'status' },
  { status: 302, body: '', code: 'redirect' },
  { status: 503, body: '<html>', code: 'infrastructure' },
  { status: 200, body: '<html>', code: 'not-json' },
  { status: 200, body: '\uFEFF{}', code: 'encoding' },
  { status: 200, body: Buffer.from([0x7b, 0xff, 0x7d]), code: 'encoding' },
  { status: 200, body: Buffer.from('{}', 'utf16le'), code: 'encoding' },
  { status: 200, body: '[]', code: 'shape' },
  { status: 200, body: 'null', code: 'shape' },
  { status: 200, body: '"text"', code: 'shape' },
  { status: 200, body: '{"success":true,"success":false}', code: 'ambiguous' },
  { status: 200, body: '{"a":{"success":1},"success":true}', code: null },
  { status: 200, body: `{"x":[${'1,'.repeat(20_000)}1]}`, code: null },
  { status: 200, body: `{"x":[${'1,'.repeat(20_001)}1]}`, code: 'too-large' },
  { status: 200, body: `{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, code: 'depth' },
])('a response of status $status is read, or said to be $code', ({ status, body, code }) => {
  const read = readResponse(description, response(status, body));
  expect('finding' in read ? read.finding.code : null).toBe(code);
});

const reader = {
  error: (body: unknown) => {
    const { code, message } = body as { code?: number; message?: string };
    return {
      code: code === undefined ? null : String(code),
      message: message ?? null,
      codeIn: null,
      messageIn: null,
    };
  },
  events: () => [],
  body: () => undefined,
  knows: () => false,
  readsEvents: true,
  namesUsers: true,
  clearing: () => null,
};

test.each([
  { status: 400, body: { code: 1, message: 'Authentication key is not specified' }, code: null },
  { status: 400, body: { code: 1, message: 'authentication key is not specified' }, code: 'message' },
  { status: 400, body: { code: 1 }, code: 'message' },
  { status: 400, body: { code: 9, message: 'Invalid data: key' }, code: 'code' },
  { status: 400, body: {}, code: 'code' },
  { status: 401, body: { code: 1, message: 'Authentication key is not specified' }, code: 'status' },
  { status: 200, body: {}, code: 'auth' },
  { status: 500, body: { code: 7, message: 'Internal server error' }, code: 'server-error' },
])(
  'a refusal with $status and $body is compared in status, code and message: $code',
  ({ status, body, code }) => {
    const facts = { address: null, method: 'POST', segment: 'sendText' };
    expect(judgeRefusal(description, ['key-missing'], { status, body }, reader, facts)?.code ?? null).toBe(
      code,
    );
  },
);

test.each([
  ['https://a.example/1.0/sendText/extra?auth=k', '/1.0/sendText/extra', null],
  ['https://a.example/1.0/sendText/extra?auth=k', 'sendText', null],
  // It may take what the path ends with for the operation.
  ['https://a.example/1.0/sendText/extra?auth=k', 'extra', null],
  ['https://a.example/1.0/sendText/extra?auth=k', '1.0', 'message'],
  ['https://a.example/1.0/sendText/?auth=k', 'sendText/', null],
  ['https://a.example/1.0/sendText/?auth=k', '/', 'message'],
])('of %s the message names %s: %s', (url, path, code) => {
  const body = { code: 6, message: `Unsupported HTTP request PUT ${path}` };
  const facts = factsOf({ method: 'PUT', url }, 'sendText', null);
  const finding = judgeRefusal(description, ['request-unsupported'], { status: 404, body }, reader, facts);
  expect(finding?.code ?? null).toBe(code);
});

test.each([
  [400, { e: 'E1: Authentication key is not specified' }, null],
  [400, { Problem: { 'Authentication key is not specified': ['1'] } }, null],
  [400, { code: 11, message: 'Authentication key is not specified' }, 'code'],
  [400, { message: 'Authentication key is not specified' }, 'code'],
  [400, { code: 1, message: 'Authentication key is missing' }, 'message'],
  [400, {}, 'code'],
  [401, {}, 'status'],
] as const)(
  'without the places of code and message they may stand anywhere: %i, %j',
  (status, body, code) => {
    const facts = { address: null, method: 'POST', segment: 'sendText' };
    const blind = createReader({ error: null, event: null, bodies: {}, clearWebhook: null }, [description]);
    const finding = judgeRefusal(description, ['key-missing'], { status, body }, blind, facts);
    expect([finding?.code ?? null, finding?.verdict ?? 'fail']).toEqual([code, 'fail']);
  },
);

const facts = { address: 'ftp://a.example/?x=(1)', method: 'PUT', segment: 'sendText' };

test.each([
  ['URL [$url] is not valid: $reason', 'URL [ftp://a.example/?x=(1)] is not valid: scheme', true],
  ['URL [$url] is not valid: $reason', 'URL [ftp://b.example] is not valid: scheme', false],
  ['URL [$url] is not valid: $reason', 'URL [ftp://a.example/?x=(1)] is not valid: ', true],
  [
    'Unsupported HTTP request ${request.method} ${request.path}',
    'Unsupported HTTP request PUT /1.0/sendText?key=x',
    true,
  ],
  [
    'Unsupported HTTP request ${request.method} ${request.path}',
    'Unsupported HTTP request PUT sendText',
    true,
  ],
  [
    'Unsupported HTTP request ${request.method} ${request.path}',
    'Unsupported HTTP request POST sendText',
    false,
  ],
  [
    'Unsupported HTTP request ${request.method} ${request.path}',
    'Unsupported HTTP request PUT /1.0/sendFile',
    false,
  ],
  ['Empty body', 'Empty body!', false],
  ['Invalid data: $reason', 'Invalid data: line\nbreak', true],
])('%s: "%s" fits: %s', (template, message, fits) => {
  expect(fitsTemplate(template, message, facts)).toBe(fits);
});

const NOW = Date.UTC(2026, 0, 2);
const timestamp: Field = { type: 'integer', unit: 'epoch-milliseconds', section: '2' };
const id: Field = { type: 'string', nonEmpty: true, looksLike: 'uuid', section: '2' };

test.each([
  ['type', timestamp, NOW, null],
  ['type', timestamp, 1.5, 'type'],
  ['type', timestamp, Number.POSITIVE_INFINITY, 'type'],
  ['type', timestamp, '123', 'type'],
  ['type', timestamp, undefined, 'missing'],
  ['unit', timestamp, NOW / 1000, 'unit'],
  ['unit', timestamp, NOW * 1000, 'unit'],
  ['unit', timestamp, NOW - 86_400_000, null],
  ['skew', timestamp, NOW + 2 * 86_400_000, 'clock-skew'],
  ['skew', timestamp, NOW - 299_000, null],
  ['skew', timestamp, NOW - 301_000, 'clock-skew'],
  ['non-empty', id, '', 'empty'],
  ['looks-like', id, '123e4567-e89b-12d3-a456-426614174000', null],
  ['looks-like', id, '{123E4567E89B12D3A456426614174000}', null],
  ['looks-like', id, 'message 1', 'spelling'],
  ['absent', id, 'x', 'surplus'],
  ['absent', id, undefined, null],
] as const)('%s of %o: %s is %s', (check, field, value, code) => {
  expect(judgeField(check, field, { where: 'field', value }, NOW, description)?.code ?? null).toBe(code);
});
