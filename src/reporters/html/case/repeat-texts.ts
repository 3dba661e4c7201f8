import type { CaseRecord, ReadingRecord } from '../../../record/types.js';
import { defectTitle } from '../../defects/title.js';
import { caseCommand } from '../../repeat-command.js';
import { oneLine } from '../../text/inert.js';
import { count, section } from '../../words.js';
import type { Model } from '../model.js';
import { actionWords, courseOf } from './course.js';
import { curl } from './curl.js';
import { bodyText, cut, requestText, responseText } from './http-text.js';

/** A shell script of all that the case did, with fresh users of the same shape; null where a body was not kept whole. */
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

/** Whatever others said: one line. */
function comment(text: string): string {
  return `# ${oneLine(text)}`.trimEnd();
}

/** The case as the text of an issue. */
export function issueText(model: Model, testCase: CaseRecord): string {
  const { target, tool, startedAt } = model.record;
  const statements = testCase.statements.flatMap((id) => model.statementOf(id) ?? []);
  const reading = model.readingsOf(testCase).find(({ id }) => id === testCase.judged?.reading);
  const event = model.record.events.find(({ id }) => id === testCase.judged?.event);
  // What came of it, not what came last, is the evidence where an event or an inbox was judged.
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
      ? ['### Exchange', '', ...fenced(`${requestText(exchange, MOST)}\n\n${responseText(exchange, MOST)}`)]
      : []),
    ...(event ? ['### Event', '', ...fenced(bodyText(event.body, MOST) ?? '')] : []),
    ...(reading ? ['### Inbox', '', ...fenced(readingText(reading))] : []),
    ...(command === null ? [] : ['### Repeat it', '', ...fenced(command)]),
  ].join('\n');
}

const MOST = 4_000;

/** What employees saw, an item a line. */
function readingText({ destination, user, items }: ReadingRecord): string {
  const lines = items.map(
    ({ fromUser, shown }) => `${fromUser ? 'user' : 'employee'} ${JSON.stringify(shown)}`,
  );
  return cut(
    [`Destination ${destination}, user ${user}: ${count(items.length, 'item')}`, ...lines].join('\n'),
    MOST,
  );
}

function fenced(text: string): string[] {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence, text, fence, ''];
}

/** What makes the users of a run its own, and the variables of a shell script that make them fresh ones of the same shape. */
export interface FreshUsers {
  /** By what stands in the ids: the shell's expression in its place. */
  variables: ReadonlyMap<string, string>;
  /** Lines that set the variables. */
  lines: string[];
  /** An id with the names of the variables in it, for people. */
  named(user: string): string;
}

/**
 * Of these users, those of a run, only what is the run's own is replaced: length, blanks and letter case of an
 * id, and in what two of them differ, may be what a case is about.
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

/** As a run makes the ids of its users: ten hexadecimal digits, or fourteen decimal ones before the number of the case. */
const HEX = /(?<=u-)[0-9a-f]{10}(?=-)/gi;
const DIGITS = /9\d{13}(?=\d{5})/g;

function found(users: readonly string[], what: RegExp): string[] {
  return users.flatMap((user) => user.match(what) ?? []);
}
