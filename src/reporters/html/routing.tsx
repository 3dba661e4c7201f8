import type { JSX } from 'preact';
import type { CaseRecord, TruthRow } from '../../record/types.js';
import { CASE_RESULTS, type CaseResult } from '../case-result.js';
import { groupBy } from '../group-by.js';
import { count } from '../words.js';
import { MachineFigure } from './machine.js';
import { Mark } from './marks.js';
import type { Model } from './model.js';
import { Sequence } from './sequence.js';
import { toMarkup } from './to-markup.js';
import { TruthTable } from './truth-table.js';

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

/** Of the cases of a scenario; where there is no room for all, those of the gravest. */
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
