import type { Description, ErrorRow } from '../../description/types.js';
import { isPrivate } from '../../network-address.js';
import type { PlainReasonCode } from '../../reasons.js';
import type { Place } from '../../record/types.js';
import { cutText } from '../../terminal-text.js';
import type { Finding } from '../finding.js';
import type { OutgoingRequest, ReadError, Reader } from '../ports.js';
import { short } from './field.js';
import { literalPattern } from './payload.js';
import { isFailure, type ParsedResponse } from './response.js';
import { knownChanges, textChanges } from './text-changes.js';

/** Whether a response is one of the rows (section 7): status, code and message are all compared. */
export function judgeRefusal(
  description: Description,
  rows: readonly string[],
  response: ParsedResponse,
  reader: Reader,
  facts: MessageFacts,
): Finding | null {
  const due = rows.flatMap((id) => description.errors[id] ?? []);
  const whole = due.length > 1 && due.length === Object.keys(description.errors).length;
  const read = reader.error(response.body);
  const finding = (code: PlainReasonCode, text: string, place: Place = { part: 'status' }): Finding => ({
    verdict: 'fail',
    code,
    text,
    expected: whole ? 'a row of the error table' : due.map((row) => describeRow(row, facts)).join(' or '),
    received: describeResponse(description, response, reader),
    place,
  });

  if (response.status === description.http.successStatus) {
    return !whole && due.some(({ stimulus }) => KEY_FAULTS.includes(stimulus.kind))
      ? finding('auth', 'A request without a valid key was accepted.')
      : finding('accepted', 'The request was accepted; it should have been refused.');
  }
  const sameStatus = due.filter((row) => row.status === response.status);
  if (sameStatus.length === 0) {
    const { code, text } = wrongStatus(description, response.status, due);
    return finding(code, text);
  }
  const sameCode = sameStatus.filter((row) => hasCode(read, row));
  if (sameCode.length === 0) {
    const misplaced = otherStatus(due, response, read);
    if (misplaced !== null) return finding('status', misplaced);
    const place = placed(read.codeAt, [...new Set(sameStatus.map((row) => row.code))], read.code);
    return finding('code', `The status is right, but the code ${lacks.code(read)}.`, place);
  }
  if (sameCode.some((row) => hasMessage(read, row, facts))) return null;
  const change = changeOf(description, sameCode, read, facts);
  const place = placed(
    read.messageAt,
    sameCode.map((row) => filledTemplate(row.message, facts)),
    read.message,
  );
  return finding(
    'message',
    `Status and code are right, but the message ${change ?? lacks.message(read)}.`,
    change === null ? place : { ...place, headline: `The error message ${change}.` },
  );
}

/** How a message differs from that of the one row that is due; null: it is not in the table, or several rows may be due. */
function changeOf(
  { errors }: Description,
  [row, ...others]: readonly ErrorRow[],
  { message, messageIn }: ReadError,
  facts: MessageFacts,
): string | null {
  if (!row || others.length > 0 || messageIn !== null || message === null) return null;
  const owner = Object.values(errors).find((other) => fitsTemplate(other.message, message, facts));
  return owner ? `is that of code ${owner.code}` : messageChange(row.message, message, facts);
}

/** That the code is due, but with another status; null: it is not. */
function otherStatus(due: readonly ErrorRow[], { status }: ParsedResponse, read: ReadError): string | null {
  const [row, ...others] = due.filter((each) => hasCode(read, each));
  if (!row || others.length > 0 || row.status === status) return null;
  return `The table gives code ${row.code} status ${row.status}; the response has ${status}.`;
}

/** Why an error is not a row of the table. */
export function whyNoRow({ errors }: Description, response: ParsedResponse, reader: Reader): string {
  const rows = Object.values(errors);
  const read = reader.error(response.body);
  const isSame = (row: ErrorRow): boolean => row.status === response.status && hasCode(read, row);
  if (rows.some(isSame)) return `Status and code are in the table, but the message ${lacks.message(read)}.`;
  return otherStatus(rows, response, read) ?? 'The error is not a row of the table.';
}

function describeRow({ status, code, message }: ErrorRow, facts: MessageFacts): string {
  return `${status}, code ${code}, ${short(filledTemplate(message, facts), LONGEST_MESSAGE)}`;
}

/** The place of a part of the error, with what is due there; if no place is known, the whole body. */
function placed(
  pointer: string | null | undefined,
  due: readonly (string | number)[],
  received: string | null,
): Place {
  if (pointer === null || pointer === undefined) return { part: 'body', pointer: '' };
  const values = {
    ...(due.length === 1 && { expected: due[0] }),
    ...(received !== null && { received }),
  };
  return { part: 'body', pointer, values };
}

/** If no place is known, the value that is due must occur somewhere, in whatever form. */
function hasCode({ code, codeIn }: ReadError, row: ErrorRow): boolean {
  if (codeIn === null) return code === String(row.code);
  const digits = new RegExp(`(?<!\\d)${row.code}(?!\\d)`);
  return codeIn.some((text) => digits.test(text));
}

function hasMessage({ message, messageIn }: ReadError, row: ErrorRow, facts: MessageFacts): boolean {
  if (messageIn === null) return message !== null && fitsTemplate(row.message, message, facts);
  return messageIn.some((text) => holdsTemplate(row.message, text, facts));
}

/** What is wrong with a part of an error. */
const lacks = {
  code: ({ code, codeIn }: ReadError): string =>
    codeIn !== null ? 'is nowhere in the body' : code === null ? 'is missing' : 'is a different one',
  message: ({ message, messageIn }: ReadError): string =>
    messageIn !== null
      ? 'is nowhere in the body'
      : message === null
        ? 'is missing'
        : 'is not the one in the table',
};

const KEY_FAULTS = ['no-key', 'unregistered-key'];

function wrongStatus(
  description: Description,
  status: number,
  due: ErrorRow[],
): { code: PlainReasonCode; text: string } {
  if (isFailure(description, status))
    return {
      code: 'server-error',
      text: `The target returned a server error (status ${status}) instead of refusing the request.`,
    };
  return {
    code: 'status',
    text: `The refusal has status ${status} instead of ${[...new Set(due.map((row) => row.status))].join(' or ')}.`,
  };
}

/** Rows of the table that the response matches, by status, code and message. */
export function matchingRows(
  { errors, http }: Description,
  { status, body }: ParsedResponse,
  reader: Reader,
  facts: MessageFacts,
): string[] {
  if (status === http.successStatus) return [];
  const read = reader.error(body);
  return Object.entries(errors)
    .filter(([, row]) => row.status === status && hasCode(read, row) && hasMessage(read, row, facts))
    .map(([id]) => id);
}

const LONGEST_MESSAGE = 300;

/** `400, code 9, "Invalid data: …"` or `200, accepted`, for people. */
export function describeResponse(description: Description, response: ParsedResponse, reader: Reader): string {
  const pair = receivedStatusAndCode(description, response, reader);
  if (response.status === description.http.successStatus) return pair;
  const { message, messageIn } = reader.error(response.body);
  if (messageIn !== null) return `${pair}, ${short(response.body, LONGEST_MESSAGE)}`;
  return `${pair}, ${message ? short(message, LONGEST_MESSAGE) : 'no message'}`;
}

/** `400, code 9` or `200, accepted`: the same for equivalent responses, whatever they repeat of the request. */
export function receivedStatusAndCode(
  description: Description,
  response: ParsedResponse,
  reader: Reader,
): string {
  if (response.status === description.http.successStatus) return `${response.status}, accepted`;
  return `${response.status}, code ${reader.error(response.body).code ?? 'unknown'}`;
}

/**
 * Whether a message is the row's template, filled in (section 7): the address and the method exactly as sent, a path that
 * contains the operation's segment, or the last one, any reason.
 */
export function fitsTemplate(template: string, message: string, facts: MessageFacts): boolean {
  return new RegExp(`^${source(template, facts)}$`).test(message);
}

/** Whether a text contains the row's template, filled in, anywhere. */
function holdsTemplate(template: string, text: string, facts: MessageFacts): boolean {
  return new RegExp(source(template, facts)).test(text);
}

/** The template, filled in with what is known, for people. */
function filledTemplate(template: string, facts: MessageFacts): string {
  return template
    .replace('$url', () => facts.address ?? '(address)')
    .replace('${request.method}', () => facts.method)
    .replace('${request.path}', () => `…${facts.segment}…`)
    .replace('$reason', () => '…');
}

function source(template: string, facts: MessageFacts): string {
  return templatePattern(template, (placeholder) => {
    switch (placeholder) {
      case '$url':
        return facts.address === null ? '[\\s\\S]*' : addressPattern(facts.address);
      case '${request.method}':
        return literalPattern(facts.method);
      case '${request.path}':
        return `\\S*(?:${[facts.segment, facts.last ?? facts.segment].map(literalPattern).join('|')})\\S*`;
      default:
        return '[\\s\\S]*';
    }
  });
}

/** The address as it is; letter case makes no difference in its scheme and host (RFC 3986). */
function addressPattern(address: string): string {
  const [origin = ''] = /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/[^/?#]*)?/i.exec(address) ?? [];
  const anyCase = [...origin].map((character) => {
    const [small, capital] = [character.toLowerCase(), character.toUpperCase()];
    return small === capital ? literalPattern(character) : `[${small}${capital}]`;
  });
  return `${anyCase.join('')}${literalPattern(address.slice(origin.length))}`;
}

/**
 * Whether a service may refuse a valid webhook address all the same: the interface does not show whether plain HTTP, and
 * addresses that only a private network reaches, are allowed (section 7).
 */
export function mayBeRefused(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' || isPrivate(hostname);
}

/** What an error message may refer to. */
export interface MessageFacts {
  /** Webhook address as sent. */
  address: string | null;
  method: string;
  /** Path segment of the operation as sent. */
  segment: string;
  /** The last segment of the path, if the path goes on after that one: some would say that this is the operation. */
  last?: string;
}

/** What the error message of a request's response may refer to. */
export function factsOf(
  { method, url }: Pick<OutgoingRequest, 'method' | 'url'>,
  segment: string,
  address: string | null,
): MessageFacts {
  const [path = ''] = url.split('?');
  const last = path.slice(path.lastIndexOf('/') + 1);
  return { address, method, segment, ...(last !== '' && last !== segment && { last }) };
}

/**
 * What is wrong with a message that is nearly a row's template, filled in (section 7), as a clause about the message; null: it
 * is another message altogether.
 */
export function messageChange(template: string, message: string, facts: MessageFacts): string | null {
  const names: string[] = [];
  const pattern = templatePattern(template, (name) => {
    names.push(name);
    return name === '$url' || name === '$reason' ? '([\\s\\S]*)' : '(\\S*)';
  });
  const [, ...given] = new RegExp(`^${pattern}$`).exec(message) ?? [];
  if (given.length === 0)
    return names.length === 0 ? stated('is the one in the table', knownChanges(template, message)) : null;
  const givenAs = (name: string): string => given[names.indexOf(name)] ?? '';
  const { address } = facts;
  if (address !== null && names.includes('$url') && givenAs('$url') !== address)
    return givenAs('$url') === ''
      ? 'leaves out the address'
      : stated('repeats the address', textChanges(address, givenAs('$url')));
  if (names.includes(METHOD) && givenAs(METHOD) !== facts.method)
    return `names the method ${cutText(givenAs(METHOD), LONGEST_METHOD)}`;
  return names.includes(PATH) ? pathChange(givenAs(PATH), facts.segment) : null;
}

/** @param given the path as the message has it, with or without what surrounds the segment */
function pathChange(given: string, segment: string): string {
  const [path = ''] = given.split('?');
  const [change] = knownChanges(segment, path.slice(path.lastIndexOf('/') + 1));
  return change === undefined ? 'names another path' : `names the path ${change}`;
}

/** Characters; no method has more. */
const LONGEST_METHOD = 20;

const METHOD = '${request.method}';
const PATH = '${request.path}';
const PLACEHOLDERS = /(\$url|\$reason|\$\{request\.method\}|\$\{request\.path\})/;
const PLACEHOLDER = new RegExp(`^${PLACEHOLDERS.source}$`);

function stated(what: string, [change]: readonly string[]): string | null {
  return change === undefined ? null : `${what} ${change}`;
}

/** The template as the source of a regular expression: each placeholder as `fill` says. */
export function templatePattern(template: string, fill: (placeholder: string) => string): string {
  return template
    .split(PLACEHOLDERS)
    .map((part) => (PLACEHOLDER.test(part) ? fill(part) : literalPattern(part)))
    .join('');
}
