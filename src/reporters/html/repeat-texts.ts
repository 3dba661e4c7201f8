import type { CaseRecord } from '../../record/types.js';
import { defectOf } from '../defect.js';
import { caseCommand } from '../repeat-command.js';
import { section } from '../words.js';
import { actionWords } from './action-words.js';
import { courseOf } from './course.js';
import { curl } from './curl.js';
import { bodyText, requestText, responseText } from './http-text.js';
import type { Model } from './model.js';

/** A shell script of all that the case did, each of its users a fresh one; null where a body was not kept whole. */
export function scenarioScript(model: Model, one: CaseRecord): string | null {
  const items = courseOf(model, one).filter(({ kind }) => kind === 'exchange' || kind === 'action');
  const users = [...new Set(items.flatMap(({ user }) => user ?? []))];
  const names = new Map(
    users.map((user, at) => [user, `USER_${String.fromCharCode(65 + (at % 26))}${at >= 26 ? at : ''}`]),
  );
  const lines: string[] = [];
  for (const item of items) {
    if (item.kind === 'action')
      lines.push(
        '',
        `# here an employee: ${actionWords(item.action)} (${names.get(item.user ?? '') ?? 'anybody'})`,
      );
    if (item.kind !== 'exchange') continue;
    if (item.exchange.caseId !== one.id) continue;
    const line = curl(item.exchange);
    if (line === null) return null;
    lines.push('', withUsers(line.replace('curl -sS', 'curl -sS "${CA[@]}"'), names));
  }
  if (lines.length === 0) return null;
  const secure = model.record.target.baseUrl.startsWith('https:');
  return [
    '#!/usr/bin/env bash',
    `# ${one.id}`,
    ': "${CONFORM_KEY:?the authentication key}"',
    secure ? 'CA=() # a certificate of your own authority: CA=(--cacert ca.pem)' : 'CA=()',
    ...[...names].map(([, name]) => `${name}="manual-$(date +%s)-$RANDOM"`),
    ...lines,
  ].join('\n');
}

/** A quoted id becomes the variable: the quotes around are closed before it and opened after it. */
function withUsers(line: string, names: ReadonlyMap<string, string>): string {
  let text = line;
  // After an ANSI-C quote another one has to follow.
  for (const [user, name] of [...names].sort(([a], [b]) => b.length - a.length))
    text = text.replaceAll(user, `'"$${name}"${line.includes("$'") ? '$' : ''}'`);
  return text;
}

/** The case as the text of an issue. */
export function issueText(model: Model, one: CaseRecord): string {
  const { target, tool, startedAt } = model.record;
  const statements = one.statements.flatMap((id) => model.statementOf(id) ?? []);
  const exchange = model.exchange(one.judged?.exchange) ?? model.exchangesOf(one).at(-1);
  const event = model.record.events.find(({ id }) => id === one.judged?.event);
  const command = caseCommand(model.record, one);
  return [
    `## ${defectOf([one], one.reason?.code ?? '')} (${one.version})`,
    '',
    ...statements.map((statement) => `> ${section(statement)} ${statement.text}`),
    '',
    `- Target: ${target.baseUrl}, version ${one.version}`,
    `- Case: \`${one.id}\`, ${tool.name} ${tool.version}, ${startedAt}`,
    `- Found: ${one.reason?.text ?? ''}`,
    `- Expected: ${one.expected ?? 'not stated'}`,
    `- Received: ${one.received ?? 'nothing'}`,
    '',
    '### Steps',
    '',
    ...one.steps.map(
      (step, at) => `${at + 1}. ${step}${one.judged?.step === at + 1 ? ' **← judged here**' : ''}`,
    ),
    '',
    ...(exchange
      ? ['### Exchange', '', ...fenced(`${requestText(exchange, MOST)}\n\n${responseText(exchange, MOST)}`)]
      : []),
    ...(event ? ['### Event', '', ...fenced(bodyText(event.body, MOST) ?? '')] : []),
    ...(command === null ? [] : ['### Repeat it', '', ...fenced(command)]),
  ].join('\n');
}

const MOST = 4_000;

function fenced(text: string): string[] {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [fence, text, fence, ''];
}
