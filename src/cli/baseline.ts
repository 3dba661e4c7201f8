import { Document } from 'yaml';
import { REPORTS_FOLDER } from '../configuration/option-table.js';
import { UsageError } from '../configuration/usage-error.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import { isCutShort } from '../reporters/results.js';
import { oneLine, printable } from '../terminal-text.js';
import { recordAt } from './record-at.js';
import { writeNew } from './write-new.js';

export interface BaselineFlags {
  results?: string;
  out: string;
  force?: boolean;
}

/**
 * `conform baseline`: writes the failures and doubts of a run as a file of known ones, the reasons left to fill in.
 * @param run `results.json`, or the folder with it; default: what `--results` names, else `reports`
 */
export async function baselineCommand(
  run: string | undefined,
  { results, out, force }: BaselineFlags,
): Promise<number> {
  if (run !== undefined && results !== undefined)
    throw new UsageError([
      { where: '--results', message: `the run is named already: ${printable(run)}; expected one of them` },
    ]);
  const record = await recordAt(run ?? results ?? REPORTS_FOLDER);
  if (isCutShort(record))
    throw new NoVerdict(
      EXIT.usage,
      'results',
      'The run did not come to its end, so it does not show what fails.',
      'Let a run finish first.',
    );
  const known = record.cases.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  if (known.length === 0) {
    process.stdout.write('Nothing failed or was inconclusive: no baseline is needed.\n');
    return 0;
  }
  await writeNew(out, baselineText(known, record), { force: force === true });
  const open = known.filter((testCase) => reasonOf(testCase, record) === undefined).length;
  process.stdout.write(
    `Wrote ${printable(out)} with ${known.length} known ${known.length === 1 ? 'case' : 'cases'}. ${
      open === 0
        ? 'Every entry has its reason.'
        : `Fill in why each is accepted (${open} to go): a run refuses an entry without a reason.`
    }\n`,
  );
  return 0;
}

function baselineText(known: readonly CaseRecord[], record: RunRecord): string {
  const document = new Document({ known: known.map((testCase) => entryOf(testCase, record)) });
  document.commentBefore = [
    ' Known failures: conform run --baseline accepts them. An entry that the target no longer needs, that matches no case or',
    ' that has expired makes the run fail. case: an id, or a glob over ids. expires: the last day, such as 2027-01-31.',
  ].join('\n');
  explain(document, known);
  return document.toString({ lineWidth: 0 });
}

function entryOf(testCase: CaseRecord, record: RunRecord): Record<string, string> {
  const { reason = '', link } = reasonOf(testCase, record) ?? {};
  return { case: testCase.id, verdict: testCase.verdict, reason, ...(link !== undefined && { link }) };
}

/** What an earlier baseline said about the case stays. */
function reasonOf({ id }: CaseRecord, { baseline }: RunRecord): RunRecord['baseline'][number] | undefined {
  return baseline.find(({ caseId }) => caseId === id);
}

/** What went wrong is written above each entry, on one line: some of it is the target's own words. */
function explain(document: Document, known: readonly CaseRecord[]): void {
  known.forEach(({ reason }, at) => {
    const node = document.getIn(['known', at], true) as { commentBefore?: string } | undefined;
    if (node && reason) node.commentBefore = ` ${oneLine(reason.text).slice(0, 200).toWellFormed()}`;
  });
}
