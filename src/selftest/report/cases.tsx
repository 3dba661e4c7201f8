import type { SelftestCase } from '../../record/selftest.js';
import { groupBy } from '../../reporters/group-by.js';
import { Chapter } from './chapter.js';

const HEAD = ['Case', 'Level', 'Mutants that it found', 'Beside the mark'];

/** Every case that can fail, by its group, and how often it did. */
export function CasesSection({ cases }: { cases: readonly SelftestCase[] }) {
  return (
    <section id="cases" aria-labelledby="cases-title">
      <h2 id="cases-title">
        Every case <span class="soft">{cases.length}</span>
      </h2>
      {[...groupBy(cases, ({ id }) => id.split('/').slice(0, 2).join(' '))].map(([group, own]) => (
        <Chapter key={group} title={group} note={String(own.length)} head={HEAD}>
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
