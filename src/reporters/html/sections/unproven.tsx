import { byRemedy, staleEntries, type Unproven } from '../../defects/defects.js';
import { count } from '../../words.js';
import { CaseLink, CaseLinks, Mark } from '../marks.js';
import type { Model } from '../model.js';

/** What the run did not prove, and how the next one can. */
export function UnprovenSection({ model }: { model: Model }) {
  const { unproven, record } = model;
  const stale = staleEntries(record);
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
