import type { JSX } from 'preact';
import { groupBy } from '../../../group-by.js';
import { count } from '../../../phrases.js';
import { CASE_RESULTS, type CaseResult } from '../../../record/case-results.js';
import type { CaseRecord, TruthRow } from '../../../record/types.js';
import { Sequence } from '../case/sequence.js';
import { Mark, resultOfVerdict, Scroll } from '../marks.js';
import type { Model } from '../model.js';
import { toMarkup } from '../to-markup.js';
import { MachineFigure } from './machine.js';

/** Routing in pictures: the versions side by side, their state machines, and each scenario as it ran. */
export function RoutingSection({ model }: { model: Model }) {
  const { machines, truthTable } = model.record;
  if (machines.length === 0 && truthTable.length === 0) return null;
  return (
    <section id="routing" aria-labelledby="routing-title">
      <h2 id="routing-title">Routing</h2>
      <TruthTable model={model} />
      {machines.length > 0 && (
        <>
          <h3>State machine</h3>
          <p class="lead">
            A transition has the colour of the gravest outcome among the cases that judge it; a dashed one is
            not proven, a dotted one is taken by no case. What failed before or after it does not count.
            "Walked" counts the legal sequences of three moves that pass a transition, and those of them that
            walks went through without a failure.
          </p>
          <div class="machines">
            {machines.map((machine) => (
              <MachineFigure model={model} machine={machine} />
            ))}
          </div>
        </>
      )}
      <Scenarios model={model} />
    </section>
  );
}

/** The gravest result among the cases of a scenario. */
function gravest(model: Model, rows: TruthRow[]): CaseResult | 'untested' {
  const cells = rows.flatMap((row) => row.cells);
  const kinds = new Set(cells.flatMap(({ caseId }) => model.caseOf(caseId) ?? []).map(model.resultOf));
  return CASE_RESULTS.find((kind) => kinds.has(kind)) ?? 'untested';
}

function Scenarios({ model }: { model: Model }) {
  const scenarios = groupBy(model.record.truthTable, ({ scenario }) => scenario);
  if (scenarios.size === 0) return null;
  return (
    <>
      <h3>Scenarios as they ran</h3>
      {[...scenarios.values()].map((rows) => (
        <details class="scenario">
          <summary>
            <Mark kind={gravest(model, rows)} /> {rows[0]?.title}
          </summary>
          <noscript
            {...model.deferred.later([() => toMarkup(<div class="pictures">{pictures(model, rows)}</div>)])}
          />
        </details>
      ))}
    </>
  );
}

/** The cases of a scenario; if there is no room for all, those with the gravest result. */
function pictures(model: Model, rows: readonly TruthRow[]): JSX.Element[] {
  const ran = rows
    .flatMap(({ cells }) => cells.flatMap(({ caseId }) => model.caseOf(caseId) ?? []))
    .filter(({ exchanges }) => exchanges.length > 0);
  const most = model.budget.pictures;
  const gravity = (testCase: CaseRecord) => CASE_RESULTS.indexOf(model.resultOf(testCase));
  const shown = ran.length > most ? ran.toSorted((a, b) => gravity(a) - gravity(b)).slice(0, most) : ran;
  const left = ran.length - shown.length;
  return [
    ...shown.map((testCase) => <Picture model={model} testCase={testCase} />),
    ...(left > 0
      ? [<p class="soft">{`and ${count(left, 'case')} without a picture, in results.json`}</p>]
      : []),
  ];
}

function Picture({ model, testCase }: { model: Model; testCase: CaseRecord }) {
  return (
    <div>
      <p class="label">
        <a href={`#${model.anchor(testCase.id)}`}>
          {`${testCase.version} ${testCase.operation ?? ''}`.trim()}
        </a>
      </p>
      <Sequence model={model} testCase={testCase} />
    </div>
  );
}

/** The versions side by side: what each routing scenario must send, and what was seen. */
function TruthTable({ model }: { model: Model }) {
  const { truthTable, target } = model.record;
  if (truthTable.length === 0) return null;
  const scenarios = [...groupBy(truthTable, ({ scenario }) => scenario).values()];
  const operations = [...new Set(truthTable.map(({ operation }) => operation))];
  return (
    <>
      <p class="lead">
        Whether the last message of each scenario asks for a destination. <b class="differs">≠</b> marks the
        scenarios in which the versions differ.
      </p>
      <Scroll label="Routing truth table">
        <table class="truth">
          <thead>
            <tr>
              <th scope="col" rowspan={2}>
                Scenario
              </th>
              {target.versions.map((version) => (
                <th scope="colgroup" colspan={operations.length}>
                  {version}
                </th>
              ))}
            </tr>
            <tr>
              {target.versions.flatMap((_, at) =>
                operations.map((operation, nth) => (
                  <th scope="col" class={at > 0 && nth === 0 ? 'apart' : undefined}>
                    <code>{operation}</code>
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {scenarios.map((rows) => (
              <tr>
                <th scope="row">
                  {rows[0]?.title} {rows.some(differs) && <b class="differs">≠</b>}
                </th>
                {target.versions.flatMap((version) =>
                  operations.map((operation) => (
                    <Cell
                      model={model}
                      cell={rows
                        .find((row) => row.operation === operation)
                        ?.cells.find((cell) => cell.version === version)}
                    />
                  )),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

function Cell({ model, cell }: { model: Model; cell: TruthRow['cells'][number] | undefined }) {
  if (!cell) return <td class="none">–</td>;
  const anchor = model.anchor(cell.caseId);
  const testCase = model.caseOf(cell.caseId);
  const kind = testCase ? model.resultOf(testCase) : resultOfVerdict(cell.verdict);
  const open = cell.expected === 'open';
  return (
    <td class={kind}>
      <a href={anchor === null ? '#cases' : `#${anchor}`}>
        <Mark kind={kind} /> <span>{kind === 'skipped' ? 'not run' : cell.observed}</span>
      </a>
      {cell.expected !== cell.observed && (
        <span class="due">{open ? 'either is right' : `expected: ${cell.expected}`}</span>
      )}
    </td>
  );
}

function differs(row: TruthRow): boolean {
  return new Set(row.cells.map(({ expected }) => expected)).size > 1;
}
