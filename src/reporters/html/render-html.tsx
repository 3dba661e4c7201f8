import { Buffer } from 'node:buffer';
import { staleEntries } from '../../record/case-results.js';
import type { RunRecord } from '../../record/types.js';
import { inert } from '../../terminal-text.js';
import { headline, toneOf } from '../results.js';
import type { SelftestDigest } from '../selftest-digest.js';
import { BUDGETS, type Budget, budgetFor } from './budgets.js';
import { page } from './document.js';
import { buildModel, type Model } from './model.js';
import { SCRIPT } from './script/script.js';
import { CASES_START, CasesSection } from './sections/case-list.js';
import { DiagnosticsSection } from './sections/diagnostics.js';
import { FailuresSection } from './sections/failures.js';
import { Masthead } from './sections/masthead.js';
import { MatrixSection } from './sections/matrix.js';
import { GapsSection, UnprovenSection } from './sections/open.js';
import { RoutingSection } from './sections/routing.js';
import { SelftestSection } from './sections/selftest.js';
import { type ContentsEntry, SideNavigation } from './sections/side-navigation.js';
import { toMarkup } from './to-markup.js';

/**
 * `index.html`: the report for people, one file without a request. A self-test, if there is one, is summarized. The same
 * record gives the same bytes. Evidence is cut, with a note, until the page stays within 5 MB. The page comes in pieces,
 * as bytes: for a large run, one text would take more memory than everything else. The last of the budgets is used
 * however large the page becomes.
 */
export function htmlParts(
  record: RunRecord,
  selftest: SelftestDigest | null = null,
  budgets: readonly Budget[] = BUDGETS,
): Uint8Array[] {
  const barest = budgets.at(-1);
  for (const budget of budgets.slice(budgetFor(record, budgets, AIMED_AT))) {
    const parts = rendered(buildModel(record, budget, selftest), budget === barest ? Infinity : MOST_BYTES);
    if (parts !== null) return parts;
  }
  return [];
}

/** Null: it would take more bytes than that. */
function rendered(model: Model, mostBytes: number): Uint8Array[] | null {
  const { record } = model;
  const whole = page({
    title: `${headline(record)}: ${record.target.baseUrl}`,
    tone: toneOf(record.verdict),
    body: toMarkup(<Page model={model} />),
    script: SCRIPT,
    before: CASES_START,
  });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (const part of model.deferred.fill(whole, inert)) {
    const encoded = Buffer.from(part);
    bytes += encoded.length;
    if (bytes > mostBytes) return null;
    parts.push(encoded);
  }
  return parts;
}

const MOST_BYTES = 5_000_000;
/** A little less, because the estimate may be too low. */
const AIMED_AT = 4_600_000;

/** The whole report, the most important first. */
function Page({ model }: { model: Model }) {
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
  const open =
    unproven.reduce((sum, { cases }) => sum + cases.length, 0) + staleEntries(record.baseline).length;
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
        {`${record.tool.name} ${record.tool.version} on Node ${record.tool.node}. Keys are masked. The whole record, longer bodies included, is in results.json beside this file; junit.xml, ctrf.json and summary.md hold the same in other formats.`}
      </p>
    </footer>
  );
}
