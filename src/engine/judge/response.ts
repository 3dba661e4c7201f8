import { isDeepStrictEqual } from 'node:util';
import type { Description } from '../../description/types.js';
import { pointer } from '../../json.js';
import type { PlainReasonCode } from '../../reasons.js';
import type { Finding } from '../finding.js';
import type { Outcome, Reader } from '../ports.js';
import { short } from './field.js';
import { hasMoreCommas, type JsonOddities, jsonDepth, jsonOddities, withoutAmbiguous } from './json-text.js';

export interface ParsedResponse {
  status: number;
  body: Record<string, unknown>;
  /** Of the body's text; absent: none. */
  oddities?: JsonOddities;
}

export type Read = { response: ParsedResponse } | { finding: Finding };

/** Deeper than some client libraries can read. */
const MAX_DEPTH = 500;
/** A list of some thousands of destinations has fewer. */
const MAX_VALUES = 20_000;

/**
 * Reads a response that must be a documented one (sections 2, 4 and 7): a documented status and a JSON object.
 * Otherwise says what is wrong with it; all of that is wrong by itself, whatever the request was for.
 */
export function readResponse(description: Description, outcome: Outcome): Read {
  // Several judges look at one response in turn, and parsing it again would take most of their time.
  if (last?.outcome !== outcome || last.description !== description)
    last = { description, outcome, read: read(description, outcome) };
  return last.read;
}

let last: { description: Description; outcome: Outcome; read: Read } | null = null;

function read(description: Description, outcome: Outcome): Read {
  const problem = statusProblem(description, outcome);
  if (problem) return { finding: problem };
  if (outcome.kind !== 'response') throw new Error('An outcome without a response has a problem.');
  const parsed = readObject(description, outcome.body);
  if ('finding' in parsed)
    return { finding: { ...parsed.finding, received: `${outcome.status}, ${parsed.finding.received}` } };
  return { response: { status: outcome.status, body: parsed.object, oddities: parsed.oddities } };
}

/** That the code or the message of an error is given twice, so that nobody can tell which one counts; null: it is not. */
export function ambiguousError({ body, oddities }: ParsedResponse, reader: Reader): Finding | null {
  if (!oddities || oddities.ambiguous.size === 0) return null;
  if (isDeepStrictEqual(reader.error(body), reader.error(withoutAmbiguous(body, oddities)))) return null;
  return ambiguous('the code or the message of the error');
}

/** That a value is given more than once, with differences. */
export function ambiguous(where: string): Finding {
  return {
    verdict: 'inconclusive',
    code: 'ambiguous',
    text: `The body gives ${where} more than once, with different values; which one counts is undefined.`,
    expected: `${where} given once`,
    received: `${where} given twice`,
  };
}

/** What is wrong with the status, or that there is no response at all. */
export function statusProblem(description: Description, outcome: Outcome): Finding | null {
  if (outcome.kind === 'no-response') {
    const { verdict, failure } = outcome;
    return {
      verdict,
      code: failure.code,
      text: failure.text,
      expected: 'a whole HTTP response',
      received: failure.text,
      place: { part: 'answer' },
      outright: true,
    };
  }
  const { successStatus, errorStatuses, infrastructureStatuses } = description.http;
  const { status } = outcome;
  if (status === successStatus || errorStatuses.includes(status)) return null;
  const received = `status ${status}`;
  if (infrastructureStatuses.includes(status)) {
    return {
      verdict: 'inconclusive',
      code: 'infrastructure',
      text: `Status ${status} comes from something in front of the service; it says nothing about the service itself.`,
      received,
    };
  }
  const expected = `a status of ${[successStatus, ...errorStatuses].join(', ')}`;
  if (status >= 300 && status < 400) {
    return {
      verdict: 'fail',
      code: 'redirect',
      text: `Status ${status} redirects; it was not followed.`,
      expected,
      received,
      place: { part: 'status' },
      outright: true,
    };
  }
  return {
    verdict: 'fail',
    code: 'status',
    text: `Status ${status} is not documented.`,
    expected,
    received,
    place: { part: 'status' },
    outright: true,
  };
}

/** Whether the status is that of a failure of the service, which no request justifies. */
export function isFailure({ errors }: Description, status: number): boolean {
  return Object.values(errors).some((row) => row.status === status && row.stimulus.kind === 'none');
}

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readObject(
  description: Description,
  bytes: Uint8Array,
): { object: Record<string, unknown>; oddities: JsonOddities } | { finding: Finding } {
  const fail = (
    code: PlainReasonCode,
    text: string,
    received: string,
    verdict: 'fail' | 'inconclusive' = 'fail',
  ) => ({
    finding: {
      verdict,
      code,
      text,
      expected: 'a JSON object in UTF-8',
      received,
      place: { part: 'body' as const, pointer: '' },
      outright: true as const,
    },
  });
  if (bytes.length === 0) return fail('empty-body', 'The response has an empty body.', 'an empty body');
  let text: string;
  try {
    text = DECODER.decode(bytes);
  } catch {
    return fail('encoding', 'The body is not valid UTF-8.', 'bytes that are not UTF-8');
  }
  if (text.startsWith('\uFEFF') || text.includes('\0'))
    return fail(
      'encoding',
      'The body is not plain UTF-8: it has a byte order mark or NUL bytes.',
      'a byte order mark or NUL bytes',
    );
  // Parsed, they take up to twenty times the space of their text.
  if (hasMoreCommas(text, MAX_VALUES))
    return fail(
      'too-large',
      `The body holds more than ${MAX_VALUES} values; that is more than can be judged.`,
      'more values than are read',
      'inconclusive',
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('not-json', 'The body is not JSON.', `a body that begins with ${short(text, 60)}`);
  }
  // A text is nested no deeper than it is long, and nearly all are short.
  const depth = text.length > MAX_DEPTH ? jsonDepth(text) : 0;
  if (depth > MAX_DEPTH)
    return fail(
      'depth',
      `The body is nested ${depth} deep; that is more than can be judged.`,
      `JSON nested ${depth} deep`,
      'inconclusive',
    );
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail(
      'shape',
      'The body is JSON, but not an object.',
      Array.isArray(value) ? 'a JSON array' : `a JSON ${value === null ? 'null' : typeof value}`,
    );
  }
  const oddities = jsonOddities(text);
  const { field } = description.success;
  if (oddities.ambiguous.has(pointer(field)))
    return { finding: { ...ambiguous(`"${field}"`), outright: true } };
  return { object: value as Record<string, unknown>, oddities };
}
