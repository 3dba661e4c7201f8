import { groupBy } from '../../../group-by.js';
import { count } from '../../../phrases.js';
import { staleEntries } from '../../../record/case-results.js';
import type { GapRecord, Observation } from '../../../record/types.js';
import { byRemedy, type Unproven } from '../../defects/defects.js';
import { CaseLink, CaseLinks, Mark, Version } from '../marks.js';
import type { Model } from '../model.js';

/** A question that the record does not list has no number. */
type Gap = Omit<GapRecord, 'number'> & { number?: number };

/** What the interface leaves open, and what this deployment does there. Never a verdict. */
export function GapsSection({ model }: { model: Model }) {
  const { gaps, observations } = model.record;
  if (gaps.length === 0 && observations.length === 0) return null;
  const byGap = groupBy(observations, ({ gap }) => gap);
  const listed = new Set(gaps.map(({ id }) => id));
  const others = [...byGap.keys()]
    .filter((id) => !listed.has(id))
    .map((id): Gap => ({ id, section: '', question: id }));
  const all: Gap[] = [...gaps, ...others];
  const answered = all.filter(({ id }) => byGap.has(id));
  const silent = all.filter(({ id }) => !byGap.has(id));
  return (
    <section id="gaps" aria-labelledby="gaps-title">
      <h2 id="gaps-title">Open questions</h2>
      <p class="lead">
        What the interface document leaves open, and what this deployment does there. Facts, not verdicts.
      </p>
      {answered.length > 0 && (
        <dl class="gaps">
          {answered.map((gap) => (
            <div>
              <dt>
                <Question gap={gap} />
              </dt>
              <Observed model={model} all={byGap.get(gap.id) ?? []} />
            </div>
          ))}
        </dl>
      )}
      {silent.length > 0 && (
        <>
          <h3>{`Nothing was observed for ${count(silent.length, 'question')}`}</h3>
          <ul class="silent">
            {silent.map((gap) => (
              <li>
                <Question gap={gap} />
                {gap.unobservable !== undefined && <span class="because">{gap.unobservable}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function Question({ gap: { id, number, section, question } }: { gap: Gap }) {
  const where = [number && `no. ${number}`, section && `§${section}`, id].filter(Boolean).join(' · ');
  return (
    <>
      {question} <span class="soft">{where}</span>
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
          {value} <Evidence all={same} />{' '}
          <Shape schema={same.find((observation) => observation.schema)?.schema} />
          <Cases model={model} ids={[...new Set(same.flatMap((observation) => observation.cases))]} />
        </li>
      ))}
    </ul>
  );
}

/** How discovery found it. */
function Evidence({ all }: { all: Observation[] }) {
  const found = new Set(all.flatMap(({ evidence }) => (evidence === undefined ? [] : [evidence])));
  return found.size === 0 ? null : <span class="soft">{[...found].join('; ')}</span>;
}

/** The shape of what was seen, for those who want to generate code from it. */
function Shape({ schema }: { schema: Observation['schema'] }) {
  if (schema === undefined) return null;
  return (
    <details class="shape">
      <summary>JSON Schema</summary>
      <pre class="wire copy">{JSON.stringify(schema, null, 2)}</pre>
    </details>
  );
}

function Cases({ model, ids }: { model: Model; ids: string[] }) {
  if (ids.length === 0) return null;
  return (
    <details class="inline">
      <summary>{count(ids.length, 'case')}</summary>
      <CaseLinks model={model} ids={ids} />
    </details>
  );
}

/** What the run did not prove, and how the next one can. */
export function UnprovenSection({ model }: { model: Model }) {
  const { unproven, record } = model;
  const stale = staleEntries(record.baseline);
  if (unproven.length === 0 && stale.length === 0) return null;
  return (
    <section id="unproven" aria-labelledby="unproven-title">
      <h2 id="unproven-title">Not proven</h2>
      <p class="lead">
        These cases say nothing about the target yet. An absence of evidence is never counted as a pass.
      </p>
      <ul class="unproven">
        {byRemedy(unproven).map(({ how, reasons }) => (
          <li>
            {reasons.map((group) => (
              <Reason model={model} group={group} />
            ))}
            {how !== null && (
              <p class="how">
                <span class="label">To prove it</span> {how}
              </p>
            )}
          </li>
        ))}
        {stale.map(({ caseId, reason, state }) => (
          <li>
            <p>
              Baseline entry <CaseLink model={model} id={caseId} /> is {state}: {reason}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Reason({ model, group }: { model: Model; group: Unproven }) {
  return (
    <details>
      <summary>
        <Mark kind={group.result} /> <span class="grow">{group.text}</span>{' '}
        <span class="soft">{count(group.cases.length, 'case')}</span>
      </summary>
      <CaseLinks
        model={model}
        ids={group.cases.map(({ id }) => id)}
        query={`s:${group.result} r:${group.code}`}
      />
    </details>
  );
}
