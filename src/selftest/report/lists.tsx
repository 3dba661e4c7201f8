import type { ComponentChildren } from 'preact';
import { groupBy } from '../../group-by.js';
import { firstLine, type MutantRecord, type SelftestCase } from '../../record/selftest.js';
import { Scroll } from '../../reporters/html/marks.js';

/** Every mutant by kind, with the case that found it first and how that case explains itself. */
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
    <Chapter
      title={name}
      note={`${mutants.length}${open > 0 ? `, ${open} not killed` : ''}`}
      head={MUTANT_HEAD}
    >
      {mutants.map((mutant) => (
        <Row key={mutant.id} mutant={mutant} />
      ))}
    </Chapter>
  );
}

const MUTANT_HEAD = ['Mutant', 'Found by', 'Beside', 'What the first of them says'];

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

const CASE_HEAD = ['Case', 'Level', 'Mutants that it found', 'Collateral'];

/** Every case that can fail, by group, and how often it did. */
export function CasesSection({ cases }: { cases: readonly SelftestCase[] }) {
  return (
    <section id="cases" aria-labelledby="cases-title">
      <h2 id="cases-title">
        Every case <span class="soft">{cases.length}</span>
      </h2>
      {[...groupBy(cases, ({ id }) => id.split('/').slice(0, 2).join(' '))].map(([group, own]) => (
        <Chapter key={group} title={group} note={String(own.length)} head={CASE_HEAD}>
          {own.map(({ id, level, kills, aimedKills }) => (
            <tr key={id}>
              <th scope="row">
                <code>{id}</code>
              </th>
              <td>{level}</td>
              <td class={kills === 0 ? 'failed' : undefined}>{aimedKills}</td>
              <td>{kills - aimedKills}</td>
            </tr>
          ))}
        </Chapter>
      ))}
    </section>
  );
}

/** A table of one chapter, collapsed at first. */
function Chapter({
  title,
  note,
  head,
  children,
}: {
  title: string;
  note: string;
  head: readonly string[];
  children: ComponentChildren;
}) {
  return (
    <details class="chapter">
      <summary>
        <h3>{title}</h3> <span class="soft">{note}</span>
      </summary>
      <Scroll label={title}>
        <table class="compared">
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </Scroll>
    </details>
  );
}
