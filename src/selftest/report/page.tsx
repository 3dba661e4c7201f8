import { join } from 'node:path';
import { duration } from '../../duration.js';
import { count } from '../../phrases.js';
import type { CleanRun, SelftestRecord } from '../../record/selftest.js';
import { page } from '../../reporters/html/document.js';
import { Facts } from '../../reporters/html/marks.js';
import { Contents, type ContentsEntry } from '../../reporters/html/sections/side-navigation.js';
import { toMarkup } from '../../reporters/html/to-markup.js';
import { moment } from '../../reporters/results.js';
import { writeWhole } from '../../write-whole.js';
import { type FindingList, findingLines, metBy } from '../findings.js';
import { CasesSection, MutantsSection } from './lists.js';
import { Matrix, Overview } from './matrix.js';

/** Writes `selftest.json` and `selftest.html` into a folder. Returns their paths. */
export async function writeSelftest(record: SelftestRecord, folder: string): Promise<string[]> {
  const texts = { 'selftest.json': `${JSON.stringify(record)}\n`, 'selftest.html': renderSelftest(record) };
  return Promise.all(
    Object.entries(texts).map(async ([name, text]) => {
      const path = join(folder, name);
      await writeWhole(path, text);
      return path;
    }),
  );
}

/** One page without scripts or requests. */
export function renderSelftest(record: SelftestRecord): string {
  return page({
    title: `Self-test${record.whole ? '' : ', partial'}: ${count(record.mutants.length, 'mutant')}`,
    tone: record.exitCode !== 0 ? 'bad' : record.whole ? 'good' : 'open',
    body: toMarkup(<Page record={record} />),
    script: '',
  });
}

/** The self-test for people: what was proven, the kill matrix, and each mutant with the case that found it. */
function Page({ record }: { record: SelftestRecord }) {
  const findings = findingLines(record);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the report
      </a>
      <Contents entries={sectionsOf(record, findings)} />
      <main id="main">
        <Masthead record={record} />
        {findings.length > 0 && <Findings findings={findings} />}
        <section id="overview" aria-labelledby="overview-title">
          <h2 id="overview-title">Kill matrix</h2>
          <Overview mutants={record.mutants} />
          <Matrix record={record} />
        </section>
        <MutantsSection mutants={record.mutants} />
        <CasesSection cases={record.cases} />
        <CleanRunsSection runs={record.cleanRuns} />
      </main>
    </>
  );
}

function sectionsOf(record: SelftestRecord, findings: readonly FindingList[]): ContentsEntry[] {
  return [
    ...(findings.length > 0 ? [{ id: 'findings', title: 'Worth knowing' }] : []),
    { id: 'overview', title: 'Kill matrix' },
    { id: 'mutants', title: 'Every mutant', number: record.mutants.length },
    { id: 'cases', title: 'Every case', number: record.cases.length },
    { id: 'services', title: 'Correct services', number: record.cleanRuns.length },
  ];
}

function Masthead({ record }: { record: SelftestRecord }) {
  const { summary: counts, cases, cleanRuns, exitCode } = record;
  const failed = cases.filter(({ kills }) => kills > 0).length;
  if (!record.whole) return <Partial record={record} />;
  return (
    <header class={`masthead ${exitCode === 0 ? 'conformant' : 'not-conformant'}`}>
      <p class="eyebrow">{exitCode === 0 ? 'Every check can fail' : 'The self-test failed'}</p>
      <h1>
        {`A correct service was broken in ${counts.mutants} ways, one at a time: ${counts.killed} were found, ${counts.excepted} are excepted with a reason, ${counts.survived} ${counts.survived === 1 ? 'was' : 'were'} missed.`}
      </h1>
      <p class="rest">
        {`${failed} of ${cases.length} cases have failed for at least one of them. ${count(cleanRuns.length, 'run')} against correct services raised ${counts.alarms === 0 ? 'no false alarm' : count(counts.alarms, 'false alarm')}.`}
      </p>
      <Facts facts={facts(record)} />
    </header>
  );
}

/** A run with some of the mutants says nothing about the others. */
function Partial({ record }: { record: SelftestRecord }) {
  const { summary: counts, derived, exitCode } = record;
  const of = derived === undefined ? '' : ` of ${derived.toLocaleString('en')}`;
  return (
    <header class={`masthead ${exitCode === 0 ? 'not-proven' : 'not-conformant'}`}>
      <p class="eyebrow">{exitCode === 0 ? 'A part of the self-test' : 'The self-test failed'}</p>
      <h1>{`Partial: ${counts.mutants}${of} ${counts.mutants === 1 && of === '' ? 'mutant' : 'mutants'} tried; nothing else is claimed.`}</h1>
      <p class="rest">
        {`${counts.killed} of them ${counts.killed === 1 ? 'was' : 'were'} found, ${counts.excepted} excepted with a reason, ${counts.survived} missed.`}
      </p>
      <Facts facts={facts(record)} />
    </header>
  );
}

function facts({
  summary,
  tool,
  startedAt,
  durationMs,
  workers,
  whole,
  allCases,
}: SelftestRecord): [string, string][] {
  return [
    ['From the description', String(summary.mutants - summary.behavioural)],
    ['Named faults', String(summary.behavioural)],
    ['Collateral failures', String(summary.collateral)],
    ['Each mutant met', metBy({ allCases, whole })],
    ...(whole ? [] : [['Part', 'not all mutants were tried'] as [string, string]]),
    ['Run', `${moment(startedAt)}, ${duration(durationMs)}`],
    ['By', `${tool.name} ${tool.version}, Node ${tool.node}, ${count(workers, 'process', 'processes')}`],
  ];
}

function Findings({ findings }: { findings: readonly FindingList[] }) {
  return (
    <section id="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">Worth knowing</h2>
      {findings.map(({ title, lines }) => (
        <details key={title} class="chapter" open={lines.length <= FEW}>
          <summary>
            <h3>{title}</h3> <span class="soft">{lines.length}</span>
          </summary>
          <ul class="lines">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}

const FEW = 20;

/** The correct services, each of which must pass. */
function CleanRunsSection({ runs }: { runs: readonly CleanRun[] }) {
  if (runs.length === 0) return null;
  return (
    <section id="services" aria-labelledby="services-title">
      <h2 id="services-title">
        Correct services <span class="soft">{runs.length}</span>
      </h2>
      <p class="lead">
        The same interface, its open questions filled in different legal ways. What is configured is told to
        the run; what is discovered it finds out by itself.
      </p>
      <table class="kills">
        <thead>
          <tr>
            <th scope="col">Service</th>
            <th scope="col">cases</th>
            <th scope="col">excepted</th>
            <th scope="col">false alarms</th>
          </tr>
        </thead>
        <tbody>
          {runs.map(({ name, ran, alarms, excepted }) => (
            <tr key={name}>
              <th scope="row">{name.replace('/', ', ')}</th>
              <td>{ran}</td>
              <td class={excepted.length > 0 ? undefined : 'none'}>{excepted.length}</td>
              <td class={alarms.length > 0 ? 'failed' : 'none'}>{alarms.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
