import { staleEntries } from '../defects.js';
import { CasesSection } from './case-list.js';
import type { ContentsEntry } from './contents.js';
import { DiagnosticsSection } from './diagnostics.js';
import { FailuresSection } from './failures.js';
import { GapsSection } from './gaps.js';
import { Masthead } from './masthead.js';
import { MatrixSection } from './matrix.js';
import type { Model } from './model.js';
import { RoutingSection } from './routing.js';
import { SelftestSection } from './selftest.js';
import { SideNavigation } from './side-navigation.js';
import { UnprovenSection } from './unproven.js';

/** The whole report, the most important first. */
export function Page({ model }: { model: Model }) {
  return (
    <>
      <a class="skip" href="#main">
        Skip to the report
      </a>
      <SideNavigation model={model} entries={sectionsOf(model)} />
      <main id="main">
        <Masthead model={model} />
        <p id="unknown" class="notice" role="status" hidden />
        <FailuresSection model={model} />
        <UnprovenSection model={model} />
        <MatrixSection model={model} />
        <RoutingSection model={model} />
        <GapsSection model={model} />
        <SelftestSection model={model} />
        <CasesSection model={model} />
        <DiagnosticsSection model={model} />
        <Colophon model={model} />
      </main>
    </>
  );
}

/** What the page has: sections without content are left out. */
function sectionsOf({ record, defects, unproven, selftest }: Model): ContentsEntry[] {
  const open = unproven.length + staleEntries(record).length;
  const sections: (ContentsEntry & { shown: boolean })[] = [
    { id: 'failures', title: 'Defects', shown: defects.length > 0, number: defects.length },
    { id: 'unproven', title: 'Not proven', shown: open > 0, number: open },
    {
      id: 'statements',
      title: 'Statements',
      shown: record.statements.length > 0,
      number: record.statements.length,
    },
    { id: 'routing', title: 'Routing', shown: record.machines.length + record.truthTable.length > 0 },
    { id: 'gaps', title: 'Open questions', shown: record.gaps.length + record.observations.length > 0 },
    { id: 'selftest', title: 'Self-test', shown: selftest !== null },
    { id: 'cases', title: 'Every case', shown: true, number: record.cases.length },
    { id: 'diagnostics', title: 'Diagnostics', shown: true },
  ];
  return sections.filter(({ shown }) => shown);
}

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
