import type { Observation } from '../../record/types.js';
import { groupBy } from '../group-by.js';
import { count } from '../words.js';
import { CaseLink, Version } from './marks.js';
import type { Model } from './model.js';

/** What the interface leaves open, and what this deployment does there. Never a verdict. */
export function GapsSection({ model }: { model: Model }) {
  const { gaps, observations } = model.record;
  if (gaps.length === 0 && observations.length === 0) return null;
  const byGap = groupBy(observations, ({ gap }) => gap);
  const listed = new Set(gaps.map(({ id }) => id));
  const others = [...byGap.keys()]
    .filter((id) => !listed.has(id))
    .map((id) => ({ id, section: '', question: id }));
  const all = [...gaps, ...others];
  const answered = all.filter(({ id }) => byGap.has(id));
  const silent = all.filter(({ id }) => !byGap.has(id));
  return (
    <section id="gaps" aria-labelledby="gaps-title">
      <h2 id="gaps-title">Open questions</h2>
      <p class="lead">
        What the interface document does not show, and how this deployment fills it. Facts, not verdicts.
      </p>
      {answered.length > 0 && (
        <dl class="gaps">
          {answered.map((gap) => (
            <div>
              <dt>
                <Question {...gap} />
              </dt>
              <Observed model={model} all={byGap.get(gap.id) ?? []} />
            </div>
          ))}
        </dl>
      )}
      {silent.length > 0 && (
        <>
          <h3>{`Of ${count(silent.length, 'question')} nothing was observed`}</h3>
          <ul class="silent">
            {silent.map((gap) => (
              <li>
                <Question {...gap} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Question({ id, section, question }: { id: string; section: string; question: string }) {
  return (
    <>
      {question} <span class="soft">{section === '' ? id : `§${section} · ${id}`}</span>
    </>
  );
}

/** Equal values of several versions on one line. */
function Observed({ model, all }: { model: Model; all: Observation[] }) {
  const values = [...groupBy(all, ({ value }) => value)];
  return (
    <dd>
      <Values model={model} values={values.slice(0, FIRST_VALUES)} />
      {values.length > FIRST_VALUES && (
        <details>
          <summary>{`${values.length - FIRST_VALUES} more`}</summary>
          <Values model={model} values={values.slice(FIRST_VALUES)} />
        </details>
      )}
    </dd>
  );
}

const FIRST_VALUES = 4;

function Values({ model, values }: { model: Model; values: [string, Observation[]][] }) {
  return (
    <ul>
      {values.map(([value, same]) => (
        <li>
          {[...new Set(same.map(({ version }) => version))].map((version) => (
            <Version of={version} />
          ))}{' '}
          {value} <Cases model={model} ids={[...new Set(same.flatMap((one) => one.cases))]} />
        </li>
      ))}
    </ul>
  );
}

function Cases({ model, ids }: { model: Model; ids: string[] }) {
  if (ids.length === 0) return null;
  return (
    <details class="inline">
      <summary>{count(ids.length, 'case')}</summary>
      <ul class="links">
        {ids.map((id) => (
          <li>
            <CaseLink model={model} id={id} />
          </li>
        ))}
      </ul>
    </details>
  );
}
