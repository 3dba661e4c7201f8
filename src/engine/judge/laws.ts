import { responseFields } from '../../cases/description-lookups.js';
import type { FieldLaw } from '../../cases/field-laws.js';
import type { FieldCheck, InvariantStep, ResponseRule } from '../../cases/types.js';
import type { Description } from '../../description/types.js';
import { isContainer, pointer } from '../../json.js';

import { conjunction } from '../../phrases.js';
import type { Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import type { Reader } from '../ports.js';
import { isOfType, judgeField, type Placed, short } from './field.js';
import { describeResponse, factsOf, matchingRows, whyNoRow } from './refusal.js';

import {
  ambiguous,
  ambiguousError,
  isFailure,
  type ParsedResponse,
  readResponse,
  statusProblem,
} from './response.js';

type Judge = (description: Description, exchange: Exchange, reader: Reader) => Finding | null;

/** What is wrong with one response by a law that holds for all responses. */
export const RESPONSE_LAWS: Record<ResponseRule, Judge> = {
  status: (description, { outcome }) =>
    outcome.kind === 'response' ? broken(statusProblem(description, outcome)) : null,
  'json-object': (description, { outcome }) => {
    if (outcome.kind === 'response' && statusProblem(description, outcome)) return null;
    const read = readResponse(description, outcome);
    return 'finding' in read ? broken(read.finding) : null;
  },
  'success-flag': (description, { outcome }) => {
    const read = readResponse(description, outcome);
    if ('response' in read) return successFlag(description, read.response);
    return read.finding.code === 'ambiguous' ? read.finding : null;
  },
  'error-row': (description, exchange, reader) => {
    const read = readResponse(description, exchange.outcome);
    return 'response' in read ? errorRow(description, read.response, exchange, reader) : null;
  },
  'no-failure': (description, { outcome, mayFail }) =>
    outcome.kind === 'response' && !mayFail && isFailure(description, outcome.status)
      ? {
          verdict: 'fail',
          code: 'server-error',
          text: `The target returned a server error (status ${outcome.status}) instead of returning a success or another error.`,
          expected: 'a success, or an error with its reason in the request',
          received: `status ${outcome.status}`,
          place: { part: 'status' },
        }
      : null,
  keyless: keyRepeated,
  'content-type': (description, { outcome }) => {
    if (outcome.kind === 'no-response' || outcome.body.length === 0) return null;
    const types = outcome.headers
      .filter(([name]) => name.toLowerCase() === 'content-type')
      .map(([, value]) => value);
    const isJson = (type: string): boolean =>
      type.split(';')[0]?.trim().toLowerCase() === description.http.contentType;
    if (types.length > 0 && types.every(isJson)) return null;
    return {
      verdict: 'fail',
      code: 'content-type',
      text: 'The Content-Type of a response is not application/json.',
      expected: description.http.contentType,
      received: types.length > 0 ? conjunction(types) : 'no Content-Type',
      place: { part: 'header', header: 'Content-Type' },
    };
  },
};

/** Tells laws apart. */
export function lawKey({ rule, field = '', element = '' }: Omit<InvariantStep, 'do' | 'operation'>): string {
  return `${rule} ${field} ${element}`;
}

/** What a success of the operation says; null: the exchange has none that can be read. */
export function successOf(description: Description, { request, outcome }: Exchange): ParsedResponse | null {
  if (request.method !== description.http.method) return null;
  const read = readResponse(description, outcome);
  if (!('response' in read) || read.response.status !== description.http.successStatus) return null;
  return read.response.body[description.success.field] === false ? null : read.response;
}

/** What is wrong with a field of a success; undefined: the law does not concern it. */
export function judgeFieldLaw(
  description: Description,
  response: ParsedResponse,
  { check, field, element, rule }: FieldLaw,
  now: number,
): Finding | null | undefined {
  const judge = ({ where, value }: Placed, place: string): Finding | null | undefined => {
    if (response.oddities?.ambiguous.has(place)) return ambiguous(where);
    const spelled = response.oddities?.numbers.get(place);
    // Another law covers that.
    if (!OF_ANY_VALUE.includes(check) && !isOfType(rule, value, spelled)) return undefined;
    const finding = judgeField(check, rule, { where, value, spelled }, now, description);
    return finding && { ...finding, place: { part: 'body', pointer: place } };
  };
  const value = response.body[field];
  if (element === undefined) return judge({ where: field, value }, pointer(field));
  if (response.oddities?.ambiguous.has(pointer(field))) return ambiguous(field);
  const elements = Array.isArray(value) ? value : [];
  const findings = elements.map((each: unknown, at) => {
    const inner = isContainer(each) && Object.hasOwn(each, element) ? each[element] : undefined;
    return judge({ where: `${field}[${at}].${element}`, value: inner }, pointer(field, at, element));
  });
  const found = findings.filter((finding) => finding !== null && finding !== undefined);
  if (found.length > 0) return found.find(({ verdict }) => verdict === 'fail') ?? found[0];
  return findings.includes(null) ? null : undefined;
}

const OF_ANY_VALUE: readonly FieldCheck[] = ['type', 'absent'];

/** Fields of a success whose values are compared with those of others. */
export function comparedFields(description: Description, exchange: Exchange): Map<string, unknown> {
  const response = exchange.operation === null ? null : successOf(description, exchange);
  if (!response || exchange.operation === null) return new Map();
  return new Map(
    responseFields(description, exchange.operation)
      .filter(
        ([name, { unique, unit }]) => (unique || unit) && !response.oddities?.ambiguous.has(pointer(name)),
      )
      .map(([name]) => [name, response.body[name]]),
  );
}

/** Infrastructure and unreadable responses make other cases inconclusive; a law is either broken or not. */
function broken(finding: Finding | null): Finding | null {
  return finding?.verdict === 'fail' ? finding : null;
}

function successFlag(description: Description, response: ParsedResponse): Finding | null {
  const { field } = description.success;
  const value = response.body[field];
  const due = response.status === description.http.successStatus;
  if (value === due) return null;
  const what =
    value === undefined
      ? 'is missing'
      : typeof value === 'boolean'
        ? 'contradicts the status'
        : 'is not a boolean';
  return {
    verdict: 'fail',
    code: 'shape',
    text: `"${field}" ${what}.`,
    expected: `${field}: ${due} with status ${response.status}`,
    received: value === undefined ? `no ${field}` : `${field}: ${short(value)}`,
    place: {
      part: 'body',
      field,
      pointer: pointer(field),
      values: { expected: due, ...(value !== undefined && { received: value }) },
    },
  };
}

function errorRow(
  description: Description,
  response: ParsedResponse,
  { request, segment }: Exchange,
  reader: Reader,
): Finding | null {
  if (response.status === description.http.successStatus) return null;
  const doubt = ambiguousError(response, reader);
  if (doubt) return doubt;
  const facts = factsOf(request, segment, null);
  const { codeAt } = reader.error(response.body);
  if (matchingRows(description, response, reader, facts).length > 0) return null;
  return {
    verdict: 'fail',
    code: 'not-in-table',
    text: whyNoRow(description, response, reader),
    expected: 'status, code and message of one row',
    received: describeResponse(description, response, reader),
    place: { part: 'body', pointer: codeAt ?? '' },
  };
}

/** Shorter ones may occur in a response by chance. */
const LEAST = 8;

/**
 * Whether a response repeats the key that the request carried, in its headers or its body: plainly, or as spelled in
 * the query.
 */
export function keyRepeated({ http }: Description, { request, outcome }: Exchange): Finding | null {
  if (outcome.kind === 'no-response') return null;
  const keys = keysIn(request.url, http.keyParameter).filter((key) => key.length >= LEAST);
  if (keys.length === 0) return null;
  const spellings = keys.flatMap((key) => [...new Set([key, encodeURIComponent(key)])]);
  const { body } = outcome;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const holds = (text: string): boolean => spellings.some((spelling) => text.includes(spelling));
  const header = outcome.headers.find(([, value]) => holds(value))?.[0];
  const where =
    header !== undefined
      ? `the header ${header}`
      : spellings.some((spelling) => bytes.includes(spelling))
        ? 'the body'
        : holds(outcome.reason)
          ? 'the reason phrase'
          : null;
  if (where === null) return null;
  return {
    verdict: 'fail',
    code: 'key-repeated',
    text: `A response repeats the authentication key, in ${where}.`,
    expected: 'no key in any response',
    received: `the key in ${where}`,
    place: header === undefined ? { part: 'body', pointer: '' } : { part: 'header', header },
  };
}

/** The thousands of requests of a run have few different queries. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 100;

/** The keys in the query of an address, by the name of their parameter. */
export function keysIn(url: string, parameter: string): readonly string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const place = `${parameter} ${query}`;
  const keys = known.get(place) ?? new URLSearchParams(query).getAll(parameter);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(place, keys);
  return keys;
}
