import { count, firstFew } from '../phrases.js';
import { reasonWords } from '../reasons.js';
import { staleEntries } from '../record/case-results.js';
import type { RunRecord } from '../record/types.js';
import { cutText, inert } from '../terminal-text.js';
import type { Defect } from './defects/defect.js';
import { defectsOf, unprovenGroups } from './defects/defects.js';
import { section } from './results.js';
import { withoutCommands } from './text/escapes.js';

/**
 * GitHub workflow commands, one a line: failures as errors, warnings as warnings, what was not proven as notices.
 * GitHub shows ten of each kind a step; the tenth then says how many more there are.
 */
export function annotations(record: RunRecord): string[] {
  const defects = defectsOf(record);
  const of = (kind: Defect['result']) => defects.filter((defect) => defect.result === kind).map(noteOf);
  const open = unprovenGroups(record).map((group) => ({
    title: `Not proven: ${count(group.cases.length, 'case')} ${group.result}`,
    text: `${group.text}\n${idLines(group.cases)}`,
  }));
  return [
    ...commands('error', [...unjudged(record), ...of('failed'), ...outOfDate(record)]),
    ...commands('warning', of('warning')),
    ...commands('notice', open),
  ];
}

/** Why nothing could be judged, if that is so. */
function unjudged({ verdict, sentence }: RunRecord): Note[] {
  return verdict === 'no-verdict' ? [{ title: 'No verdict', text: sentence }] : [];
}

/** Entries of the baseline that fail the run, in one note. */
function outOfDate(record: RunRecord): Note[] {
  const stale = staleEntries(record.baseline);
  if (stale.length === 0) return [];
  const lines = stale.map(({ caseId, state }) => `${caseId} is ${state}`);
  return [
    {
      title: `Baseline: ${count(stale.length, 'entry', 'entries')} out of date`,
      text: firstFew(lines, MOST_IDS).join('\n'),
    },
  ];
}

interface Note {
  title: string;
  text: string;
}

function noteOf(defect: Defect): Note {
  const [sample] = defect.cases;
  const lines = [
    defect.title,
    defect.statement?.text,
    sample?.reason?.text,
    sample?.expected == null ? undefined : `expected: ${sample.expected}`,
    sample?.received == null ? undefined : `received: ${sample.received}`,
    idLines(defect.cases),
  ];
  return {
    title: `${defect.statement ? `${section(defect.statement)} ${defect.statement.id}` : reasonWords(defect.code)}: ${count(defect.cases.length, 'case')} in ${defect.versions.join(', ')}`,
    text: lines.filter((line) => line !== undefined).join('\n'),
  };
}

function commands(kind: string, notes: Note[]): string[] {
  const shown = notes.length > MOST_OF_A_KIND ? notes.slice(0, MOST_OF_A_KIND - 1) : notes;
  const left = notes.slice(shown.length);
  const rest =
    left.length > 0
      ? [{ title: `${left.length} more in the report`, text: left.map(({ title }) => title).join('\n') }]
      : [];
  return [...shown, ...rest].map(
    ({ title, text }) =>
      `::${kind} title=${property(cutText(title, MOST_TITLE))}::${data(cutText(text, MOST_TEXT))}`,
  );
}

/** The runner reads `##[` anywhere in a line, and `%`, line ends, `:` and `,` where a command is. */
function data(text: string): string {
  return withoutCommands(inert(text)).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

const MOST_OF_A_KIND = 10;
const MOST_IDS = 12;
const MOST_TITLE = 200;
const MOST_TEXT = 3000;

function idLines(cases: readonly { id: string }[]): string {
  return firstFew(
    cases.map(({ id }) => id),
    MOST_IDS,
  ).join('\n');
}
