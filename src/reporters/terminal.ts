import type { RunRecord } from '../record/types.js';
import { countStandings, type Standing } from './standing.js';
import { type Story, tellStories, tellUnproven } from './story.js';
import { fit, width, wrapAtMost } from './text/columns.js';
import { firstDifference } from './text/difference.js';
import { oneLine } from './text/inert.js';
import { count, duration, headline, section } from './words.js';

export interface TerminalOptions {
  color: boolean;
  columns: number;
  /** Where the report is, for the last line. */
  report?: string;
}

/** The end of a run on one screen: the verdict, failures by statement with their first difference, where the report is. */
export function terminalSummary(record: RunRecord, options: TerminalOptions): string {
  const paint = painter(options.color);
  const columns = Math.max(40, Math.min(options.columns, 120));
  const lines = [
    ...verdict(record, columns, paint),
    ...tally(record, columns, paint),
    ...stories(record, columns, paint),
    ...unproven(record, columns, paint),
    '',
    fit(`  Report: ${oneLine(options.report ?? 'reports/index.html')}`, columns),
  ];
  return `${lines.map(harmless).join('\n')}\n`;
}

type Paint = (style: keyof typeof STYLES, text: string) => string;

const STYLES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

function painter(color: boolean): Paint {
  return (style, text) => (color ? `\u001b[${STYLES[style]}m${text}\u001b[0m` : text);
}

function verdict(record: RunRecord, columns: number, paint: Paint): string[] {
  const good = record.verdict === 'conformant';
  const hue = good ? 'green' : record.verdict === 'not-conformant' ? 'red' : 'yellow';
  const [first = '', ...rest] = wrapAtMost(oneLine(record.sentence), columns - 4, MOST_SENTENCE_LINES);
  const mark = good ? '✔' : record.verdict === 'not-conformant' ? '✘' : '◐';
  const title = first.toLowerCase().startsWith(headline(record).toLowerCase())
    ? []
    : [`  ${paint(hue, `${mark} ${headline(record)}`)}`];
  const lead = title.length > 0 ? '    ' : `  ${paint(hue, mark)} `;
  return [
    '',
    ...title,
    `${lead}${paint('bold', first)}`,
    ...rest.map((line) => `    ${paint('bold', line)}`),
  ];
}

const HUES: Partial<Record<Standing, keyof typeof STYLES>> = {
  failed: 'red',
  error: 'red',
  inconclusive: 'yellow',
  warning: 'yellow',
  passed: 'green',
};

function tally(record: RunRecord, columns: number, paint: Paint): string[] {
  const counts = countStandings(record);
  const parts = SHOWN.filter((kind) => counts[kind] > 0 || kind === 'passed' || kind === 'failed').map(
    (kind) => {
      const text =
        kind === 'warning' || kind === 'error' ? count(counts[kind], kind) : `${counts[kind]} ${kind}`;
      return { text, hue: counts[kind] > 0 ? HUES[kind] : undefined };
    },
  );
  const lines: { plain: string; painted: string }[] = [];
  for (const { text, hue } of [...parts, { text: duration(record.durationMs), hue: 'dim' as const }]) {
    const painted = hue ? paint(hue, text) : text;
    const last = lines.at(-1);
    if (!last || width(last.plain) + 3 + width(text) > columns - 2) lines.push({ plain: text, painted });
    else Object.assign(last, { plain: `${last.plain} · ${text}`, painted: `${last.painted} · ${painted}` });
  }
  return lines.map(({ painted }) => `  ${painted}`);
}

const SHOWN = ['passed', 'failed', 'warning', 'accepted', 'inconclusive', 'skipped', 'error'] as const;

function stories(record: RunRecord, columns: number, paint: Paint): string[] {
  const all = tellStories(record).filter((one) => one.standing !== 'accepted');
  const told = all.slice(0, all.length > MOST_STORIES ? MOST_STORIES - 1 : MOST_STORIES);
  const left = all.slice(told.length);
  const cases = left.reduce((sum, one) => sum + one.cases.length, 0);
  const more = fit(
    `  and ${count(left.length, 'more statement')} (${count(cases, 'case')}), in the report`,
    columns,
  );
  const rest = left.length > 0 ? [paint('dim', more)] : [];
  return [...told.flatMap((one) => story(one, columns, paint)), ...rest];
}

function story(one: Story, columns: number, paint: Paint): string[] {
  const sample = one.cases[0];
  const where = `${count(one.cases.length, 'case')}, ${one.versions.join(' and ')}`;
  const title = one.statement
    ? `${section(one.statement)} ${one.statement.text}`
    : (sample?.title ?? one.code);
  const mark = one.standing === 'failed' ? paint('red', '✘') : paint('yellow', '!');
  const told = `${title} (${where.replaceAll(' ', NO_BREAK)})`;
  const [first = '', ...rest] = wrapAtMost(oneLine(told), columns - 5, 2);
  const lines = [
    '',
    `  ${mark} ${paint('bold', first)}`,
    ...rest.map((line) => `    ${paint('bold', line)}`),
  ];
  if (sample?.expected == null && sample?.received == null)
    return [...lines, fit(`    ${oneLine(sample?.reason?.text ?? one.code)}`, columns)];
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

function unproven(record: RunRecord, columns: number, paint: Paint): string[] {
  const groups = tellUnproven(record);
  if (groups.length === 0) return [];
  const lines = groups.slice(0, MOST_UNPROVEN).map((group) => {
    return fit(`  ${group.standing}: ${count(group.cases.length, 'case')}, ${oneLine(group.text)}`, columns);
  });
  const left = groups.length - lines.length;
  const rest = left > 0 ? [fit(`  and ${count(left, 'more reason')}, in the report`, columns)] : [];
  return ['', paint('bold', '  Not proven'), ...lines, ...rest.map((line) => paint('dim', line))];
}

/** A CI runner takes a line that starts with `::` for a command, and `##[` anywhere. */
function harmless(line: string): string {
  return line.replace(/^(\s*)::/, '$1: :').replaceAll('##[', '## [');
}

const NO_BREAK = '\u00a0';
const MOST_SENTENCE_LINES = 3;
const MOST_STORIES = 3;
const MOST_UNPROVEN = 2;
