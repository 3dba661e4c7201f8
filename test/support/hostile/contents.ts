import type { RelayedResponse } from './target.js';

/** A wrong or odd content of responses that are right as HTTP, and what a run must make of it. */
export interface HostileContent {
  name: string;
  /** `verdict code` of the case. */
  expected: string;
  /** Case without its version. */
  case: string;
  spoil(good: RelayedResponse): RelayedResponse;
}

type Spoil = HostileContent['spoil'];

const ACCEPTED = 'requests/accepted/sendFile';
const FLAG_LAW = 'responses/every-success-flag/sendFile';

function body(make: (good: string) => string | Buffer): Spoil {
  return (good) => ({ ...good, body: Buffer.from(make(good.body.toString()) as string) });
}

function fields(change: Record<string, unknown>): Spoil {
  return body((good) => JSON.stringify({ ...JSON.parse(good), ...change }));
}

/** The timestamp as it would stand in the text, for what no number can say. */
function timestamp(literal: string): Spoil {
  return body((good) => good.replace(/"timestamp":\d+/, `"timestamp":${literal}`));
}

function status(code: number, content?: unknown): Spoil {
  return (good) => ({
    ...good,
    status: code,
    body: content === undefined ? good.body : Buffer.from(JSON.stringify(content)),
  });
}

const CODE_7 = { success: false, error: { code: 7, message: 'Internal server error' } };

/** Every row about contents in the list of hostile targets. */
export const HOSTILE_CONTENTS: HostileContent[] = [
  row(
    'an HTML page',
    'fail not-json',
    ACCEPTED,
    body(() => '<!doctype html><title>Sign in</title>'),
  ),
  row(
    'plain text',
    'fail not-json',
    ACCEPTED,
    body(() => 'OK'),
  ),
  row(
    'JSON cut off',
    'fail not-json',
    ACCEPTED,
    body((good) => good.slice(0, -2)),
  ),
  row(
    'JSON and more',
    'fail not-json',
    ACCEPTED,
    body((good) => `${good}${good}`),
  ),
  row(
    'blanks alone',
    'fail not-json',
    ACCEPTED,
    body(() => ' \r\n '),
  ),
  row(
    'invalid UTF-8',
    'fail encoding',
    ACCEPTED,
    body((good) => Buffer.from(`${good} \xff`, 'latin1')),
  ),
  row(
    'UTF-16 with a mark',
    'fail encoding',
    ACCEPTED,
    body((good) => Buffer.from(`\ufeff${good}`, 'utf16le')),
  ),
  row(
    'UTF-16 without a mark',
    'fail encoding',
    ACCEPTED,
    body((good) => Buffer.from(good, 'utf16le')),
  ),
  row(
    'a byte order mark',
    'fail encoding',
    ACCEPTED,
    body((good) => `\ufeff${good}`),
  ),
  row(
    'nested 100,000 deep in an unknown field',
    'inconclusive depth',
    ACCEPTED,
    body((good) => `${good.slice(0, -1)},"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
  ),
  row(
    'more values than anybody needs',
    'inconclusive too-large',
    ACCEPTED,
    body((good) => `${good.slice(0, -1)},"many":[${'{},'.repeat(150_000)}0]}`),
  ),
  row(
    'a top-level array',
    'fail shape',
    ACCEPTED,
    body((good) => `[${good}]`),
  ),
  row(
    'a top-level string',
    'fail shape',
    ACCEPTED,
    body(() => '"success"'),
  ),
  row(
    'a top-level null',
    'fail shape',
    ACCEPTED,
    body(() => 'null'),
  ),
  row('success missing', 'fail shape', FLAG_LAW, fields({ success: undefined })),
  row('success as a string', 'fail shape', FLAG_LAW, fields({ success: 'true' })),
  row('success false with 200', 'fail shape', ACCEPTED, fields({ success: false })),
  row(
    'success twice, true and false',
    'inconclusive ambiguous',
    ACCEPTED,
    body((good) => `${good.slice(0, -1)},"success":false}`),
  ),
  row(
    'success twice, once escaped',
    'inconclusive ambiguous',
    ACCEPTED,
    body((good) => `${good.slice(0, -1)},"\\u0073uccess":false}`),
  ),
  row('timestamp 1e400', 'fail type', 'responses/type-timestamp/sendFile', timestamp('1e400')),
  row('timestamp 1.5', 'fail type', 'responses/type-timestamp/sendFile', timestamp('1.5')),
  row('timestamp as a string', 'fail type', 'responses/type-timestamp/sendFile', timestamp('"123"')),
  row(
    'timestamp in seconds',
    'fail unit',
    'responses/every-unit-timestamp/sendFile',
    timestamp(String(Math.round(Date.now() / 1000))),
  ),
  row(
    'timestamp two days ahead',
    'fail clock-skew',
    'responses/skew-timestamp/sendFile',
    timestamp(String(Date.now() + 2 * 86_400_000)),
  ),
  row('500 with code 7', 'fail server-error', ACCEPTED, status(500, CODE_7)),
  ...[408, 413, 414, 429, 431, 502, 503, 504].map((code) =>
    row(`${code}`, 'inconclusive infrastructure', ACCEPTED, status(code, { message: 'try later' })),
  ),
  row('302 to the same origin', 'fail redirect', ACCEPTED, (good) => ({
    ...status(302)(good),
    headers: [['Location', '/1.0/elsewhere']],
  })),
  row('a redirect loop', 'fail redirect', ACCEPTED, (good) => ({
    ...status(308)(good),
    headers: [['Location', '']],
  })),
  row(
    'a constructor and a prototype',
    'pass',
    ACCEPTED,
    fields({ constructor: 1, toString: null, hasOwnProperty: 7 }),
  ),
  row(
    '__proto__ with a flag',
    'fail shape',
    FLAG_LAW,
    body(() => '{"__proto__":{"success":true}}'),
  ),
  row('1 MB in an unknown field', 'pass', ACCEPTED, fields({ padding: 'x'.repeat(1_000_000) })),
];

function row(name: string, expected: string, of: string, spoil: Spoil): HostileContent {
  return { name, expected, case: of, spoil };
}
