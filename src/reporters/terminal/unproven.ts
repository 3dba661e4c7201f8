import type { RunRecord } from '../../record/types.js';
import { byRemedy, staleEntries, tellUnproven } from '../defects/defects.js';
import { fit, wrapAtMost } from '../text/columns.js';
import { oneLine } from '../text/inert.js';
import { count } from '../words.js';
import type { Paint } from './paint.js';

/** Reasons not to have proven something, each with how to prove it where there is room; baseline entries out of date. */
export function unprovenLines(
  record: RunRecord,
  columns: number,
  paint: Paint,
  room: number,
  mostLines = MOST_LINES,
): string[] {
  const groups = byRemedy(tellUnproven(record));
  const stale = staleEntries(record);
  if (groups.length + stale.length === 0) return [];
  const title = ['', paint('bold', groups.length > 0 ? '  Not proven' : '  Out of date')];
  const staleLines = stale.map(({ caseId, state }) => `  baseline: ${oneLine(caseId)} is ${state}`);
  const reasonLines = groups.map(({ reasons }) =>
    reasons.map(
      (unproven) =>
        `  ${unproven.result}: ${count(unproven.cases.length, 'case')}, ${oneLine(unproven.text)}`,
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

/** Lines that nobody has taken yet; who comes first takes what a text needs, up to a number that people read. */
class Spare {
  constructor(
    private left: number,
    private readonly mostLines: number,
  ) {}

  /** `own` lines are given already; what follows the first one stands below its words. */
  wrapped(text: string, columns: number, own: number): string[] {
    const lines = wrapAtMost(text.trim(), columns - INDENT, Math.min(this.mostLines, own + this.left));
    this.left -= Math.max(0, lines.length - own);
    const first = text.length - text.trimStart().length;
    return lines.map((line, at) => `${' '.repeat(at === 0 ? first : INDENT)}${line}`);
  }
}

const INDENT = 4;
const MOST_LINES = 2;
