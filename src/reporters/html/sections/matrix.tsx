import { groupBy } from '../../../group-by.js';
import { CASE_RESULTS, type CaseResult, levelName } from '../../../record/case-results.js';
import type { CaseRecord, StatementRecord } from '../../../record/types.js';
import { section, tallied } from '../../results.js';
import { Mark, resultOfVerdict } from '../marks.js';
import type { Model } from '../model.js';

/**
 * Every statement by every version: one symbol each, which leads to its cases. Sections in which everything holds are
 * collapsed.
 */
export function MatrixSection({ model }: { model: Model }) {
  const { statements } = model.record;
  if (statements.length === 0) return null;
  return (
    <section id="statements" aria-labelledby="statements-title">
      <h2 id="statements-title">Statements</h2>
      <p class="lead">{`Every sentence of the interface document that can be tested, by its section: ${statements.length}. Each number counts the cases that judge the statement; "3 of 40" means that 3 of the 40 did not pass. A click shows them, failures first.`}</p>
      {[...groupBy(statements, section)]
        .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(([name, own]) => (
          <Chapter model={model} name={chapterTitle(model, name.slice(1))} statements={own} />
        ))}
    </section>
  );
}

function chapterTitle({ record: { sections } }: Model, number: string): string {
  const title = sections?.[number];
  return title === undefined ? `Section ${number}` : `Section ${number}: ${title}`;
}

/** Element id of a statement. */
export function statementAnchor(id: string): string {
  return `st-${id.replace(/[^A-Za-z0-9_-]+/g, '-')}`;
}

function Chapter({ model, name, statements }: { model: Model; name: string; statements: StatementRecord[] }) {
  const { versions } = model.record.target;
  const counts = countKinds(model, statements);
  const open = [...counts.keys()].some((kind) => kind !== 'passed' && kind !== 'untested');
  return (
    <details class="chapter" open={open}>
      <summary>
        <h3>{name}</h3>{' '}
        <span class="soft">
          {[...counts]
            .map(([kind, number]) => (kind === 'untested' ? `${number} not testable` : tallied(number, kind)))
            .join(', ')}
        </span>
      </summary>
      <table class="matrix">
        <thead>
          <tr>
            <th scope="col">Statement</th>
            {versions.map((version) => (
              <th scope="col">{version}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statements.map((statement) => (
            <tr id={statementAnchor(statement.id)}>
              <th scope="row">
                {statement.text}{' '}
                <a class="permalink" href={`#${statementAnchor(statement.id)}`}>
                  {statement.id}
                </a>
                {statement.level !== 'required' && <span class="level">{levelName(statement.level)}</span>}
                {statement.untestable !== undefined && (
                  <span class="untestable">Not testable: {statement.untestable}</span>
                )}
                {statement.preflight !== undefined && <span class="untestable">{statement.preflight}</span>}
                <AffectedBy model={model} statement={statement} />
              </th>
              {versions.map((version) => (
                <Cell model={model} statement={statement} version={version} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** For a statement that fails without a defect of its own: the statements under which its cases' defects are reported. */
function AffectedBy({ model, statement }: { model: Model; statement: StatementRecord }) {
  const broken = statement.cases
    .flatMap((id) => model.caseOf(id) ?? [])
    .filter(({ verdict }) => verdict === 'fail');
  const owners = [...new Set(broken.flatMap((testCase) => model.ownerOf(testCase) ?? []))];
  if (owners.length === 0 || owners.includes(statement.id)) return null;
  return (
    <span class="untestable">
      Also affected by the defect of{' '}
      {owners.map((id, at) => (
        <>
          {at > 0 && ', '}
          <a href={`#${statementAnchor(id)}`}>{id}</a>
        </>
      ))}
    </span>
  );
}

/** Statements by the gravest result that they have in any version, the gravest first. */
function countKinds(model: Model, statements: StatementRecord[]): Map<CaseResult | 'untested', number> {
  const all = [...CASE_RESULTS, 'untested'] as const;
  const kinds = statements.map((statement) => {
    const own = statement.versions.map((version) => outcomeOf(model, statement, version).kind);
    return all.find((kind) => own.includes(kind)) ?? 'untested';
  });
  return new Map(
    all.flatMap((kind) => {
      const number = kinds.filter((each) => each === kind).length;
      return number > 0 ? [[kind, number] as const] : [];
    }),
  );
}

/** What became of a statement in a version, and the gravest of its cases there. */
function outcomeOf(
  model: Model,
  statement: StatementRecord,
  version: string,
): { kind: CaseResult | 'untested'; worst: CaseRecord | undefined; cases: CaseRecord[] } {
  const cases = statement.cases
    .flatMap((id) => model.caseOf(id) ?? [])
    .filter((testCase) => testCase.version === version);
  const [worst] = [...cases].sort(
    (a, b) => CASE_RESULTS.indexOf(model.resultOf(a)) - CASE_RESULTS.indexOf(model.resultOf(b)),
  );
  const verdict = resultOfVerdict(statement.verdicts[version] ?? 'untested');
  return { kind: verdict === 'failed' && worst ? model.resultOf(worst) : verdict, worst, cases };
}

function Cell({ model, statement, version }: { model: Model; statement: StatementRecord; version: string }) {
  if (!statement.versions.includes(version)) return <td class="none">–</td>;
  const { kind, worst, cases } = outcomeOf(model, statement, version);
  const open = cases.filter((testCase) => testCase.verdict !== 'pass').length;
  return (
    <td class={kind}>
      {worst ? (
        <a href={`#${model.anchor(worst.id)}`} data-query={`st:${statement.id} v:${version}`}>
          <Mark kind={kind} />{' '}
          <span class="of">{open === 0 ? cases.length : `${open} of ${cases.length}`}</span>
        </a>
      ) : (
        <Mark kind={kind} />
      )}
    </td>
  );
}
