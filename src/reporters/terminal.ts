import { duration } from '../duration.js';
import { count } from '../phrases.js';
import { type CaseResult, countResults } from '../record/case-results.js';
import type { CaseRecord, RunRecord, WalksRecord } from '../record/types.js';
import { cutText, oneLine } from '../terminal-text.js';
import { defectsOf, withConsequences } from './defects/defects.js';
import { isRun } from './repeat-command.js';
import { footnotes, headline, tallied, windowWords } from './results.js';
import { defectList, type Paint, painter, type Style, titleOf, unprovenLines } from './terminal-findings.js';
import { fit, width, wrapAtMost } from './text/columns.js';
import { firstDifference } from './text/difference.js';
import { withoutCommands } from './text/escapes.js';

interface TerminalOptions {
  color: boolean;
  columns: number;
  /** Where the report is, for the last line. */
  report?: string;
  /** What the process took from its start on, milliseconds. */
  wholeMs?: number;
  /** A log, not a terminal: every failure is printed in full, however long and wide. */
  log?: boolean;
}

/**
 * The end of a run on one screen of 80 columns: the verdict, failures by statement with their first difference, what was
 * not proven, where the report is and how to repeat what did not pass. What does not fit is counted.
 */
export function terminalSummary(record: RunRecord, options: TerminalOptions): string {
  const paint = painter(options.color);
  const columns = Math.max(40, Math.min(options.columns, 120));
  const said = verdict(record, columns, paint);
  const head = [...said, ...tally(record, columns, paint, options.wholeMs)];
  const again = repeatLine(record);
  const foot = [
    '',
    ...noteLines(record, columns, paint),
    fit(`  Report: ${oneLine(options.report ?? 'reports/index.html')}`, columns),
    ...(again === null ? [] : [again]),
  ];
  // A command is left in one piece, to be copied; the terminal wraps it.
  const broken = again === null ? 0 : Math.ceil(width(again) / columns) - 1;
  const room = SCREEN - head.length - foot.length - broken;
  const reserved = unprovenLines(record, columns, paint, LEAST_UNPROVEN).length;
  const defects = defectList(record, columns, paint, options.log ? LOG_LINES : room - reserved);
  const log = options.log ? logLines(record) : [];
  const lines = [
    ...head,
    ...defects,
    ...(options.log
      ? unprovenLines(record, columns, paint, LOG_LINES, LOG_LINES)
      : unprovenLines(record, columns, paint, room - defects.length)),
    ...log,
    ...foot,
    // Whoever looks at the end of a long log has not seen it.
    ...(log.length > 0 ? said : []),
  ];
  return `${lines.map(withoutCommands).join('\n')}\n`;
}

/** Lines of a screen, minus the one of the next prompt. */
const SCREEN = 23;
/** The fewest lines for what was not proven. */
const LEAST_UNPROVEN = 5;
/** Lines for defects, and for reasons, in a log, where nobody counts the lines of a screen. */
const LOG_LINES = 80;

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

function noteLines(record: RunRecord, columns: number, paint: Paint): string[] {
  return footnotes(record).flatMap((text) =>
    wrapAtMost(oneLine(text), columns - 4, MOST_SENTENCE_LINES).map((line, at) =>
      paint('dim', `${at === 0 ? '  * ' : '    '}${line}`),
    ),
  );
}

const HUES: Partial<Record<CaseResult, Style>> = {
  failed: 'red',
  error: 'red',
  inconclusive: 'yellow',
  warning: 'yellow',
  passed: 'green',
};

function tally(record: RunRecord, columns: number, paint: Paint, wholeMs?: number): string[] {
  const parts = record.walks?.passed === undefined ? caseTally(record) : walkTally(record.walks);
  const lines: { plain: string; painted: string }[] = [];
  const { bundled, baseUrl } = record.target;
  // An exploration says it in its sentence, and if something failed there is more to say.
  const windows = record.walks || record.summary.fail > 0 ? null : windowWords(record);
  const more = [
    duration(record.durationMs),
    ...(wholeMs === undefined ? [] : [`${duration(wholeMs)} with start and reports`]),
    bundled ? 'bundled service' : fit(oneLine(baseUrl), columns - 2),
    ...(windows === null ? [] : [windows]),
  ];
  for (const { text, hue } of [...parts, ...more.map((text) => ({ text, hue: 'dim' as const }))]) {
    const painted = hue ? paint(hue, text) : text;
    const last = lines.at(-1);
    if (!last || width(last.plain) + 3 + width(text) > columns - 2) lines.push({ plain: text, painted });
    else Object.assign(last, { plain: `${last.plain} · ${text}`, painted: `${last.painted} · ${painted}` });
  }
  return lines.map(({ painted }) => `  ${painted}`);
}

interface Part {
  text: string;
  hue: Style | undefined;
}

function caseTally(record: RunRecord): Part[] {
  const counts = countResults(record);
  return SHOWN.filter((kind) => counts[kind] > 0 || kind === 'passed' || kind === 'failed').map((kind) => ({
    text: tallied(counts[kind], kind),
    hue: counts[kind] > 0 ? HUES[kind] : undefined,
  }));
}

/** An exploration has cases only for the simplest failing walks: they do not tell how many passed. */
function walkTally({ walks, passed = 0, failed }: WalksRecord): Part[] {
  const open = walks - passed - failed;
  return [
    { text: `${passed} of ${count(walks, 'walk')} passed`, hue: passed > 0 ? 'green' : undefined },
    { text: `${failed} failed`, hue: failed > 0 ? 'red' : undefined },
    ...(open > 0 ? [{ text: `${open} without a verdict`, hue: 'yellow' as const }] : []),
  ];
}

const SHOWN = [
  'passed',
  'observed',
  'failed',
  'warning',
  'accepted',
  'inconclusive',
  'skipped',
  'error',
] as const;

const MOST_SENTENCE_LINES = 4;

/** How to retry what did not pass; null: there is nothing, or no such command. */
export function repeatLine({ command, summary }: RunRecord): string | null {
  const left = summary.fail + summary.inconclusive + summary.errors;
  if (left === 0 || !isRun(command)) return null;
  const again = command.includes('--last-failed') ? command : `${command} --last-failed`;
  return `  Repeat ${count(left, 'case')}: ${oneLine(again)}`;
}

/**
 * The failures as a log keeps them, where nobody can scroll or open the report: for the plainest cases of each reason what
 * was expected and received, however wide, and the ids of more. The rest, and the rest of long values, is in the report.
 */
function logLines(record: RunRecord): string[] {
  return defectsOf(record)
    .flatMap(withConsequences)
    .filter(({ result }) => result === 'failed')
    .flatMap((defect) => [
      '',
      `  ${titleOf(defect)}: ${count(defect.cases.length, 'case')}`,
      ...defect.parts.flatMap(({ cases }) => [
        ...cases.slice(0, MOST_IN_FULL).flatMap(caseLines),
        ...cases.slice(MOST_IN_FULL, MOST_IDS).map(idLine),
        ...(cases.length > MOST_IDS ? [`    and ${cases.length - MOST_IDS} more, in the report`] : []),
      ]),
    ]);
}

/** Cases that fail for one reason differ little in it. */
const MOST_IN_FULL = 3;
const MOST_IDS = 10;

function idLine({ id }: CaseRecord): string {
  return `  ✘ ${oneLine(id)}`;
}

function caseLines(testCase: CaseRecord): string[] {
  const { title, reason, expected, received } = testCase;
  return [
    idLine(testCase),
    `    ${oneLine(title)}`,
    ...(reason === null ? [] : [`    ${oneLine(reason.text)}`]),
    ...(expected === null ? [] : [`    expected ${shownValue(expected, received)}`]),
    ...(received === null ? [] : [`    received ${shownValue(received, expected)}`]),
  ];
}

/** A value; if it is long, the part where it begins to differ from the other, and how long it is. */
function shownValue(value: string, other: string | null): string {
  const text = oneLine(value);
  if (text.length <= MOST_VALUE) return text;
  const { expected: shown } = firstDifference(text, oneLine(other ?? ''));
  return `${cutText(shown, MOST_VALUE)} [${text.length} characters]`;
}

/** Characters of a value in a log: as long a line as people still read. */
const MOST_VALUE = 300;
