import type { RunRecord } from '../../record/types.js';

/** Open questions that the runs answer differently. */
export function ComparedObservations({ records, names }: { records: readonly RunRecord[]; names: string[] }) {
  const questions = new Map(
    records.flatMap(({ gaps }) => gaps.map(({ id, question }) => [id, question] as const)),
  );
  const answers = records.map(answersOf);
  const gaps = [...new Set(answers.flatMap((own) => [...own.keys()]))].filter(
    (gap) => new Set(answers.map((own) => own.get(gap) ?? '')).size > 1,
  );
  if (gaps.length === 0) return null;
  return (
    <section aria-labelledby="observed-title">
      <h2 id="observed-title">Open questions answered differently</h2>
      <dl class="gaps">
        {gaps.map((gap) => (
          <div>
            <dt>{questions.get(gap) ?? gap}</dt>
            <dd>
              <ul>
                {answers.map((own, at) => (
                  <li>
                    <b class="column">{names[at]}</b> {own.get(gap) ?? 'nothing observed'}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function answersOf({ observations }: RunRecord): Map<string, string> {
  const values = new Map<string, Set<string>>();
  for (const { gap, version, value } of observations)
    values.set(gap, (values.get(gap) ?? new Set()).add(`${version}: ${value}`));
  return new Map([...values].map(([gap, own]) => [gap, [...own].sort().join('; ')]));
}
