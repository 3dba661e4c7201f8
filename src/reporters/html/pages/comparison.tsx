import { duration } from '../../../duration.js';
import { groupBy } from '../../../group-by.js';
import { conjunction, count } from '../../../phrases.js';
import { CASE_RESULTS, countResults, resultOf } from '../../../record/case-results.js';
import {
  type ComparedCase,
  type Difference,
  type DifferingAnswers,
  difference,
  isWorse,
} from '../../../record/difference.js';
import type { CaseRecord, RunRecord } from '../../../record/types.js';
import { type ComparedGroup, changesOf, changesSentences, comparedGroups } from '../../changes.js';
import { headline, moment, tallied } from '../../results.js';
import { page } from '../document.js';
import { Mark, Scroll, Version } from '../marks.js';
import { anchorsOf } from '../model.js';
import { toMarkup } from '../to-markup.js';

/**
 * Runs or targets side by side, what changed first, as one page without a script. The columns keep the order of the
 * records, of which there should be at least two.
 * @param reports where the report of each record is, from this page; null or missing: nowhere
 */
export function renderComparison(
  records: readonly RunRecord[],
  reports: readonly (string | null)[] = [],
): string {
  const found = difference(records);
  const columns = columnsOf(records, reports);
  return page({
    title: `Comparison of ${count(records.length, 'run')}`,
    tone: isWorse(found) ? 'bad' : persisting(found, records).length > 0 ? 'open' : 'good',
    body: toMarkup(<Comparison columns={columns} found={found} />),
    script: '',
  });
}

/** Violated alike in all runs. */
function persisting({ alike }: Difference, records: readonly RunRecord[]): ComparedCase[] {
  const failLevel = records.at(-1)?.failLevel ?? 'required';
  return alike.filter(
    ({ cells }) => cells.at(-1) && resultOf(cells.at(-1) as CaseRecord, failLevel) === 'failed',
  );
}

interface Column {
  name: string;
  record: RunRecord;
  /** Address of a case in the report of the run. */
  linkTo(caseId: string): string | null;
}

function columnsOf(records: readonly RunRecord[], reports: readonly (string | null)[]): Column[] {
  return records.map((record, at) => {
    const anchors = anchorsOf(record.cases);
    const report = reports[at] ?? null;
    return { name: name(at), record, linkTo: (id) => (report ? `${report}#${anchors.get(id) ?? ''}` : null) };
  });
}

function Comparison({ columns, found }: { columns: Column[]; found: Difference }) {
  const records = columns.map(({ record }) => record);
  const { worse, repaired, other } = changesOf(found);
  const still = persisting(found, records);
  const tone = isWorse(found) ? 'not-conformant' : still.length > 0 ? '' : 'conformant';
  const [first, rest] = changesSentences(found);
  const sections: [string, ComparedCase[]][] = [
    ['Worse', worse],
    ['Vanished', found.vanished],
    ['New', found.added],
    ['Passing now', repaired],
    ['Changed otherwise', other],
    ['Still violated', still],
  ];
  return (
    <main class="comparison">
      <header class={`masthead ${tone}`}>
        <p class="eyebrow">Comparison</p>
        <h1>{first}</h1>
        {rest !== '' && <p class="rest">{rest}</p>}
        <Runs columns={columns} />
      </header>
      {sections.map(([title, rows]) => (
        <Section title={title} groups={comparedGroups(rows, records)} columns={columns} />
      ))}
      <ComparedObservations answers={found.answers} names={columns.map((column) => column.name)} />
      <p class="lead alike">{count(found.alike.length, 'case')} ended the same way everywhere.</p>
    </main>
  );
}

function Runs({ columns }: { columns: Column[] }) {
  return (
    <dl class="facts">
      {columns.map(({ name: label, record, linkTo }) => {
        const counts = countResults(record);
        const report = linkTo('')?.replace(/#$/, '') ?? null;
        return (
          <div>
            <dt>
              <b class="column">{label}</b> {headline(record)}
            </dt>
            <dd>
              {record.target.baseUrl} {report !== null && <a href={report}>report</a>}
            </dd>
            <dd class="soft">{`${moment(record.startedAt)}, ${conjunction(record.target.versions)}, ${duration(record.durationMs)}`}</dd>
            <dd class="soft">
              {CASE_RESULTS.filter((kind) => counts[kind] > 0)
                .map((kind) => tallied(counts[kind], kind))
                .join(', ')}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Section({ title, groups, columns }: { title: string; groups: ComparedGroup[]; columns: Column[] }) {
  if (groups.length === 0) return null;
  const number = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  return (
    <section aria-label={title}>
      <h2>
        {title} <span class="soft">{number}</span>
      </h2>
      {groups.map((group) => (
        <details class="chapter" open={groups.length === 1 || group.rows.length <= FEW_ROWS}>
          <summary>
            <h3>{group.title}</h3> <span class="soft">{count(group.rows.length, 'case')}</span>
          </summary>
          <Scroll label={`${title}: ${group.title}`}>
            <Table group={group} columns={columns} />
          </Scroll>
        </details>
      ))}
    </section>
  );
}

/** Groups with more rows are collapsed. */
const FEW_ROWS = 2;

function Table({ group, columns }: { group: ComparedGroup; columns: Column[] }) {
  return (
    <table class="compared">
      <thead>
        <tr>
          <th scope="col">Case</th>
          {columns.map((column) => (
            <th scope="col">{column.name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {group.rows.map(({ title, id, cells }) => (
          <tr>
            <th scope="row">
              {title} <code>{id}</code>
            </th>
            {cells.map((cell, at) => (
              <Cell cell={cell} column={columns[at]} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ cell, column }: { cell: CaseRecord | null; column: Column | undefined }) {
  if (cell === null || !column) return <td class="none">not there</td>;
  const kind = resultOf(cell, column.record.failLevel);
  const href = column.linkTo(cell.id);
  const mark = <Mark kind={kind} />;
  return (
    <td class={kind}>
      {href === null ? mark : <a href={href}>{mark}</a>}{' '}
      {kind !== 'passed' && kind !== 'observed' && <Why testCase={cell} />}
    </td>
  );
}

/** What came, and what was expected. */
function Why({ testCase: { received, expected, reason, verdict } }: { testCase: CaseRecord }) {
  return (
    <span class="why">
      {received ?? reason?.text}
      {verdict === 'fail' && expected !== null && <span class="soft">{` expected: ${expected}`}</span>}
    </span>
  );
}

/** A, B, C and so on; after Z by number. */
function name(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : `#${at + 1}`;
}

/** Open questions that the runs answer differently: for each run, the answers that not all of them give. */
function ComparedObservations({ answers, names }: { answers: readonly DifferingAnswers[]; names: string[] }) {
  const gaps = groupBy(answers, ({ gap }) => gap);
  if (gaps.size === 0) return null;
  return (
    <section aria-labelledby="observed-title">
      <h2 id="observed-title">Open questions answered differently</h2>
      <dl class="gaps">
        {[...gaps].map(([gap, differing]) => (
          <div>
            <dt>{differing[0]?.question ?? gap}</dt>
            <dd>
              <ul>{names.map((name, at) => answeredBy(name, answersOf(differing, at)))}</ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface Answer {
  version: string;
  value: string;
}

function answeredBy(name: string, values: Answer[]) {
  const column = <b class="column">{name}</b>;
  if (values.length === 0) return <li>{column} nothing else</li>;
  return values.map(({ version, value }) => (
    <li>
      {column} <Version of={version} />
      {value}
    </li>
  ));
}

/** Those of one run, sorted. */
function answersOf(differing: readonly DifferingAnswers[], at: number): Answer[] {
  return differing
    .flatMap(({ version, own }) => (own[at] ?? []).map((value) => ({ version, value })))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ version, value }: Answer): string {
  return `${version}: ${value}`;
}
