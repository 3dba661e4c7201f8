import { count } from '../../../phrases.js';
import type { BodyRecord, CaseRecord, ExchangeRecord, ReadingRecord } from '../../../record/types.js';
import { oneLine } from '../../../terminal-text.js';
import { defectTitle } from '../../defects/title.js';
import { caseCommand } from '../../repeat-command.js';
import { section } from '../../results.js';
import type { Model } from '../model.js';
import { actionWords, courseOf } from './course.js';
import { bodyText, curl, cut, requestText, responseText } from './evidence-text.js';

/** Three ways to reproduce it: with conform, by hand, and as an issue for others; and its messages as a HAR file. */
export function Repeat({ model, testCase }: { model: Model; testCase: CaseRecord }) {
  const command = caseCommand(model.record, testCase);
  const script = scenarioScript(model, testCase);
  const har = `data:application/json;charset=utf-8,${encodeURIComponent(harOf(model, testCase))}`;
  return (
    <div class="repeat">
      <p class="label">Repeat it</p>
      {command !== null && <pre class="wire copy">{command}</pre>}
      {script !== null && (
        <details class="raw">
          <summary>the whole scenario with curl, with a fresh user</summary>
          <pre class="wire copy">{script}</pre>
        </details>
      )}
      <details class="raw">
        <summary>as an issue, in Markdown</summary>
        <pre class="wire copy">{issueText(model, testCase)}</pre>
      </details>
      {har.length < MOST_HAR && (
        <p>
          <a class="har" href={har} download={`${testCase.id.replaceAll('/', '_')}.har`}>
            HAR file of its exchanges
          </a>
        </p>
      )}
    </div>
  );
}

/** Longer ones stay out of the page. */
const MOST_HAR = 60_000;

/** The exchanges of a case in the HTTP Archive format; keys are masked. */
export function harOf(model: Model, testCase: CaseRecord): string {
  const { tool, startedAt } = model.record;
  const start = Date.parse(startedAt);
  return JSON.stringify({
    log: {
      version: '1.1',
      creator: { name: tool.name, version: tool.version },
      _case: testCase.id,
      entries: model.exchangesOf(testCase).map((exchange) => entry(exchange, start)),
    },
  });
}

function entry({ request, response, startedMs, durationMs, failure }: ExchangeRecord, start: number): object {
  return {
    startedDateTime: new Date(start + startedMs).toISOString(),
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(request.headers),
      queryString: queryOf(request.url),
      ...(request.body && { postData: { mimeType: typeOf(request.headers), text: textOf(request.body) } }),
      headersSize: -1,
      bodySize: request.body?.bytes ?? 0,
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.reason ?? failure?.text ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(response?.headers ?? []),
      content: {
        size: response?.body?.bytes ?? 0,
        mimeType: typeOf(response?.headers ?? []),
        ...(response?.body && { text: textOf(response.body) }),
        ...(response?.body?.base64 !== undefined && { encoding: 'base64' }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: response?.body?.bytes ?? 0,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

function named(headers: readonly [string, string][]): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function queryOf(url: string): { name: string; value: string }[] {
  return URL.canParse(url) ? named([...new URL(url).searchParams]) : [];
}

function typeOf(headers: readonly [string, string][]): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

function textOf({ text, base64 }: BodyRecord): string {
  return text ?? base64 ?? '';
}

/** A shell script of everything that the case did, with fresh users of the same shape; null if a body was not kept whole. */
export function scenarioScript(model: Model, testCase: CaseRecord): string | null {
  const items = courseOf(model, testCase).filter(({ kind }) => kind === 'exchange' || kind === 'action');
  const fresh = freshUsers([...new Set(items.flatMap(({ user }) => user ?? []))]);
  const lines: string[] = [];
  for (const item of items) {
    if (item.kind === 'action')
      lines.push(
        '',
        comment(`here an employee: ${actionWords(item.action)} ${fresh.named(item.user ?? '')}`),
      );
    if (item.kind !== 'exchange') continue;
    if (item.exchange.caseId !== testCase.id) continue;
    const line = curl(item.exchange, fresh.variables);
    if (line === null) return null;
    lines.push('', line.replace('curl -sS', 'curl -sS "${CA[@]}"'));
  }
  if (lines.length === 0) return null;
  const secure = model.record.target.baseUrl.startsWith('https:');
  return [
    '#!/usr/bin/env bash',
    comment(testCase.id),
    ': "${CONFORM_KEY:?the authentication key}"',
    secure ? 'CA=() # a certificate of your own authority: CA=(--cacert ca.pem)' : 'CA=()',
    ...fresh.lines,
    ...lines,
    '',
    comment(`expected: ${testCase.expected ?? 'not stated'}`),
    comment(`received: ${testCase.received ?? 'nothing'}`),
  ].join('\n');
}

/** Other people's text, on one line. */
function comment(text: string): string {
  return `# ${oneLine(text)}`.trimEnd();
}

/** The case as the text of an issue. */
export function issueText(model: Model, testCase: CaseRecord): string {
  const { target, tool, startedAt } = model.record;
  const statements = testCase.statements.flatMap((id) => model.statementOf(id) ?? []);
  const reading = model.readingsOf(testCase).find(({ id }) => id === testCase.judged?.reading);
  const event = model.record.events.find(({ id }) => id === testCase.judged?.event);
  // The observed result, not the last message, is the evidence if an event or an inbox was judged.
  const last = reading || event ? undefined : model.exchangesOf(testCase).at(-1);
  const exchange = model.exchange(testCase.judged?.exchange) ?? last;
  const command = caseCommand(model.record, testCase);
  return [
    `## ${defectTitle([testCase], testCase.reason?.code ?? '')} (${testCase.version})`,
    '',
    ...statements.map((statement) => `> ${section(statement)} ${statement.text}`),
    '',
    `- Target: ${target.baseUrl}, version ${testCase.version}`,
    `- Case: \`${testCase.id}\`, ${tool.name} ${tool.version}, ${startedAt}`,
    `- Found: ${testCase.reason?.text ?? ''}`,
    `- Expected: ${testCase.expected ?? 'not stated'}`,
    `- Received: ${testCase.received ?? 'nothing'}`,
    '',
    '### Steps',
    '',
    ...testCase.steps.map(
      (step, at) => `${at + 1}. ${step}${testCase.judged?.step === at + 1 ? ' **← judged here**' : ''}`,
    ),
    '',
    ...(exchange
      ? [
          '### Exchange',
          '',
          ...fenced(`${requestText(exchange, LONGEST_TEXT)}\n\n${responseText(exchange, LONGEST_TEXT)}`),
        ]
      : []),
    ...(event ? ['### Event', '', ...fenced(bodyText(event.body, LONGEST_TEXT) ?? '')] : []),
    ...(reading ? ['### Inbox', '', ...fenced(readingText(reading))] : []),
    ...(command === null ? [] : ['### Repeat it', '', ...fenced(command)]),
  ].join('\n');
}

const LONGEST_TEXT = 4_000;

/** What employees saw, one item per line. */
function readingText({ destination, user, items }: ReadingRecord): string {
  const lines = items.map(
    ({ fromUser, shown }) => `${fromUser ? 'user' : 'employee'} ${JSON.stringify(shown)}`,
  );
  return cut(
    [`Destination ${destination}, user ${user}: ${count(items.length, 'item')}`, ...lines].join('\n'),
    LONGEST_TEXT,
  );
}

function fenced(text: string): string[] {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence, text, fence, ''];
}

/** What makes the users of a run its own, and the variables of a shell script that give them fresh ones of the same shape. */
interface FreshUsers {
  /** The shell's expression, by what it replaces in the ids. */
  variables: ReadonlyMap<string, string>;
  /** Lines that set the variables. */
  lines: string[];
  /** An id with the names of the variables in it, for people. */
  named(user: string): string;
}

/**
 * In the ids of a run's users, only what is the run's own is replaced: a case may be about an id's length, blanks and
 * letter case, or about what two ids differ in.
 */
function freshUsers(users: readonly string[]): FreshUsers {
  const variables = new Map<string, string>();
  const lines: string[] = [];
  const add = (text: string, name: string, line: string): void => {
    if (variables.has(text)) return;
    variables.set(text, `"$${name}"`);
    lines.push(line);
  };
  for (const [nth, run] of [...new Set(found(users, HEX).map((text) => text.toLowerCase()))].entries()) {
    const name = `RUN${nth === 0 ? '' : nth}`;
    const capitals = run.toUpperCase();
    add(run, name, `${name}=$(od -An -N5 -tx1 /dev/urandom | tr -d ' \\n')`);
    if (users.some((user) => user.includes(capitals)))
      add(capitals, `${name}_CAPITALS`, `${name}_CAPITALS=$(printf %s "$${name}" | tr a-f A-F)`);
  }
  for (const [nth, digits] of [...new Set(found(users, DIGITS))].entries()) {
    const name = `RUN_DIGITS${nth === 0 ? '' : nth}`;
    add(digits, name, `${name}=$(printf '9%013d' "$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')")`);
  }
  return {
    variables,
    lines,
    named: (user) =>
      [...variables].reduce((text, [own, name]) => text.replaceAll(own, name.replaceAll('"', '')), user),
  };
}

/** How a run makes the ids of its users: ten hexadecimal digits, or fourteen decimal ones before the number of the case. */
const HEX = /(?<=u-)[0-9a-f]{10}(?=-)/gi;
const DIGITS = /9\d{13}(?=\d{5})/g;

function found(users: readonly string[], what: RegExp): string[] {
  return users.flatMap((user) => user.match(what) ?? []);
}
