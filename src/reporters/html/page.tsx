import { staleEntries } from '../story.js';
import { CasesSection } from './case-list.js';
import { FailuresSection } from './failures.js';
import { GapsSection } from './gaps.js';
import { Masthead } from './masthead.js';
import { MatrixSection } from './matrix.js';
import type { Model } from './model.js';
import { RoutingSection } from './routing.js';
import { SelftestSection } from './selftest.js';
import { TimelineSection } from './timeline.js';
import { UnprovenSection } from './unproven.js';

/** The whole report, the most important first. */
export function Page({ model }: { model: Model }) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the report
      </a>
      <Contents model={model} />
      <main id="main">
        <Masthead model={model} />
        <FailuresSection model={model} />
        <UnprovenSection model={model} />
        <RoutingSection model={model} />
        <MatrixSection model={model} />
        <GapsSection model={model} />
        <SelftestSection model={model} />
        <TimelineSection model={model} />
        <CasesSection model={model} />
        <Colophon model={model} />
      </main>
    </>
  );
}

function Contents({ model: { record, stories, unproven, selftest } }: { model: Model }) {
  const entries: [string, string, number | null][] = [
    ['failures', 'Violations', stories.length],
    ['unproven', 'Not proven', unproven.length + staleEntries(record).length],
    ['routing', 'Routing', record.machines.length + record.truthTable.length],
    ['statements', 'Statements', record.statements.length],
    ['gaps', 'Open questions', record.gaps.length + record.observations.length],
    ['selftest', 'Self-test', selftest === null ? 0 : selftest.mutants],
    ['timeline', 'Time', record.durationMs],
    ['cases', 'Every case', record.cases.length],
  ];
  return (
    <nav aria-label="Contents">
      <ul>
        {entries
          .filter(([id, , number]) => number !== 0 || id === 'cases')
          .map(([id, title, number]) => (
            <li>
              <a href={`#${id}`}>
                {title} {COUNTED.has(id) && <span class="soft">{number}</span>}
              </a>
            </li>
          ))}
      </ul>
    </nav>
  );
}

const COUNTED = new Set(['failures', 'unproven', 'statements', 'cases']);

function Colophon({ model: { record } }: { model: Model }) {
  return (
    <footer>
      <p class="label">Run it again</p>
      <pre class="wire copy">{record.command}</pre>
      <p class="soft">
        {`${record.tool.name} ${record.tool.version} on Node ${record.tool.node}. Keys are masked. The whole record, longer bodies included, is in results.json beside this file; junit.xml, ctrf.json and summary.md tell the same to machines.`}
      </p>
    </footer>
  );
}
