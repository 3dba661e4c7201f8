import { groupBy } from '../group-by.js';
import { MachineFigure } from './machine.js';
import type { Model } from './model.js';
import { Sequence } from './sequence.js';
import { TruthTable } from './truth-table.js';

/** Routing in pictures: the versions side by side, their state machines, and each scenario as it ran. */
export function RoutingSection({ model }: { model: Model }) {
  const { machines, truthTable } = model.record;
  if (machines.length === 0 && truthTable.length === 0) return null;
  return (
    <section id="routing" aria-labelledby="routing-title">
      <h2 id="routing-title">Routing</h2>
      <TruthTable model={model} />
      {machines.length > 0 && <h3>State machine</h3>}
      {machines.map((machine) => (
        <MachineFigure model={model} machine={machine} />
      ))}
      <Scenarios model={model} />
    </section>
  );
}

function Scenarios({ model }: { model: Model }) {
  const scenarios = groupBy(model.record.truthTable, ({ scenario }) => scenario);
  if (scenarios.size === 0) return null;
  return (
    <>
      <h3>Scenarios as they ran</h3>
      {[...scenarios.values()].map((rows) => (
        <details class="scenario">
          <summary>{rows[0]?.title}</summary>
          <div class="pictures">
            {rows.flatMap(({ cells }) =>
              cells.map(({ caseId }) => {
                const one = model.caseOf(caseId);
                return one && one.exchanges.length > 0 ? (
                  <div>
                    <p class="label">
                      <a href={`#${model.anchor(one.id)}`}>
                        {`${one.version} ${one.operation ?? ''}`.trim()}
                      </a>
                    </p>
                    <Sequence model={model} one={one} />
                  </div>
                ) : null;
              }),
            )}
          </div>
        </details>
      ))}
    </>
  );
}
