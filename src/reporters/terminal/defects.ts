import type { RunRecord } from '../../record/types.js';
import type { Defect } from '../defects/defect.js';
import { defectsOf } from '../defects/defects.js';
import { fit, width, wrapAtMost } from '../text/columns.js';
import { firstDifference } from '../text/difference.js';
import { oneLine } from '../text/inert.js';
import { count, section } from '../words.js';
import type { Paint } from './paint.js';

/** The first defects with their difference, the others on a line each, as many as there is room for. */
export function defectList(record: RunRecord, columns: number, paint: Paint, room: number): string[] {
  const all = defectsOf(record).filter((defect) => defect.result !== 'accepted');
  if (all.length === 0) return [];
  const layout = (whole: number) => {
    const lines = all.slice(0, whole).flatMap((defect) => defectLines(defect, columns, paint));
    const rest = all.slice(whole);
    const left = room - 1 - lines.length;
    const brief = rest.length <= left ? rest : rest.slice(0, Math.max(0, left - 1));
    return { lines, brief, unseen: rest.slice(brief.length), fits: left >= 0 };
  };
  const layouts = [3, 2, 1].map(layout);
  const { lines, brief, unseen } =
    layouts.find((layout) => layout.fits && layout.unseen.length === 0) ??
    layouts.find((layout) => layout.brief.length >= LEAST_BRIEF) ??
    layout(1);
  const cases = unseen.reduce((sum, defect) => sum + defect.cases.length, 0);
  const more = `  and ${count(unseen.length, 'more defect')} (${count(cases, 'case')}), in the report`;
  return [
    '',
    ...lines,
    ...brief.map((defect) => briefDefect(defect, columns, paint)),
    ...(unseen.length > 0 ? [paint('dim', fit(more, columns))] : []),
  ];
}

/** With fewer lines no defect is printed in full. */
const LEAST_BRIEF = 3;

function titleOf({ statement, title }: Defect): string {
  return oneLine(statement ? `${title} (${section(statement)})` : title);
}

function markOf({ result }: Defect, paint: Paint): string {
  return result === 'failed' ? paint('red', '✘') : paint('yellow', '!');
}

function briefDefect(defect: Defect, columns: number, paint: Paint): string {
  const where = `(${count(defect.cases.length, 'case')})`;
  return `  ${markOf(defect, paint)} ${fit(titleOf(defect), columns - 5 - width(where))} ${paint('dim', where)}`;
}

function defectLines(defect: Defect, columns: number, paint: Paint): string[] {
  const sample = defect.cases[0];
  const where = `${count(defect.cases.length, 'case')}, ${defect.versions.join(' and ')}`;
  const heading = `${titleOf(defect)}: ${where.replaceAll(' ', NO_BREAK)}`;
  const [first = '', ...rest] = wrapAtMost(heading, columns - 5, 2);
  const lines = [
    `  ${markOf(defect, paint)} ${paint('bold', first)}`,
    ...rest.map((line) => `    ${paint('bold', line)}`),
    ...(sample ? [paint('dim', fit(`    ${oneLine(sample.id)}`, columns))] : []),
  ];
  if (sample?.expected == null && sample?.received == null)
    return [...lines, fit(`    ${oneLine(sample?.reason?.text ?? defect.code)}`, columns)];
  const differ = firstDifference(
    oneLine(sample.expected ?? 'not stated'),
    oneLine(sample.received ?? 'nothing'),
  );
  return [
    ...lines,
    `    expected ${paint('green', fit(differ.expected, columns - 13))}`,
    `    received ${paint('red', fit(differ.received, columns - 13))}`,
  ];
}

const NO_BREAK = '\u00a0';
