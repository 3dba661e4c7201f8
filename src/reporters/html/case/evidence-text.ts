import { Buffer } from 'node:buffer';
import { duration } from '../../../duration.js';
import { count } from '../../../phrases.js';
import { reasonWords } from '../../../reasons.js';
import { KEY_MASK } from '../../../record/redact.js';
import type { BodyRecord, CaseRecord, ExchangeRecord } from '../../../record/types.js';
import { shellWord } from '../../../terminal-text.js';
import { neverBegan } from '../../results.js';
import type { Model } from '../model.js';
import { actionWords, beginOf, courseOf, type Item } from './course.js';

/**
 * A case as bare text: what it is, its steps, and what happened. Lines that belong to the one before are indented by two
 * blanks, from which the page's script reads it again.
 */
export function caseText(model: Model, testCase: CaseRecord): string {
  const { reason, expected, received, verdict } = testCase;
  const lines = [[testCase.level, ...testCase.statements].join(' · ')];
  if (reason) lines.push(`${inset(reason.text)} [${reason.code}]`);
  if (verdict === 'fail' && expected !== null) lines.push(`expected: ${inset(expected)}`);
  if (verdict === 'fail' && received !== null) lines.push(`received: ${inset(received)}`);
  if (neverBegan(testCase)) return lines.join('\n');
  lines.push('', ...stepLines(testCase.steps), '', ...courseLines(model, testCase));
  return lines.join('\n').trimEnd();
}

function stepLines(steps: readonly string[]): string[] {
  return stepRows(steps).flatMap(({ text, times, first }) => {
    const whole = times < LONG_ROW ? times : 1;
    const lines = Array.from({ length: whole }, (_, at) => `${first + at}. ${text}`);
    return whole < times ? [...lines, `${first + times - 1}. ${again(times)}`] : lines;
  });
}

function courseLines(model: Model, testCase: CaseRecord): string[] {
  const { briefItems } = model.budget;
  const all = courseOf(model, testCase);
  if (briefItems === 0 && all.length > 0) return [`${count(all.length, 'message')}, in results.json`];
  const shown = all.slice(-briefItems);
  const begin = beginOf(testCase, all);
  const left = all.length - shown.length;
  return [
    ...(left > 0 ? [`${left} earlier ${left === 1 ? 'one is' : 'ones are'} in results.json`] : []),
    ...shown.map(
      (item) => `+${duration(Math.max(0, item.atMs - begin))}  ${itemText(model, testCase, item)}`,
    ),
  ];
}

function itemText(model: Model, testCase: CaseRecord, item: Item): string {
  const { briefBody } = model.budget;
  switch (item.kind) {
    case 'exchange': {
      const { request, response, failure, durationMs, caseId } = item.exchange;
      const line = `${request.method} ${shortUrl(request.url, model.record.target.baseUrl)}  ${outcomeText({ response, failure })}, ${duration(durationMs)}`;
      // Shown in full by the case that made it.
      if (caseId !== testCase.id) return `${line}  of ${caseId}`;
      const bodies = [bodyText(request.body, briefBody), bodyText(response?.body ?? null, briefBody)];
      return [
        line,
        ...bodies.flatMap((body) => (body === null || body === '' ? [] : [`\n  ${inset(body)}`])),
      ].join('');
    }
    case 'event': {
      const { name, address, note, body } = item.event;
      const text = bodyText(body, briefBody);
      return `webhook ${name ?? 'without a name'} at ${address}${note ? `, ${note}` : ''}${text === null ? '' : `\n  ${inset(text)}`}`;
    }
    case 'action':
      return `employee: ${actionWords(item.action)}${item.action.ok ? '' : `, not done: ${item.action.text}`}`;
    case 'reading': {
      const { destination, items, times } = item.reading;
      const looks = times > 1 ? ` (${times} looks)` : '';
      return `inbox of ${destination} for ${item.reading.user}${looks}: ${items.length === 0 ? 'empty' : count(items.length, 'item')}${items.length === 0 || briefBody === 0 ? '' : `\n  ${inset(cut(JSON.stringify(items.map(({ shown }) => shown)), briefBody * 2))}`}`;
    }
  }
}

function inset(text: string): string {
  return text.includes('\n') ? text.replaceAll('\n', '\n  ') : text;
}

/** Equal consecutive steps, as one. */
interface StepRow {
  text: string;
  times: number;
  /** Number of the first, from 1. */
  first: number;
}

/** Steps as rows; of a sequence of at least `LONG_ROW`, only the first and the last are shown. */
export function stepRows(steps: readonly string[]): StepRow[] {
  const found: StepRow[] = [];
  for (const [at, step] of steps.entries()) {
    const last = found.at(-1);
    if (last?.text === step) last.times++;
    else found.push({ text: step, times: 1, first: at + 1 });
  }
  return found;
}

export const LONG_ROW = 4;

export function again(times: number): string {
  return `The same again, until here ${times} times.`;
}

/** The request as it went over the wire, its body cut to `most` characters. */
export function requestText({ request }: ExchangeRecord, most: number, withHeaders = true): string {
  return message(`${request.method} ${request.url}`, request.headers, request.body, most, withHeaders);
}

/** The response as it came, or why there is none. */
export function responseText(
  { response, failure }: ExchangeRecord,
  most: number,
  withHeaders = true,
): string {
  if (!response) return `no response: ${failure ? failure.text : 'none was recorded'}`;
  const text = message(
    `${response.status} ${response.reason}`.trimEnd(),
    response.headers,
    response.body,
    most,
    withHeaders,
  );
  return failure ? `${text}\n\n[${failure.text}]` : text;
}

/** Status and reason phrase, or in a few words why there is none. */
export function outcomeText({ response, failure }: Pick<ExchangeRecord, 'response' | 'failure'>): string {
  if (response) return `${response.status} ${response.reason}`.trimEnd();
  return failure ? reasonWords(failure.code) : 'no response';
}

/** A body as text with a note where something is missing; null without a body. */
export function bodyText(body: BodyRecord | null, most: number): string | null {
  if (body === null) return null;
  if (body.text === undefined)
    return body.base64 === undefined
      ? `[${body.bytes} bytes]`
      : `[${body.bytes} bytes, base64] ${cut(body.base64, most)}`;
  const kept = cut(body.text, most);
  return body.cut && kept === body.text ? `${kept}\n[cut when recorded; ${body.bytes} bytes in all]` : kept;
}

/** Path and query of a URL, for places where the host is known. */
export function shortUrl(url: string, baseUrl: string): string {
  if (known?.baseUrl !== baseUrl) known = { baseUrl, origin: originOrNull(baseUrl) };
  const { origin } = known;
  return origin !== null && url.startsWith(`${origin}/`) ? url.slice(origin.length) : url;
}

/** For the last base: thousands of requests have the same one. */
let known: { baseUrl: string; origin: string | null } | null = null;

function originOrNull(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}

function message(
  start: string,
  headers: [string, string][],
  body: BodyRecord | null,
  most: number,
  withHeaders: boolean,
): string {
  const lines = [start, ...(withHeaders ? headers.map(([name, value]) => `${name}: ${value}`) : [])];
  const text = bodyText(body, most);
  return text === null || text === '' ? lines.join('\n') : `${lines.join('\n')}\n\n${text}`;
}

/** The start of a text, with a note of what is left out. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most === 0) return `[${text.length} characters, in results.json]`;
  return `${text.slice(0, most).toWellFormed()}… [cut here, ${text.length - most} more characters in results.json]`;
}

/**
 * A shell line that repeats the request with the key from `$CONFORM_KEY`; null if the body was not kept whole, or was sent in
 * parts.
 * @param variables by the text that they replace: further expressions of the shell
 */
export function curl(
  { request }: ExchangeRecord,
  variables: ReadonlyMap<string, string> = new Map(),
): string | null {
  const { method, url, headers, body, pauseMs } = request;
  // No option of curl makes a pause.
  if (pauseMs !== undefined) return null;
  if (body?.cut || (body && (body.text ?? body.base64) === undefined)) return null;
  const replaced = new Map([[KEY_MASK, '"$CONFORM_KEY"'], ...variables]);
  const quoted = (text: string): string => shellExpression(text, replaced);
  const named = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted);
  const parts = [`curl -sS -i -X ${quoted(method)} ${quoted(url)}`];
  for (const [name, value] of headers)
    if (!MADE_BY_CURL.has(name.toLowerCase())) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body) {
    if (!named('content-type')) parts.push("-H 'Content-Type:'");
    if (!named('content-length')) parts.push("-H 'Transfer-Encoding: chunked'");
    if (body.text !== undefined) parts.push(`--data-raw ${quoted(body.text)}`);
    else parts.push('--data-binary @-');
  }
  const line = parts.join(' \\\n  ');
  return body?.text === undefined && body?.base64 !== undefined
    ? `${bytes(body.base64, variables)} | ${line}`
    : line;
}

const MADE_BY_CURL = new Set(['content-length', 'host', 'connection', 'transfer-encoding']);

/** Bytes that are no text, as a command prints them. */
function bytes(base64: string, variables: ReadonlyMap<string, string>): string {
  const text = Buffer.from(base64, 'base64').toString('latin1');
  const edits = [...variables]
    .filter(([own]) => text.includes(own))
    .map(([own, name]) => ` | LC_ALL=C sed s/${own}/${name}/g`);
  return `base64 -d <<< ${shellWord(base64)}${edits.join('')}`;
}

/** For a shell: quoted, except what an expression stands for. */
function shellExpression(text: string, expressions: ReadonlyMap<string, string>): string {
  let parts = [text];
  for (const [own, expression] of expressions)
    parts = parts.flatMap((part, at) =>
      at % 2 === 1
        ? [part]
        : part.split(own).flatMap((rest, nth) => (nth === 0 ? [rest] : [expression, rest])),
    );
  return parts.map((part, at) => (at % 2 === 1 ? part : part === '' ? '' : shellWord(part))).join('') || "''";
}
