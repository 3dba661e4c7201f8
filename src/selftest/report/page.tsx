import type { ComponentChildren } from 'preact';
import { firstLine } from '../../engine/explanation.js';
import type { MutantRecord, SelftestRecord } from '../../record/selftest.js';
import { findingsOf } from '../standing.js';
import { Matrix } from './matrix.js';

/** The self-test for people: what was proven, the kill matrix, and each mutant with what it was found by. */
export function Page({ record }: { record: SelftestRecord }) {
  const { mutants, cases, cleanRuns, exitCode } = record;
  const { survivors, idle, idleExpected, alarms, unclear, stale } = findingsOf(record);
  const excepted = mutants.filter(({ state }) => state === 'excepted');
  const killed = mutants.filter(({ state }) => state === 'killed').length;
  return (
    <main>
      <header class={`masthead ${exitCode === 0 ? 'conformant' : 'not-conformant'}`}>
        <p class="eyebrow">{exitCode === 0 ? 'Every check can fail' : 'The self-test failed'}</p>
        <h1>
          {killed} of {mutants.length} mutants killed, {excepted.length} excepted, {survivors.length} survived
        </h1>
        <p>
          {cases.filter(({ kills }) => kills > 0).length} of {cases.length} cases have failed at least once.{' '}
          {cleanRuns.length} runs against correct services raised {alarms.length} false alarms.{' '}
          {Math.round(record.durationMs / 1000)} s with {record.workers} processes, {record.startedAt}.
        </p>
      </header>
      <Findings
        title="Survivors"
        lines={survivors.map(({ id, state, summary }) => `${id} (${state}): ${summary}`)}
      />
      <Findings title="Required cases that nothing makes fail" lines={idle.map(({ id }) => id)} />
      <Findings title="Expected cases that nothing makes fail" lines={idleExpected.map(({ id }) => id)} />
      <Findings title="False alarms" lines={alarms.map(({ run, text }) => `${run}: ${text}`)} />
      <Findings
        title="Failures that do not explain themselves"
        lines={unclear.map(({ mutant, text }) => `${mutant}: ${text}`)}
      />
      <Findings title="Exceptions that except nothing any more" lines={stale} />
      <Findings title="Excepted" lines={excepted.map(({ id, exception }) => `${id}: ${exception}`)} />
      <h2>Kill matrix</h2>
      <Matrix record={record} />
      <h2>Mutants</h2>
      {[...grouped(mutants)].map(([family, own]) => (
        <Family key={family} name={family} mutants={own} />
      ))}
      <h2>Cases</h2>
      <Table head={['Case', 'Level', 'Failures', 'of them aimed']}>
        {cases.map(({ id, level, kills, aimedKills }) => (
          <tr key={id}>
            <th scope="row">
              <code>{id}</code>
            </th>
            <td>{level}</td>
            <td>{kills}</td>
            <td>{aimedKills}</td>
          </tr>
        ))}
      </Table>
      <h2>Correct services</h2>
      <Table head={['Service', 'Cases', 'False alarms']}>
        {cleanRuns.map(({ name, ran, alarms: own }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{ran}</td>
            <td>{own.length}</td>
          </tr>
        ))}
      </Table>
    </main>
  );
}

function Findings({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>
        {title} ({lines.length})
      </h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <code>{line}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Family({ name, mutants }: { name: string; mutants: readonly MutantRecord[] }) {
  const open = mutants.filter(({ state }) => state !== 'killed').length;
  return (
    <details>
      <summary>
        {name}: {mutants.length} {open > 0 && `(${open} not killed)`}
      </summary>
      <Table head={['Mutant', 'Killed by', 'Others', 'How the first one explains itself']}>
        {mutants.map(({ id, summary, killers, collateral, explained, state }) => (
          <tr key={id}>
            <th scope="row">
              <code>{id}</code>
              <br />
              <span class="soft">{summary}</span>
            </th>
            <td>{state === 'killed' ? killers.length : state}</td>
            <td>{collateral.length}</td>
            <td>
              {explained && (
                <>
                  <code>{explained.case}</code>
                  <br />
                  {firstLine(explained)}
                </>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </details>
  );
}

function Table({ head, children }: { head: readonly string[]; children: ComponentChildren }) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function grouped(mutants: readonly MutantRecord[]): Map<string, MutantRecord[]> {
  const families = new Map<string, MutantRecord[]>();
  for (const mutant of mutants) families.set(mutant.family, [...(families.get(mutant.family) ?? []), mutant]);
  return families;
}
