import type { RunRecord } from '../../../record/types.js';
import { Version } from '../marks.js';

/** Open questions that the runs answer differently: of each run the answers that not all of them give. */
export function ComparedObservations({ records, names }: { records: readonly RunRecord[]; names: string[] }) {
  const questions = new Map(
    records.flatMap(({ gaps }) => gaps.map(({ id, question }) => [id, question] as const)),
  );
  const answers = records.map(answersOf);
  const gaps = [...new Set(answers.flatMap((own) => [...own.keys()]))]
    .map((gap) => ({ gap, own: differing(answers.map((answered) => answered.get(gap) ?? new Map())) }))
    .filter(({ own }) => own.some((values) => values.length > 0));
  if (gaps.length === 0) return null;
  return (
    <section aria-labelledby="observed-title">
      <h2 id="observed-title">Open questions answered differently</h2>
      <dl class="gaps">
        {gaps.map(({ gap, own }) => (
          <div>
            <dt>{questions.get(gap) ?? gap}</dt>
            <dd>
              <ul>{own.map((values, at) => answeredBy(names[at] ?? '', values))}</ul>
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

/** By gap, each answer under a key that is alike for alike answers. */
function answersOf({ observations }: RunRecord): Map<string, Map<string, Answer>> {
  const answers = new Map<string, Map<string, Answer>>();
  for (const { gap, version, value } of observations) {
    const own = answers.get(gap) ?? new Map<string, Answer>();
    answers.set(gap, own.set(`${version}: ${value}`, { version, value }));
  }
  return answers;
}

/** What only some of the runs say, sorted. */
function differing(all: readonly ReadonlyMap<string, Answer>[]): Answer[][] {
  return all.map((own) =>
    [...own]
      .filter(([key]) => all.some((other) => !other.has(key)))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, answer]) => answer),
  );
}
