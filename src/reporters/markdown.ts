import { duration } from '../duration.js';
import { groupBy } from '../group-by.js';
import { capitalized, count, firstFew } from '../phrases.js';
import { CASE_RESULTS, countResults, staleEntries } from '../record/case-results.js';
import type { RunRecord, TruthRow } from '../record/types.js';
import type { Defect } from './defects/defect.js';
import { caseCount, defectsOf, remedy, unprovenGroups, versionsOf } from './defects/defects.js';
import { likelyCauses } from './defects/likely-causes.js';
import { footnotes, headline, moment, section, verdictParts, windowWords } from './results.js';
import { code, prose } from './text/escapes.js';

/**
 * `summary.md` and the job summary: what the report says, in GitHub's Markdown, below its limit of 1 MiB. What does not
 * fit is counted, never dropped silently.
 */
export function renderMarkdown(record: RunRecord): string {
  const defects = defectsOf(record);
  const shown = defects.slice(0, MOST_DEFECTS);
  const [first, rest] = verdictParts(record);
  const repeated = first.toLowerCase().startsWith(headline(record).toLowerCase());
  const blocks = [
    `# ${MARKS[record.verdict]} ${repeated ? prose(first) : headline(record)}`,
    ...[repeated ? rest : record.sentence].filter((text) => text !== '').map(prose),
    `${code(record.target.baseUrl)} · ${record.target.versions.map((version) => code(version)).join(', ')} · ${moment(record.startedAt)} · ${duration(record.durationMs)}`,
    tally(record),
    ...windows(record),
    ...footnotes(record).map((text) => `_${prose(text)}_`),
    ...(record.partial ? ['> The run was interrupted; this is what it had seen by then.'] : []),
    ...(shown.length > 0
      ? ['## Defects', ...overview(shown), ...shown.map((defect) => defectSection(defect, record))]
      : []),
    ...(defects.length > shown.length
      ? [`And ${count(defects.length - shown.length, 'more defect')}, in the HTML report.`]
      : []),
    ...unproven(record),
    ...truth(record.truthTable, record.target.versions),
    `Repeat with ${code(record.command)}`,
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const MARKS: Record<RunRecord['verdict'], string> = {
  conformant: '✅',
  'not-conformant': '❌',
  'not-proven': '🟡',
  'no-verdict': '⚪',
  error: '⚠️',
  interrupted: '⏹️',
};

function tally(record: RunRecord): string {
  if (record.cases.length === 0) return '';
  const counts = countResults(record);
  const shown = CASE_RESULTS.filter((kind) => counts[kind] > 0);
  const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [row(shown), row(shown.map(() => '---:')), row(shown.map((kind) => counts[kind]))].join('\n');
}

function windows(record: RunRecord): string[] {
  const words = record.walks ? null : windowWords(record);
  return words === null ? [] : [`${capitalized(words)}.`];
}

/** All defects at a glance, if there are several. */
function overview(defects: Defect[]): string[] {
  if (defects.length < WORTH_LISTING) return [];
  const rows = defects.map(
    (defect) =>
      `| ${SIGNS[defect.result]} | ${titleOf(defect)} | ${versionsOf(defect).join(', ')} | ${caseCount(defect)} |`,
  );
  return [['| | defect | versions | cases |', '| --- | --- | --- | ---: |', ...rows].join('\n')];
}

const WORTH_LISTING = 3;
const SIGNS: Record<Defect['result'], string> = { failed: '❌', warning: '⚠️', accepted: '☑️' };

function titleOf({ title }: Defect): string {
  return prose(title);
}

/** What follows from it, a line for each title. */
function consequences({ consequences: own }: Defect): string[] {
  return [...groupBy(own, titleOf)].map(([title, alike]) => {
    const cases = alike.reduce((sum, defect) => sum + defect.cases.length, 0);
    return `- follows from it: ${title} (${count(cases, 'case')})`;
  });
}

function defectSection(defect: Defect, record: RunRecord): string {
  const [sample] = defect.cases;
  const lines = [
    `### ${SIGNS[defect.result]} ${titleOf(defect)}`,
    '',
    ...(defect.statement ? [`${section(defect.statement)} ${prose(defect.statement.text)}`, ''] : []),
    `${defect.result}, ${count(defect.cases.length, 'case')} in ${defect.versions.map((version) => code(version)).join(', ')}`,
    '',
    ...(sample ? [`- case: ${prose(sample.title)}`] : []),
    ...(sample?.reason ? [`- reason: ${code(sample.reason.text)}`] : []),
    ...(sample?.expected == null ? [] : [`- expected: ${code(sample.expected)}`]),
    ...(sample?.received == null ? [] : [`- received: ${code(sample.received)}`]),
    ...consequences(defect),
    ...likelyCauses(defect, record).map((cause) => `- likely: ${prose(cause)}`),
    '',
    '<details><summary>Cases</summary>',
    '',
    ...fewItems(
      defect.cases.map(({ id }) => `- ${code(id)}`),
      MOST_CASES,
    ),
    '',
    '</details>',
  ];
  return lines.join('\n');
}

function unproven(record: RunRecord): string[] {
  const groups = unprovenGroups(record);
  const stale = staleEntries(record.baseline).map(
    ({ caseId, state, reason }) => `- baseline entry ${code(caseId)} is ${state}: ${prose(reason)}`,
  );
  if (groups.length === 0) return stale.length === 0 ? [] : ['## Out of date', boundedList(stale)];
  const rows = groups.slice(0, MOST_UNPROVEN).map((group) => {
    const how = remedy(group);
    return `| ${group.result} | ${group.cases.length} | ${code(group.text)} | ${how ? prose(how) : ''} |`;
  });
  const left = groups.length - rows.length;
  return [
    '## Not proven',
    ['| | cases | reason | how to prove it |', '| --- | ---: | --- | --- |', ...rows].join('\n'),
    ...(left > 0 ? [`And ${count(left, 'more reason')}, in the HTML report.`] : []),
    ...(stale.length > 0 ? [boundedList(stale)] : []),
  ];
}

function boundedList(lines: string[]): string {
  return fewItems(lines, MOST_UNPROVEN).join('\n');
}

function fewItems(items: string[], most: number): string[] {
  return firstFew(items, most, (left) => `- and ${left} more`);
}

function truth(rows: TruthRow[], versions: string[]): string[] {
  if (rows.length === 0) return [];
  const head = ['scenario', 'operation', ...versions.map((version) => prose(version))];
  const lines = rows.map((row) => {
    const cells = versions.map((version) => {
      const cell = row.cells.find((cell) => cell.version === version);
      if (!cell) return '';
      const mark = cell.verdict === 'pass' ? '✓' : cell.verdict === 'fail' ? '✗' : '?';
      if (cell.expected === 'open') return `${mark} ${cell.observed} (either is right)`;
      return cell.expected === cell.observed
        ? `${mark} ${cell.observed}`
        : `${mark} ${cell.observed} (expected: ${cell.expected})`;
    });
    return `| ${[prose(row.title), code(row.operation), ...cells].join(' | ')} |`;
  });
  const rule = `| ${head.map(() => '---').join(' | ')} |`;
  return ['## Routing', [`| ${head.join(' | ')} |`, rule, ...lines].join('\n')];
}

const MOST_DEFECTS = 50;
const MOST_CASES = 30;
const MOST_UNPROVEN = 50;
