import type { RunRecord } from '../record/types.js';
import { byRemedy } from './remedies.js';
import { countStandings, type Standing } from './standing.js';
import { type Story, staleEntries, tellStories, tellUnproven } from './story.js';
import { fit, width, wrapAtMost } from './text/columns.js';
import { firstDifference } from './text/difference.js';
import { oneLine } from './text/inert.js';
import { count, duration, headline, section, tallied } from './words.js';

export interface TerminalOptions {
  color: boolean;
  columns: number;
  /** Where the report is, for the last line. */
  report?: string;
}

/**
 * The end of a run on one screen of 80 columns: the verdict, failures by statement with their first difference, what was
 * not proven, where the report is. What finds no room is counted.
 */
export function terminalSummary(record: RunRecord, options: TerminalOptions): string {
  const paint = painter(options.color);
  const columns = Math.max(40, Math.min(options.columns, 120));
  const head = [...verdict(record, columns, paint), ...tally(record, columns, paint)];
  const foot = ['', fit(`  Report: ${oneLine(options.report ?? 'reports/index.html')}`, columns)];
  const room = SCREEN - head.length - foot.length;
  const reserved = unprovenLines(record, columns, paint, LEAST_UNPROVEN).length;
  const broken = storyLines(record, columns, paint, room - reserved);
  const lines = [...head, ...broken, ...unprovenLines(record, columns, paint, room - broken.length), ...foot];
  return `${lines.map(harmless).join('\n')}\n`;
}

/** Lines of a screen, less the one of the next prompt. */
const SCREEN = 23;
/** Lines that what was not proven gets at the least. */
const LEAST_UNPROVEN = 5;

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
    (kind) => ({ text: tallied(counts[kind], kind), hue: counts[kind] > 0 ? HUES[kind] : undefined }),
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

/** The first stories with their difference, the others on a line each, as many as there is room for. */
function storyLines(record: RunRecord, columns: number, paint: Paint, room: number): string[] {
  const all = tellStories(record).filter((one) => one.standing !== 'accepted');
  if (all.length === 0) return [];
  const layout = (whole: number) => {
    const told = all.slice(0, whole).flatMap((one) => story(one, columns, paint));
    const rest = all.slice(whole);
    const left = room - 1 - told.length;
    const brief = rest.length <= left ? rest : rest.slice(0, Math.max(0, left - 1));
    return { told, brief, unseen: rest.slice(brief.length) };
  };
  const layouts = [3, 2, 1].map(layout);
  const { told, brief, unseen } =
    layouts.find((one) => one.unseen.length === 0) ??
    layouts.find((one) => one.brief.length >= LEAST_BRIEF) ??
    layout(1);
  const cases = unseen.reduce((sum, one) => sum + one.cases.length, 0);
  const more = `  and ${count(unseen.length, 'more statement')} (${count(cases, 'case')}), in the report`;
  return [
    '',
    ...told,
    ...brief.map((one) => briefStory(one, columns, paint)),
    ...(unseen.length > 0 ? [paint('dim', fit(more, columns))] : []),
  ];
}

/** With fewer of them a story told whole gives way. */
const LEAST_BRIEF = 3;

function titleOf({ statement, cases, code }: Story): string {
  return oneLine(statement ? `${section(statement)} ${statement.text}` : (cases[0]?.title ?? code));
}

function markOf({ standing }: Story, paint: Paint): string {
  return standing === 'failed' ? paint('red', '✘') : paint('yellow', '!');
}

function briefStory(one: Story, columns: number, paint: Paint): string {
  const where = `(${count(one.cases.length, 'case')})`;
  return `  ${markOf(one, paint)} ${fit(titleOf(one), columns - 5 - width(where))} ${paint('dim', where)}`;
}

function story(one: Story, columns: number, paint: Paint): string[] {
  const sample = one.cases[0];
  const where = `${count(one.cases.length, 'case')}, ${one.versions.join(' and ')}`;
  const told = `${titleOf(one)} (${where.replaceAll(' ', NO_BREAK)})`;
  const [first = '', ...rest] = wrapAtMost(told, columns - 5, 2);
  const lines = [
    `  ${markOf(one, paint)} ${paint('bold', first)}`,
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

/** Reasons not to have proven something, each with how to prove it where there is room; baseline entries out of date. */
function unprovenLines(record: RunRecord, columns: number, paint: Paint, room: number): string[] {
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

/** A CI runner takes a line that starts with `::` for a command, and `##[` anywhere. */
function harmless(line: string): string {
  return line.replace(/^(\s*)::/, '$1: :').replaceAll('##[', '## [');
}

const NO_BREAK = '\u00a0';
const MOST_SENTENCE_LINES = 3;
