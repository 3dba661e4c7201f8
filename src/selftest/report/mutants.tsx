import { firstLine } from '../../engine/explanation.js';
import type { MutantRecord } from '../../record/selftest.js';
import { groupBy } from '../../reporters/group-by.js';
import { Chapter } from './chapter.js';

/** Every mutant by its kind, with the case that found it first and how that case explains itself. */
export function MutantsSection({ mutants }: { mutants: readonly MutantRecord[] }) {
  return (
    <section id="mutants" aria-labelledby="mutants-title">
      <h2 id="mutants-title">
        Every mutant <span class="soft">{mutants.length}</span>
      </h2>
      {[...groupBy(mutants, ({ family }) => family)].map(([family, own]) => (
        <Family key={family} name={family} mutants={own} />
      ))}
    </section>
  );
}

function Family({ name, mutants }: { name: string; mutants: readonly MutantRecord[] }) {
  const open = mutants.filter(({ state }) => state !== 'killed').length;
  return (
    <Chapter title={name} note={`${mutants.length}${open > 0 ? `, ${open} not killed` : ''}`} head={HEAD}>
      {mutants.map((mutant) => (
        <Row key={mutant.id} mutant={mutant} />
      ))}
    </Chapter>
  );
}

const HEAD = ['Mutant', 'Found by', 'Beside', 'What the first of them says'];

function Row({ mutant: { id, summary, state, killers, collateral, explained } }: { mutant: MutantRecord }) {
  return (
    <tr>
      <th scope="row">
        {summary}
        <code>{id}</code>
      </th>
      <td class={state === 'survived' || state === 'stopped' ? 'failed' : undefined}>
        {state === 'killed' ? killers.length : state}
      </td>
      <td>{collateral.length}</td>
      <td class="why">
        {explained && (
          <>
            <code>{explained.case}</code> {firstLine(explained)}
          </>
        )}
      </td>
    </tr>
  );
}
