import type { ComponentChildren } from 'preact';
import { count } from '../../../phrases.js';
import { moment } from '../../results.js';
import type { SelftestDigest } from '../../selftest-digest.js';
import { CaseLink } from '../marks.js';
import type { Model } from '../model.js';

/** The kill matrix of the self-test in short: what was broken on purpose, and whether a case detected it. */
export function SelftestSection({ model }: { model: Model }) {
  const { selftest } = model;
  if (selftest === null) return null;
  return (
    <section id="selftest" aria-labelledby="selftest-title">
      <h2 id="selftest-title">Can the checks fail?</h2>
      <p class="lead">
        {`The self-test broke a correct service in ${count(selftest.mutants, 'way')}, one at a time: ${outcome(selftest)}.${alarms(selftest)} `}
        <span class="soft">{origin(selftest, model.record.tool.version)}</span>{' '}
        {selftest.page !== null && <a href={selftest.page}>The whole kill matrix</a>}
      </p>
      <table class="kills">
        <thead>
          <tr>
            <th scope="col">What was broken</th>
            <th scope="col">ways</th>
            <th scope="col">found</th>
            <th scope="col">excepted</th>
            <th scope="col">missed</th>
          </tr>
        </thead>
        <tbody>
          {selftest.areas.map(({ name, mutants, killed, excepted, survived }) => (
            <tr>
              <th scope="row">{name}</th>
              <td>{mutants}</td>
              <td>{killed}</td>
              <td class={excepted > 0 ? undefined : 'none'}>{excepted}</td>
              <td class={survived > 0 ? 'failed' : 'none'}>{survived}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Lines title="Missed by every case" all={selftest.survivors}>
        {({ id, summary }) => (
          <>
            <code>{id}</code> {summary}
          </>
        )}
      </Lines>
      <Lines title="Cases that found none of these" all={selftest.idle}>
        {({ id, reason }) => (
          <>
            <CaseLink model={model} id={id} /> {reason}
          </>
        )}
      </Lines>
    </section>
  );
}

function outcome({ mutants, killed, excepted, survivors }: SelftestDigest): string {
  if (killed === mutants) return 'a case noticed every one of them';
  const parts = [
    `cases noticed ${killed}`,
    ...(excepted > 0 ? [`${excepted} ${excepted === 1 ? 'is' : 'are'} excepted with a reason`] : []),
    survivors.length === 0
      ? 'none was missed'
      : `${survivors.length} ${survivors.length === 1 ? 'was' : 'were'} missed`,
  ];
  return parts.join(', ');
}

function alarms({ alarms: number, cleanRuns }: SelftestDigest): string {
  if (cleanRuns === 0) return '';
  return ` ${count(cleanRuns, 'correct service')} raised ${number === 0 ? 'no false alarm' : count(number, 'false alarm')}.`;
}

function origin({ startedAt, version, whole }: SelftestDigest, own: string): string {
  const parts = [
    moment(startedAt),
    ...(version === own ? [] : [`by version ${version}`]),
    ...(whole ? [] : ['a part only']),
  ];
  return `(${parts.join(', ')})`;
}

function Lines<T>({
  title,
  all,
  children,
}: {
  title: string;
  all: T[];
  children: (item: T) => ComponentChildren;
}) {
  if (all.length === 0) return null;
  return (
    <details>
      <summary>{`${title}: ${all.length}`}</summary>
      <ul class="lines">
        {all.slice(0, MOST_LINES).map((item) => (
          <li>{children(item)}</li>
        ))}
        {all.length > MOST_LINES && <li class="soft">{`and ${all.length - MOST_LINES} more`}</li>}
      </ul>
    </details>
  );
}

const MOST_LINES = 40;
