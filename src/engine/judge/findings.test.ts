import { expect, test } from 'vitest';
import type { FieldLaw } from '../../cases/field-laws.js';
import type { ResponseRule } from '../../cases/types.js';
import { loadDescriptions } from '../../description/load.js';
import type { Description, Field } from '../../description/types.js';
import { createReader } from '../../dialect/reader.js';
import { howOften } from '../../phrases.js';
import type { Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import type { HttpResponse, Outcome } from '../ports.js';
import { judgeField, short } from './field.js';
import { comparedFields, judgeFieldLaw, RESPONSE_LAWS, successOf } from './laws.js';
import {
  describeResponse,
  fitsTemplate,
  judgeRefusal,
  matchingRows,
  receivedStatusAndCode,
} from './refusal.js';
import { readResponse, statusProblem } from './response.js';

const [description] = (await loadDescriptions()) as [Description];
const ALL = Object.keys(description.errors);
const DIALECT = { event: null, bodies: {}, clearWebhook: null };
const reader = createReader({ ...DIALECT, error: { code: '/code', message: '/message' } }, []);
const blind = createReader({ ...DIALECT, error: null }, []);
const facts = { address: null, method: 'PUT', segment: 'sendText' };

/** A finding in one line: verdict, code, text, what was due and what came. */
function told(finding: Finding | null | undefined): string | null {
  if (!finding) return null;
  const { verdict, code, text, expected, received, outright } = finding;
  return `${verdict} ${code}${outright ? '!' : ''}: ${text} | ${expected} | ${received}`;
}

const KEY = '400, code 1, "Authentication key is not specified"';
const UNSUPPORTED = '404, code 6, "Unsupported HTTP request PUT …sendText…"';

test.each<[rows: string[], status: number, body: Record<string, unknown>, line: string | null]>([
  [
    ['key-missing'],
    200,
    {},
    `fail auth: A request without a valid key was accepted. | ${KEY} | 200, accepted`,
  ],
  [
    ['key-missing', 'body-empty'],
    200,
    {},
    `fail auth: A request without a valid key was accepted. | ${KEY} or 400, code 3, "Empty body" | 200, accepted`,
  ],
  [
    ['body-empty'],
    200,
    {},
    'fail accepted: The request was accepted; it should have been refused. | 400, code 3, "Empty body" | 200, accepted',
  ],
  [
    ALL,
    200,
    {},
    'fail accepted: The request was accepted; it should have been refused. | a row of the error table | 200, accepted',
  ],
  [
    ['key-missing'],
    401,
    { code: 1 },
    `fail status: The refusal has status 401 instead of 400. | ${KEY} | 401, code 1, no message`,
  ],
  [
    ['key-missing', 'body-empty', 'request-unsupported'],
    401,
    { code: 1, message: 'x' },
    `fail status: The refusal has status 401 instead of 400 or 404. | ${KEY} or 400, code 3, "Empty body" or ${UNSUPPORTED} | 401, code 1, "x"`,
  ],
  [
    ['key-missing'],
    500,
    {},
    `fail server-error: The target returned a server error (status 500) instead of refusing the request. | ${KEY} | 500, code unknown, no message`,
  ],
  [
    ['key-missing'],
    400,
    {},
    `fail code: The status is right, but the code is missing. | ${KEY} | 400, code unknown, no message`,
  ],
  [
    ['key-missing'],
    400,
    { code: 9, message: 'Invalid data: x' },
    `fail code: The status is right, but the code is a different one. | ${KEY} | 400, code 9, "Invalid data: x"`,
  ],
  [
    ['key-missing'],
    400,
    { code: 1 },
    `fail message: Status and code are right, but the message is missing. | ${KEY} | 400, code 1, no message`,
  ],
  [
    ['key-missing'],
    400,
    { code: 1, message: 'Authentication key' },
    `fail message: Status and code are right, but the message is the one in the table cut after 18 characters. | ${KEY} | 400, code 1, "Authentication key"`,
  ],
  [
    ['key-missing'],
    400,
    { code: 1, message: 'Invalid data: x' },
    `fail message: Status and code are right, but the message is that of code 9. | ${KEY} | 400, code 1, "Invalid data: x"`,
  ],
  [
    ['key-missing'],
    400,
    { code: 1, message: 'No' },
    `fail message: Status and code are right, but the message is not the one in the table. | ${KEY} | 400, code 1, "No"`,
  ],
  [['body-empty', 'data-invalid'], 400, { code: 9, message: 'Invalid data: x' }, null],
  [
    ['address-invalid'],
    401,
    { code: 2 },
    'fail status: The refusal has status 401 instead of 400. | 400, code 5, "URL [(address)] is not valid: …" | 401, code 2, no message',
  ],
  [
    ALL,
    400,
    { code: 6 },
    'fail status: The table gives code 6 status 404; the response has 400. | a row of the error table | 400, code 6, no message',
  ],
])('refusals by %j answered with %i and %j', (rows, status, body, line) => {
  expect(told(judgeRefusal(description, rows, { status, body }, reader, facts))).toBe(line);
});

test('where nobody knows the places of code and message, what is missing is told with the body', () => {
  const response = { status: 400, body: { code: 1 } };
  expect(told(judgeRefusal(description, ['key-missing'], response, blind, facts))).toBe(
    `fail message: Status and code are right, but the message is nowhere in the body. | ${KEY} | 400, code unknown, {"code":1}`,
  );
  expect(receivedStatusAndCode(description, response, reader)).toBe('400, code 1');
  const long = { status: 400, body: { code: 9, message: 'x'.repeat(400) } };
  expect(describeResponse(description, long, reader)).toBe(`400, code 9, "${'x'.repeat(298)}…`);
});

test('rows that nobody knows do not count, and one row is named even where it is the whole table', () => {
  const response = { status: 200, body: {} };
  const line = `fail auth: A request without a valid key was accepted. | ${KEY} | 200, accepted`;
  expect(told(judgeRefusal(description, ['no-such-row', 'key-missing'], response, reader, facts))).toBe(line);
  const { 'key-missing': row } = description.errors;
  const single = { ...description, errors: { 'key-missing': row } } as Description;
  expect(told(judgeRefusal(single, ['key-missing'], response, reader, facts))).toBe(line);
});

test('rows of one status and code are told apart by their messages, and a missing message fits none', () => {
  const row = { code: 1, status: 400, section: '7', stimulus: { kind: 'no-key' } } as const;
  const errors = {
    a: { ...row, message: 'A' },
    b: { ...row, message: 'B' },
    any: { ...row, message: '$reason' },
  };
  const alike = { ...description, errors } as Description;
  const judged = (rows: string[], body: Record<string, unknown>) =>
    judgeRefusal(alike, rows, { status: 400, body }, reader, facts)?.code ?? null;
  expect(judged(['a', 'b'], { code: 1, message: 'B' })).toBeNull();
  expect(judged(['a', 'b'], { code: 1, message: 'C' })).toBe('message');
  expect(judged(['any'], { code: 1, message: 'C' })).toBeNull();
  expect(judged(['any'], { code: 1 })).toBe('message');
});

test('a response may be more than one row, or none', () => {
  const rows = (body: Record<string, unknown>) =>
    matchingRows(description, { status: 400, body }, reader, facts);
  expect(rows({ code: 9, message: 'Invalid data: x' })).toEqual(['data-invalid']);
  expect(rows({ code: 9, message: 'Wrong' })).toEqual([]);
});

function response(status: number, body: string | Uint8Array, type?: string): HttpResponse {
  return {
    kind: 'response',
    status,
    reason: '',
    headers: type === undefined ? [] : [['Content-Type', type]],
    body: Buffer.from(body),
    startedAt: 0,
    durationMs: 0,
  };
}

const OBJECT = 'a JSON object in UTF-8';
const STATUSES = 'a status of 200, 400, 401, 403, 404, 500';

test.each<[outcome: Outcome, line: string]>([
  [
    {
      kind: 'no-response',
      verdict: 'fail',
      failure: { code: 'truncated', text: 'It was cut.' },
      startedAt: 0,
      durationMs: 0,
    },
    'fail truncated!: It was cut. | a whole HTTP response | It was cut.',
  ],
  [
    response(503, '{}'),
    'inconclusive infrastructure: Status 503 comes from something in front of the service; it says nothing about the service itself. | undefined | status 503',
  ],
  [
    response(300, '{}'),
    `fail redirect!: Status 300 redirects; it was not followed. | ${STATUSES} | status 300`,
  ],
  [
    response(399, '{}'),
    `fail redirect!: Status 399 redirects; it was not followed. | ${STATUSES} | status 399`,
  ],
  [response(299, '{}'), `fail status!: Status 299 is not documented. | ${STATUSES} | status 299`],
  [response(402, '{}'), `fail status!: Status 402 is not documented. | ${STATUSES} | status 402`],
  [response(200, ''), `fail empty-body!: The response has an empty body. | ${OBJECT} | 200, an empty body`],
  [
    response(400, Buffer.from([0x7b, 0xff, 0x7d])),
    `fail encoding!: The body is not valid UTF-8. | ${OBJECT} | 400, bytes that are not UTF-8`,
  ],
  [
    response(200, '\uFEFF{}'),
    `fail encoding!: The body is not plain UTF-8: it has a byte order mark or NUL bytes. | ${OBJECT} | 200, a byte order mark or NUL bytes`,
  ],
  [
    response(200, '{"a":"\0"}'),
    `fail encoding!: The body is not plain UTF-8: it has a byte order mark or NUL bytes. | ${OBJECT} | 200, a byte order mark or NUL bytes`,
  ],
  [
    response(200, '<html>'),
    `fail not-json!: The body is not JSON. | ${OBJECT} | 200, a body that begins with "<html>"`,
  ],
  [
    response(200, `{"x":${'['.repeat(500)}${']'.repeat(500)}}`),
    `inconclusive depth!: The body is nested 501 deep; that is more than can be judged. | ${OBJECT} | 200, JSON nested 501 deep`,
  ],
  [
    response(200, '{"success":true,"success":false}'),
    'inconclusive ambiguous!: The body gives "success" more than once, with different values; which one counts is undefined. | "success" given once | 200, "success" given twice',
  ],
  [response(200, '[]'), `fail shape!: The body is JSON, but not an object. | ${OBJECT} | 200, a JSON array`],
  [response(200, 'null'), `fail shape!: The body is JSON, but not an object. | ${OBJECT} | 200, a JSON null`],
  [response(200, '7'), `fail shape!: The body is JSON, but not an object. | ${OBJECT} | 200, a JSON number`],
])('a response that cannot be a documented one is told: %j', (outcome, line) => {
  const read = readResponse(description, outcome);
  expect('finding' in read && told(read.finding)).toBe(line);
});

test('a response as deep as may be is read', () => {
  const read = readResponse(description, response(200, `{"x":${'['.repeat(499)}${']'.repeat(499)}}`));
  expect('response' in read && read.response.status).toBe(200);
  expect(statusProblem(description, response(500, ''))).toBeNull();
});

const NOW = Date.UTC(2026, 0, 2);
const SECTION = { section: '2' };
const moment: Field = { type: 'integer', unit: 'epoch-milliseconds', ...SECTION };
const TEN_YEARS = 10 * 365.25 * 86_400_000;
const MOMENT = `milliseconds since the Unix epoch, such as ${NOW}`;

test.each<[Parameters<typeof judgeField>[0], Field, unknown, string | null]>([
  [
    'absent',
    { type: 'string', ...SECTION },
    'x',
    'fail surplus: f is present, but belongs to another version. | no f | f = "x"',
  ],
  ['type', { type: 'string', ...SECTION }, undefined, 'fail missing: f is missing. | f (string) | no f'],
  ['type', { type: 'string', ...SECTION }, 7, 'fail type: f has the wrong type. | a JSON string | f = 7'],
  [
    'type',
    { type: 'boolean', ...SECTION },
    'true',
    'fail type: f has the wrong type. | a JSON boolean | f = "true"',
  ],
  ['type', { type: 'boolean', ...SECTION }, false, null],
  [
    'type',
    { type: 'number', ...SECTION },
    Number.POSITIVE_INFINITY,
    'fail type: f has the wrong type. | a JSON number | f = null',
  ],
  ['type', { type: 'number', ...SECTION }, '1', 'fail type: f has the wrong type. | a JSON number | f = "1"'],
  ['type', { type: 'number', ...SECTION }, 1.5, null],
  [
    'type',
    { type: 'integer', ...SECTION },
    1.5,
    'fail type: f has the wrong type. | a JSON integer | f = 1.5',
  ],
  ['type', { type: 'list', ...SECTION }, {}, 'fail type: f has the wrong type. | a JSON list | f = {}'],
  ['type', { type: 'list', ...SECTION }, [], null],
  ['type', { type: 'map', ...SECTION }, [], 'fail type: f has the wrong type. | a JSON map | f = []'],
  ['type', { type: 'map', ...SECTION }, null, 'fail type: f has the wrong type. | a JSON map | f = null'],
  ['type', { type: 'map', ...SECTION }, 'a', 'fail type: f has the wrong type. | a JSON map | f = "a"'],
  [
    'type',
    { type: 'map', ...SECTION },
    { a: 'b', c: 1 },
    'fail type: f has the wrong type. | a JSON map | f = {"a":"b","c":1}',
  ],
  ['type', { type: 'map', ...SECTION }, { a: 'b' }, null],
  [
    'const',
    { type: 'string', const: 'Department', ...SECTION },
    'Desk',
    'fail value: f has another value. | "Department" | f = "Desk"',
  ],
  [
    'const',
    { type: 'string', const: 'Department', ...SECTION },
    7,
    'fail type: f is not a string. | a JSON string | f = 7',
  ],
  ['const', { type: 'string', const: 'Department', ...SECTION }, 'Department', null],
  [
    'non-empty',
    { type: 'string', ...SECTION },
    '',
    'fail empty: f is empty. | a string that is not empty | f = ""',
  ],
  ['non-empty', { type: 'string', ...SECTION }, ' ', null],
  [
    'at-least',
    { type: 'list', atLeast: 1, ...SECTION },
    [],
    'fail too-few: f has too few elements. | at least 1 element | f = []',
  ],
  ['at-least', { type: 'list', atLeast: 1, ...SECTION }, [1], null],
  ['at-least', { type: 'list', ...SECTION }, [], null],
  [
    'looks-like',
    { type: 'string', ...SECTION },
    'x123e4567-e89b-12d3-a456-426614174000',
    'fail spelling: f does not look like a UUID. | 32 hexadecimal digits, with or without hyphens or braces | f = "x123e4567-e89b-12d3-a456-426614174000"',
  ],
  [
    'looks-like',
    { type: 'string', ...SECTION },
    '123e4567-e89b-12d3-a456-4266141740000',
    'fail spelling: f does not look like a UUID. | 32 hexadecimal digits, with or without hyphens or braces | f = "123e4567-e89b-12d3-a456-4266141740000"',
  ],
  ['looks-like', { type: 'string', ...SECTION }, 'urn:uuid:123e4567-e89b-12d3-a456-426614174000', null],
  ['unit', moment, NOW / 1e3, `fail unit: f counts seconds. | ${MOMENT} | f = ${NOW / 1e3}`],
  ['unit', moment, NOW * 1e3, `fail unit: f counts microseconds. | ${MOMENT} | f = ${NOW * 1e3}`],
  ['unit', moment, NOW * 1e6, `fail unit: f counts nanoseconds. | ${MOMENT} | f = ${NOW * 1e6}`],
  [
    'unit',
    { ...moment, type: 'number' },
    NOW * 1e6,
    `fail unit: f counts nanoseconds. | ${MOMENT} | f = ${NOW * 1e6}`,
  ],
  ['unit', moment, NOW + TEN_YEARS, null],
  [
    'unit',
    moment,
    (NOW + TEN_YEARS) * 1e3,
    `fail unit: f counts microseconds. | ${MOMENT} | f = ${(NOW + TEN_YEARS) * 1e3}`,
  ],
  [
    'looks-like',
    { type: 'string', ...SECTION },
    '123e4567-urn:uuid:e89b-12d3-a456-426614174000',
    'fail spelling: f does not look like a UUID. | 32 hexadecimal digits, with or without hyphens or braces | f = "123e4567-urn:uuid:e89b-12d3-a456-426614174000"',
  ],
  ['unit', moment, 0, `fail unit: f is not a plausible time in milliseconds. | ${MOMENT} | f = 0`],
  ['unit', moment, NOW + 9 * 365 * 86_400_000, null],
  ['unit', moment, NOW - 9 * 365 * 86_400_000, null],
  [
    'skew',
    moment,
    NOW - 600_000,
    "fail clock-skew: f is 10 min off the run's own clock. | within 5 minutes of 2026-01-02T00:00:00.000Z | f = 1767311400000",
  ],
  ['skew', moment, NOW + 300_000, null],
  ['skew', moment, 0, null],
])('%s of %j: %j', (check, field, value, line) => {
  expect(told(judgeField(check, field, { where: 'f', value }, NOW, description))).toBe(line);
});

test('long values are cut, counts are words', () => {
  expect(short('x'.repeat(118))).toBe(`"${'x'.repeat(118)}"`);
  expect(short('x'.repeat(119))).toBe(`"${'x'.repeat(118)}…`);
  expect(short(undefined)).toBe('undefined');
  expect([0, 1, 2].map(howOften)).toEqual(['never', 'once', 'twice']);
});

function exchange(given: HttpResponse, operation: string | null = 'sendText', method = 'POST'): Exchange {
  const request = { url: 'https://a.example/b/1.0/sendText?key=k', method };
  return { operation, outcome: given, request, segment: 'sendText' } as unknown as Exchange;
}

const json = (status: number, body: object): HttpResponse =>
  response(status, JSON.stringify(body), 'application/json');
const GOOD = json(200, { success: true });
const TABLE = 'status, code and message of one row';

test.each<[rule: ResponseRule, given: HttpResponse, line: string | null]>([
  ['status', GOOD, null],
  ['status', response(418, '{}'), `fail status!: Status 418 is not documented. | ${STATUSES} | status 418`],
  ['status', response(503, '{}'), null],
  ['json-object', GOOD, null],
  ['json-object', response(418, '[]'), null],
  ['json-object', response(200, '{"success":1,"success":2}'), null],
  [
    'success-flag',
    response(200, '{"success":true,"success":false}'),
    'inconclusive ambiguous!: The body gives "success" more than once, with different values; which one counts is undefined. | "success" given once | 200, "success" given twice',
  ],
  ['success-flag', response(200, '{"success":true,"success":true}'), null],
  [
    'error-row',
    response(400, '{"success":false,"code":1,"code":2,"message":"Authentication key is not specified"}'),
    'inconclusive ambiguous: The body gives the code or the message of the error more than once, with different values; which one counts is undefined. | the code or the message of the error given once | the code or the message of the error given twice',
  ],
  [
    'error-row',
    response(400, '{"code":1,"code":1,"message":"Authentication key is not specified","x":1,"x":2}'),
    null,
  ],
  ['no-failure', GOOD, null],
  ['no-failure', json(404, { success: false }), null],
  [
    'no-failure',
    json(500, { success: false, code: 7, message: 'Internal server error' }),
    'fail server-error: The target returned a server error (status 500) instead of returning a success or another error. | a success, or an error with its reason in the request | status 500',
  ],
  [
    'json-object',
    response(200, '[]'),
    `fail shape!: The body is JSON, but not an object. | ${OBJECT} | 200, a JSON array`,
  ],
  ['success-flag', GOOD, null],
  ['success-flag', response(200, '[]'), null],
  ['success-flag', json(400, { success: false }), null],
  [
    'success-flag',
    json(200, {}),
    'fail shape: "success" is missing. | success: true with status 200 | no success',
  ],
  [
    'success-flag',
    json(200, { success: false }),
    'fail shape: "success" contradicts the status. | success: true with status 200 | success: false',
  ],
  [
    'success-flag',
    json(400, { success: true }),
    'fail shape: "success" contradicts the status. | success: false with status 400 | success: true',
  ],
  [
    'success-flag',
    json(200, { success: 'true' }),
    'fail shape: "success" is not a boolean. | success: true with status 200 | success: "true"',
  ],
  ['error-row', GOOD, null],
  ['error-row', json(400, { code: 1, message: 'Authentication key is not specified' }), null],
  ['error-row', json(404, { code: 6, message: 'Unsupported HTTP request POST /b/1.0/sendText' }), null],
  [
    'error-row',
    json(404, { code: 6, message: 'Unsupported HTTP request GET /b/1.0/sendText' }),
    `fail not-in-table: Status and code are in the table, but the message is not the one in the table. | ${TABLE} | 404, code 6, "Unsupported HTTP request GET /b/1.0/sendText"`,
  ],
  [
    'error-row',
    json(400, { code: 77 }),
    `fail not-in-table: The error is not a row of the table. | ${TABLE} | 400, code 77, no message`,
  ],
  ['content-type', GOOD, null],
  ['content-type', response(200, '{}', 'Application/JSON ; charset=utf-8'), null],
  ['content-type', response(200, '', 'text/plain'), null],
  [
    'content-type',
    response(200, '{}', 'text/plain'),
    'fail content-type: The Content-Type of a response is not application/json. | application/json | text/plain',
  ],
  [
    'content-type',
    response(200, '{}'),
    'fail content-type: The Content-Type of a response is not application/json. | application/json | no Content-Type',
  ],
])('the law of %s: %#', (rule, given, line) => {
  expect(told(RESPONSE_LAWS[rule](description, exchange(given), reader))).toBe(line);
});

test('an error of no row breaks the law also where the places are not known, one that holds a row anywhere does not', () => {
  const law = (body: object) =>
    RESPONSE_LAWS['error-row'](description, exchange(json(400, body)), blind)?.code ?? null;
  expect(law({ code: 1 })).toBe('not-in-table');
  expect(law({ all: ['(1) Authentication key is not specified'] })).toBeNull();
});

test.each([
  ['/b/1.0/sendText/', true],
  ['sendText', true],
  ['/b/1.0/other', false],
])('the path of a request may be told as %s: %s', (path, fits) => {
  const given = json(404, { code: 6, message: `Unsupported HTTP request POST ${path}` });
  expect(RESPONSE_LAWS['error-row'](description, exchange(given), reader) === null).toBe(fits);
});

test('the declared type is found among other headers', () => {
  const headers: HttpResponse['headers'] = [
    ['x-first', 'text/plain'],
    ['content-type', 'application/json'],
  ];
  expect(RESPONSE_LAWS['content-type'](description, exchange({ ...GOOD, headers }), reader)).toBeNull();
});

test('two declared types must both be JSON', () => {
  const declared = (...types: string[]): Exchange =>
    exchange({ ...GOOD, headers: types.map((type) => ['Content-Type', type]) });
  const judged = (...types: string[]) =>
    told(RESPONSE_LAWS['content-type'](description, declared(...types), reader));
  expect(judged('application/json', 'application/json; charset=utf-8')).toBeNull();
  expect(judged('application/json', 'text/html')).toContain('| application/json and text/html');
});

test('a broken response is not a JSON object, a missing one is no response', () => {
  const silent = (verdict: 'fail' | 'inconclusive'): Exchange =>
    exchange({ kind: 'no-response', verdict, failure: { code: 'x', text: 'X.' } } as unknown as HttpResponse);
  expect(RESPONSE_LAWS['json-object'](description, silent('fail'), reader)?.code).toBe('x');
  expect(RESPONSE_LAWS['json-object'](description, silent('inconclusive'), reader)).toBeNull();
  expect(RESPONSE_LAWS.status(description, silent('fail'), reader)).toBeNull();
});

test('the compared fields are those of a success that can be read', () => {
  const given = json(200, { success: true, message_id: 'm', other: 1 });
  const names = (exchange: Exchange): string[] => [...comparedFields(description, exchange).keys()];
  expect([...comparedFields(description, exchange(given))]).toEqual([
    ['message_id', 'm'],
    ['timestamp', undefined],
  ]);
  expect(names(exchange(response(200, '{"message_id":"a","message_id":"b"}')))).toEqual(['timestamp']);
  for (const answered of [
    exchange(given, null),
    exchange(given, 'sendText', 'GET'),
    exchange(response(200, '[]')),
    exchange(json(200, { success: false, message_id: 'm' })),
    exchange(json(400, { success: false, message_id: 'm' })),
  ])
    expect(names(answered)).toEqual([]);
});

const ID: FieldLaw = { check: 'type', field: 'message_id', rule: { type: 'string', ...SECTION } };
const TIME: FieldLaw = { check: 'type', field: 'timestamp', rule: moment };
const NAME: FieldLaw = { ...ID, field: 'destinations', element: 'name' };

test.each<[law: FieldLaw, body: string, line: string | null | undefined]>([
  [ID, '{"message_id":"m"}', null],
  [ID, '{}', 'fail missing: message_id is missing. | message_id (string) | no message_id'],
  [{ ...ID, check: 'non-empty' }, '{}', undefined],
  [{ ...ID, check: 'non-empty' }, '{"message_id":7}', undefined],
  [
    ID,
    '{"message_id":"a","message_id":"b"}',
    'inconclusive ambiguous: The body gives message_id more than once, with different values; which one counts is undefined. | message_id given once | message_id given twice',
  ],
  [ID, '{"message_id":"a","message_id":"a"}', null],
  [TIME, '{"timestamp":9007199254740993}', null],
  [TIME, '{"timestamp":1e3}', null],
  [TIME, '{"timestamp":1.0}', null],
  [TIME, '{"timestamp":-0}', null],
  [TIME, '{"timestamp":150e-1}', null],
  [
    TIME,
    '{"timestamp":9007199254740993.5}',
    'fail type: timestamp has the wrong type. | a JSON integer | timestamp = 9007199254740993.5',
  ],
  [
    TIME,
    '{"timestamp":1e400}',
    'fail type: timestamp has the wrong type. | a JSON integer | timestamp = 1e400',
  ],
  [
    { ...TIME, check: 'unit' },
    '{"timestamp":9007199254740993}',
    `fail unit: timestamp is not a plausible time in milliseconds. | ${MOMENT} | timestamp = 9007199254740993`,
  ],
  [NAME, '{"destinations":[{"name":"a"},{"name":"b"}]}', null],
  [NAME, '{"destinations":[]}', undefined],
  [NAME, '{"destinations":7}', undefined],
  [
    NAME,
    '{"destinations":[{"name":"a"},{"name":"b"},{"name":null}]}',
    'fail type: destinations[2].name has the wrong type. | a JSON string | destinations[2].name = null',
  ],
  [
    NAME,
    '{"destinations":[null]}',
    'fail missing: destinations[0].name is missing. | destinations[0].name (string) | no destinations[0].name',
  ],
  [
    { ...NAME, element: 'length' },
    '{"destinations":["x"]}',
    'fail missing: destinations[0].length is missing. | destinations[0].length (string) | no destinations[0].length',
  ],
  [
    NAME,
    '{"destinations":[{"name":"a"},{"name":"b","name":"c"}]}',
    'inconclusive ambiguous: The body gives destinations[1].name more than once, with different values; which one counts is undefined. | destinations[1].name given once | destinations[1].name given twice',
  ],
  [
    NAME,
    '{"destinations":[{"name":"a","name":"b"},{"name":7}]}',
    'fail type: destinations[1].name has the wrong type. | a JSON string | destinations[1].name = 7',
  ],
  [
    NAME,
    '{"destinations":[],"destinations":[{"name":"a"}]}',
    'inconclusive ambiguous: The body gives destinations more than once, with different values; which one counts is undefined. | destinations given once | destinations given twice',
  ],
  [{ ...NAME, check: 'absent' }, '{"destinations":[{}]}', null],
  [
    { ...NAME, check: 'absent' },
    '{"destinations":[{"name":1}]}',
    'fail surplus: destinations[0].name is present, but belongs to another version. | no destinations[0].name | destinations[0].name = 1',
  ],
])('the law of a field: %#', (law, body, line) => {
  const success = successOf(description, exchange(response(200, body)));
  if (!success) throw new Error('It is a success.');
  const finding = judgeFieldLaw(description, success, law, NOW);
  expect(finding ? told(finding) : finding).toBe(line);
});

test.each([
  ['ftp://files.example/A', 'FTP://Files.Example/A', true],
  ['FTP://Files.Example/A', 'ftp://files.example/A', true],
  ['ftp://files.example/A', 'ftp://files.example/a', false],
  ['mailto:a', 'Mailto:a', true],
  ['mailto:a', 'mailto:A', false],
  ['/relative/A', '/relative/a', false],
  ['//host.example/A', '//HOST.example/A', true],
  ['no-scheme', 'No-Scheme', false],
])('the address %s may come back as %s: %j', (address, repeated, fits) => {
  const message = `URL [${repeated}] is not valid: no`;
  expect(fitsTemplate('URL [$url] is not valid: $reason', message, { ...facts, address })).toBe(fits);
});

test('a message may hold any address and any path with the segment, where the request does not tell', () => {
  expect(fitsTemplate('URL [$url] is not valid: $reason', 'URL [any\nthing] is not valid: x', facts)).toBe(
    true,
  );
  expect(fitsTemplate('a.b', 'axb', facts)).toBe(false);
});

test('a response of more values than can be judged is told', () => {
  const list = (count: number): HttpResponse => response(200, `{"x":[${Array(count).fill(1).join()}]}`);
  const read = readResponse(description, list(20_002));
  expect('finding' in read && read.finding.code).toBe('too-large');
  expect(readResponse(description, list(20_001))).toHaveProperty('response');
});

test('one response may be read by two descriptions', () => {
  const given = response(418, '{}');
  const other = structuredClone(description);
  Object.assign(other.http, { successStatus: 418 });
  expect([description, other, description].map((by) => 'response' in readResponse(by, given))).toEqual([
    false,
    true,
    false,
  ]);
});
