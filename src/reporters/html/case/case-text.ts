import { duration } from '../../../duration.js';
import type { CaseRecord } from '../../../record/types.js';
import type { Model } from '../model.js';
import { actionWords, beginOf, courseOf, type Item } from './course.js';
import { bodyText, cut, outcomeText, shortUrl } from './http-text.js';

/**
 * A case as bare text: what it is, its steps, and what happened. Lines that belong to the one before are set in by two
 * blanks: by that the page's script reads it again.
 */
export function caseText(model: Model, testCase: CaseRecord): string {
  const { reason, expected, received, verdict } = testCase;
  const lines = [[testCase.level, ...testCase.statements].join(' · ')];
  if (reason) lines.push(`${inset(reason.text)} [${reason.code}]`);
  if (verdict === 'fail' && expected !== null) lines.push(`expected: ${inset(expected)}`);
  if (verdict === 'fail' && received !== null) lines.push(`received: ${inset(received)}`);
  lines.push('');
  for (const { text, times, first } of stepRows(testCase.steps)) {
    const whole = times < LONG_ROW ? times : 1;
    for (let at = 0; at < whole; at++) lines.push(`${first + at}. ${text}`);
    if (whole < times) lines.push(`${first + times - 1}. ${again(times)}`);
  }
  lines.push('', ...courseLines(model, testCase));
  return lines.join('\n').trimEnd();
}

function courseLines(model: Model, testCase: CaseRecord): string[] {
  const { briefItems } = model.budget;
  const all = courseOf(model, testCase);
  if (briefItems === 0 && all.length > 0) return [`${all.length} messages, in results.json`];
  const shown = all.slice(-briefItems);
  const begin = beginOf(testCase, all);
  const left = all.length - shown.length;
  return [
    ...(left > 0 ? [`and ${left} more before, in results.json`] : []),
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
      // Shown whole by the case that made it.
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
      return `inbox of ${destination} for ${item.reading.user}${looks}: ${items.length === 0 ? 'empty' : `${items.length} items`}${items.length === 0 || briefBody === 0 ? '' : `\n  ${inset(cut(JSON.stringify(items.map(({ shown }) => shown)), briefBody * 2))}`}`;
    }
  }
}

function inset(text: string): string {
  return text.includes('\n') ? text.replaceAll('\n', '\n  ') : text;
}

/** Equal steps that follow each other, as one. */
export interface StepRow {
  text: string;
  times: number;
  /** Number of the first, from 1 on. */
  first: number;
}

/** Steps as rows; of a row of at least `LONG_ROW` only the first and the last are shown. */
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
