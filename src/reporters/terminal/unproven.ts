import type { RunRecord } from '../../record/types.js';
import { byRemedy } from '../remedies.js';
import { staleEntries, tellUnproven } from '../story.js';
import { fit, wrapAtMost } from '../text/columns.js';
import { oneLine } from '../text/inert.js';
import { count } from '../words.js';
import type { Paint } from './paint.js';

/** Reasons not to have proven something, each with how to prove it where there is room; baseline entries out of date. */
export function unprovenLines(record: RunRecord, columns: number, paint: Paint, room: number): string[] {
  const groups = byRemedy(tellUnproven(record));
  const stale = staleEntries(record);
  if (groups.length + stale.length === 0) return [];
  const title = ['', paint('bold', groups.length > 0 ? '  Not proven' : '  Out of date')];
  const staleLines = stale.map(({ caseId, state }) => `  baseline: ${oneLine(caseId)} is ${state}`);
  const reasonLines = groups.map(({ reasons }) =>
    reasons.map((one) => `  ${one.standing}: ${count(one.cases.length, 'case')}, ${oneLine(one.text)}`),
  );
  const lines = [...staleLines, ...reasonLines.flat()].map((line) => fit(line, columns));
  const left = room - title.length;
  if (lines.length > left) {
    const shown = lines.slice(0, Math.max(0, left - 1));
    const unseen = `  and ${count(lines.length - shown.length, 'more reason')}, in the report`;
    return [...title, ...shown, paint('dim', fit(unseen, columns))];
  }
  let spare = left - lines.length;
  return [
    ...title,
    ...staleLines.map((line) => fit(line, columns)),
    ...groups.flatMap(({ how }, at) => {
      const remedy = how === null ? [] : wrapAtMost(`→ ${how}`, columns - 5, Math.min(2, spare));
      spare -= remedy.length;
      return [
        ...(reasonLines[at] ?? []).map((line) => fit(line, columns)),
        ...remedy.map((line) => `    ${paint('dim', line)}`),
      ];
    }),
  ];
}
