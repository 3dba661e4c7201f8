import { conjunction, count } from '../phrases.js';
import { staleEntries } from '../record/case-results.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import { oneLine } from '../terminal-text.js';
import type { Defect } from './defects/defect.js';
import { byRemedy, caseCount, defectsOf, unprovenGroups, versionsOf } from './defects/defects.js';
import { section } from './results.js';
import { fit, width, wrapAtMost } from './text/columns.js';
import { firstDifference } from './text/difference.js';

/** The first defects with their difference, the others on a line or two each, as many as there is room for. */
export function defectList(record: RunRecord, columns: number, paint: Paint, room: number): string[] {
  const all = defectsOf(record).filter((defect) => defect.result !== 'accepted');
  if (all.length === 0) return [];
  const layout = ({ whole, roomy }: Layout) => {
    const lines = all.slice(0, whole).flatMap((defect) => defectLines(defect, columns, paint, roomy));
    const rest = all.slice(whole);
    const left = room - 1 - lines.length;
    const brief = rest.length <= left ? rest : rest.slice(0, Math.max(0, left - 1));
    const each = MOST_LINES * rest.length <= left ? MOST_LINES : 1;
    return { lines, brief, each, unseen: rest.slice(brief.length), fits: left >= 0 };
  };
  const layouts = LAYOUTS.map(layout);
  const { lines, brief, each, unseen } =
    layouts.find((layout) => layout.fits && layout.unseen.length === 0) ??
    layouts.find((layout) => layout.brief.length >= LEAST_BRIEF) ??
    layout(TIGHTEST);
  const cases = unseen.reduce((sum, defect) => sum + caseCount(defect), 0);
  const more = `  and ${count(unseen.length, 'more defect')} (${count(cases, 'case')}), in the report`;
  return [
    '',
    ...lines,
    ...brief.flatMap((defect) => briefDefect(defect, columns, paint, each)),
    ...(unseen.length > 0 ? [paint('dim', fit(more, columns))] : []),
  ];
}

/** How many defects are printed with their difference, and whether the case has lines of its own for its title and id. */
interface Layout {
  whole: number;
  roomy: boolean;
}

const TIGHTEST: Layout = { whole: 1, roomy: false };
const LAYOUTS: readonly Layout[] = [...[3, 2, 1].map((whole) => ({ whole, roomy: true })), TIGHTEST];

/** With fewer lines, no defect is printed in full. */
const LEAST_BRIEF = 3;

/** A defect in one line, with the section of its statement. */
export function titleOf({ statement, title }: Defect): string {
  return oneLine(statement ? `${title} (${section(statement)})` : title);
}

function markOf({ result }: Defect, paint: Paint): string {
  return result === 'failed' ? paint('red', '✘') : paint('yellow', '!');
}

function briefDefect(defect: Defect, columns: number, paint: Paint, mostLines: number): string[] {
  const where = `(${count(caseCount(defect), 'case')})`;
  const room = columns - 5 - width(where);
  const [first = '', ...rest] = wrapAtMost(titleOf(defect), room, mostLines);
  return [`  ${markOf(defect, paint)} ${first} ${paint('dim', where)}`, ...rest.map((line) => `    ${line}`)];
}

function defectLines(defect: Defect, columns: number, paint: Paint, roomy: boolean): string[] {
  const sample = defect.cases[0];
  const where = `${count(caseCount(defect), 'case')}, ${conjunction(versionsOf(defect))}`;
  const heading = `${titleOf(defect)}: ${where.replaceAll(' ', NO_BREAK)}`;
  const [first = '', ...rest] = wrapAtMost(heading, columns - 5, 2);
  const lines = [
    `  ${markOf(defect, paint)} ${paint('bold', first)}`,
    ...rest.map((line) => `    ${paint('bold', line)}`),
    ...(sample ? sampleLines(sample, columns, roomy).map((line) => paint('dim', line)) : []),
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

/** The subject of the case says under what condition it goes wrong. */
function sampleLines({ id, title }: CaseRecord, columns: number, roomy: boolean): string[] {
  if (!roomy) return [fit(`    ${oneLine(id)}: ${oneLine(title)}`, columns)];
  const lines = [...wrapAtMost(oneLine(title), columns - 5, 2), fit(oneLine(id), columns - 5)];
  return lines.map((line) => `    ${line}`);
}

const NO_BREAK = '\u00a0';

/** Reasons why something was not proven, each with how to prove it if there is room; baseline entries out of date. */
export function unprovenLines(
  record: RunRecord,
  columns: number,
  paint: Paint,
  room: number,
  mostLines = MOST_LINES,
): string[] {
  const groups = byRemedy(unprovenGroups(record));
  const stale = staleEntries(record.baseline);
  if (groups.length + stale.length === 0) return [];
  const title = ['', paint('bold', groups.length > 0 ? '  Not proven' : '  Out of date')];
  const staleLines = stale.map(({ caseId, state }) => `  baseline: ${oneLine(caseId)} is ${state}`);
  const reasonLines = groups.map(({ reasons }) =>
    reasons.map(
      (unproven) =>
        `  ${count(unproven.cases.length, 'case')} ${ENDED[unproven.result]}: ${oneLine(unproven.text)}`,
    ),
  );
  const lines = [...staleLines, ...reasonLines.flat()].map((line) => fit(line, columns));
  const left = room - title.length;
  if (lines.length > left) {
    const shown = lines.slice(0, Math.max(0, left - 1));
    const unseen = `  and ${count(lines.length - shown.length, 'more reason')}, in the report`;
    return [...title, ...shown, paint('dim', fit(unseen, columns))];
  }
  const spare = new Spare(left - lines.length, mostLines);
  const paragraphs = groups.map(({ reasons }, at) =>
    reasons.flatMap((_, nth) => spare.wrapped(reasonLines[at]?.[nth] ?? '', columns, 1)),
  );
  return [
    ...title,
    ...staleLines.map((line) => fit(line, columns)),
    ...groups.flatMap(({ how }, at) => [
      ...(paragraphs[at] ?? []),
      ...(how === null ? [] : spare.wrapped(`    → ${how}`, columns, 0).map((line) => paint('dim', line))),
    ]),
  ];
}

/** How cases that prove nothing ended, after their number. */
const ENDED = { inconclusive: 'inconclusive', skipped: 'skipped', error: 'with an error' };

/** Lines that nobody has taken yet; whoever comes first takes what a text needs, up to the number that people read. */
class Spare {
  constructor(
    private left: number,
    private readonly mostLines: number,
  ) {}

  /** `own` lines are given already; what follows the first one is indented to its words. */
  wrapped(text: string, columns: number, own: number): string[] {
    const lines = wrapAtMost(text.trim(), columns - INDENT, Math.min(this.mostLines, own + this.left));
    this.left -= Math.max(0, lines.length - own);
    const first = text.length - text.trimStart().length;
    return lines.map((line, at) => `${' '.repeat(at === 0 ? first : INDENT)}${line}`);
  }
}

const INDENT = 4;
const MOST_LINES = 2;

/** Puts a text into a style; without colours it stays as it is. */
export type Paint = (style: Style, text: string) => string;

export type Style = keyof typeof STYLES;

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };

export function painter(color: boolean): Paint {
  return (style, text) => (color ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text);
}
