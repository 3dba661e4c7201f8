import type { SelftestCase } from '../../record/selftest.js';
import { groupBy } from '../../reporters/group-by.js';
import { Scroll } from '../../reporters/html/scroll.js';

/** Every case that can fail, by its group, and how often it did. */
export function CasesSection({ cases }: { cases: readonly SelftestCase[] }) {
  return (
    <section id="cases" aria-labelledby="cases-title">
      <h2 id="cases-title">
        Every case <span class="soft">{cases.length}</span>
      </h2>
      {[...groupBy(cases, ({ id }) => id.split('/').slice(0, 2).join(' '))].map(([group, own]) => (
        <details key={group} class="chapter">
          <summary>
            <h3>{group}</h3> <span class="soft">{own.length}</span>
          </summary>
          <Scroll label={group}>
            <table class="compared">
              <thead>
                <tr>
                  {['Case', 'Level', 'Mutants that it found', 'Beside the mark'].map((title) => (
                    <th key={title} scope="col">
                      {title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
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
              </tbody>
            </table>
          </Scroll>
        </details>
      ))}
    </section>
  );
}
