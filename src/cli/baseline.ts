import { Document } from 'yaml';
import { REPORTS_FOLDER } from '../configuration/option-table.js';
import { UsageError } from '../configuration/usage-error.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { groupBy } from '../group-by.js';
import { count } from '../phrases.js';
import { recordAt } from '../record/read-record.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import { defectsOf, unprovenGroups, withConsequences } from '../reporters/defects/defects.js';
import { isCutShort } from '../reporters/results.js';
import { oneLine, printable } from '../terminal-text.js';
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
      'The run did not finish, so it does not show what fails.',
      'Let a run finish first.',
    );
  const known = record.cases.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive');
  if (known.length === 0) {
    process.stdout.write('Nothing failed or was inconclusive: no baseline is needed.\n');
    return 0;
  }
  const groups = groupsOf(known, record);
  await writeNew(out, baselineText(groups), { force: force === true });
  const open = groups.filter(({ earlier }) => earlier === undefined).length;
  process.stdout.write(
    `Wrote ${printable(out)} with ${count(known.length, 'known case')} in ${groups.length === 1 ? 'one entry' : `${groups.length} entries`}. ${
      open === 0
        ? 'Every entry has its reason.'
        : `Fill in why each is accepted (${open} to go): a run refuses an entry without a reason.`
    }\n`,
  );
  return 0;
}

/** Cases with an entry in common: they ended alike, for one cause, and an earlier baseline said the same of them. */
interface Group {
  /** What went wrong, in one line. */
  title: string;
  cases: readonly [CaseRecord, ...CaseRecord[]];
  earlier: Known | undefined;
}

type Known = RunRecord['baseline'][number];

function groupsOf(known: readonly CaseRecord[], record: RunRecord): Group[] {
  const causes = [
    ...defectsOf(record).flatMap(withConsequences),
    ...unprovenGroups(record).map(({ text, cases }) => ({ title: text, cases })),
  ];
  const titles = new Map(causes.flatMap(({ title, cases }) => cases.map(({ id }) => [id, title] as const)));
  const titleOf = ({ id, reason }: CaseRecord): string => titles.get(id) ?? reason?.text ?? '';
  const groups = groupBy(known, (testCase) => {
    const { reason, link } = reasonOf(testCase, record) ?? {};
    return JSON.stringify([testCase.verdict, titleOf(testCase), reason, link]);
  });
  return [...groups.values()].map((cases) => {
    const [first] = cases as [CaseRecord, ...CaseRecord[]];
    return {
      title: titleOf(first),
      cases: cases as [CaseRecord, ...CaseRecord[]],
      earlier: reasonOf(first, record),
    };
  });
}

function baselineText(groups: readonly Group[]): string {
  const document = new Document({ known: groups.map(entryOf) });
  document.commentBefore = [
    ' Known failures: conform run --baseline accepts them. A case that the target no longer needs, that does not exist or whose',
    ' entry has expired makes the run fail. case: an id, or a glob over ids; cases: a list of them. expires: the last day, such as',
    ' 2027-01-31.',
  ].join('\n');
  explain(document, groups);
  return document.toString({ lineWidth: 0 });
}

function entryOf({ cases, earlier }: Group): Record<string, unknown> {
  const [{ id, verdict }, ...others] = cases;
  const { reason = '', link } = earlier ?? {};
  const named = others.length === 0 ? { case: id } : { cases: cases.map((each) => each.id) };
  return { ...named, verdict, reason, ...(link !== undefined && { link }) };
}

/** What an earlier baseline said about the case stays. */
function reasonOf({ id }: CaseRecord, { baseline }: RunRecord): Known | undefined {
  return baseline.find(({ caseId }) => caseId === id);
}

/** What went wrong is written above each entry, on one line: some of it is the target's own words. */
function explain(document: Document, groups: readonly Group[]): void {
  groups.forEach(({ title, cases: [first, ...others] }, at) => {
    const node = document.getIn(['known', at], true) as { commentBefore?: string } | undefined;
    const text = others.length === 0 ? (first.reason?.text ?? title) : title;
    if (node && text !== '') node.commentBefore = ` ${oneLine(text).slice(0, 200).toWellFormed()}`;
  });
}
