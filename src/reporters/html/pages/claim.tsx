import { createHash } from 'node:crypto';
import { duration } from '../../../duration.js';
import { count } from '../../../phrases.js';
import type { RunRecord } from '../../../record/types.js';
import { inert } from '../../../terminal-text.js';
import { unprovenGroups } from '../../defects/defects.js';
import { headline, moment, section, toneOf, verdictParts } from '../../results.js';
import { xml } from '../../text/escapes.js';
import { page } from '../document.js';
import { Facts, Mark, resultOfVerdict, Version } from '../marks.js';
import { inWords, versionVerdicts } from '../sections/masthead.js';
import { toMarkup } from '../to-markup.js';

/** `certificate.html`: what a run has proven about a target, and what not, on a page to be printed; without a script. */
export function renderCertificate(record: RunRecord): string {
  return page({
    title: `${headline(record)}: ${record.target.baseUrl}`,
    tone: toneOf(record.verdict),
    body: toMarkup(<Certificate record={record} />),
    script: '',
  });
}

/** Tells descriptions apart: SHA-256 over the statements that were checked, in hexadecimal digits. */
export function descriptionDigest({ statements }: Pick<RunRecord, 'statements'>): string {
  const lines = statements
    .map(({ id, section: where, level, text, versions }) =>
      JSON.stringify([id, where, level, text, versions]),
    )
    .sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

function Certificate({ record }: { record: RunRecord }) {
  const { target, tool, startedAt, timing, command, durationMs } = record;
  const facts: [string, string][] = [
    ['Target', target.bundled ? `the bundled reference service, ${target.baseUrl}` : target.baseUrl],
    ['Versions', target.versions.join(', ')],
    ['Checked', `${moment(startedAt)}, in ${duration(durationMs)}`],
    ['By', `${tool.name} ${tool.version}, Node ${tool.node}`],
    ['Description', `sha256:${descriptionDigest(record)}`],
    ["Employee's side", target.operator],
  ];
  const [verdict, rest] = verdictParts(record);
  return (
    <main class="comparison certificate">
      <header class={`masthead ${record.verdict}`}>
        <h1>{verdict}</h1>
        {rest !== '' && <p>{rest}</p>}
        <Facts facts={facts} />
      </header>
      <Statements record={record} />
      <Limits record={record} quietWindowMs={timing.quietWindowMs} />
      <section aria-labelledby="reproduce-title">
        <h2 id="reproduce-title">Reproduce</h2>
        <p>
          {`With ${tool.name} ${tool.version}, the key in CONFORM_KEY, and the same configuration. The same statements give the same digest.`}
        </p>
        <pre class="wire">{`npm install --global messaging-conformance@${tool.version}\n${command}`}</pre>
      </section>
    </main>
  );
}

/** Statements by version: how many hold, and the names of those that do not or are not proven. */
function Statements({ record }: { record: RunRecord }) {
  const { statements, target } = record;
  const open = statements.filter(({ verdicts }) =>
    Object.values(verdicts).some((verdict) => verdict !== 'pass' && verdict !== 'untested'),
  );
  return (
    <section aria-labelledby="statements-title">
      <h2 id="statements-title">Statements</h2>
      <ul>
        {versionVerdicts(record).map((versionVerdict) => (
          <li>
            <Version of={versionVerdict.version} />{' '}
            {`${inWords(versionVerdict).words}: ${versionVerdict.proven} proven, ${versionVerdict.violated} violated, ${versionVerdict.affected > 0 ? `${versionVerdict.affected} affected by the same failures, ` : ''}${versionVerdict.unproven} not proven, ${versionVerdict.untestable} untestable`}
          </li>
        ))}
      </ul>
      {open.length > 0 && (
        <table class="matrix">
          <thead>
            <tr>
              <th scope="col">Not proven or violated</th>
              {target.versions.map((version) => (
                <th scope="col">{version}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {open.map((statement) => (
              <tr>
                <th scope="row">
                  {`${section(statement)} ${statement.text}`} <code>{statement.id}</code>
                </th>
                {target.versions.map((version) => {
                  const verdict = statement.verdicts[version];
                  return (
                    <td class={verdict === 'fail' ? 'failed' : undefined}>
                      {verdict === undefined ? '–' : <Mark kind={resultOfVerdict(verdict)} />}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** What such a run cannot prove. */
function Limits({ record, quietWindowMs }: { record: RunRecord; quietWindowMs: number }) {
  const unproven = unprovenGroups(record);
  const others = unproven.slice(MOST_REASONS).reduce((sum, { cases }) => sum + cases.length, 0);
  return (
    <section aria-labelledby="limits-title">
      <h2 id="limits-title">Limits of the proof</h2>
      <ul>
        <li>It applies to this target at this time, and only to what the cases of this description test.</li>
        <li>{`"No event" means none within ${duration(quietWindowMs)}, and none later in the run.`}</li>
        <li>{`${count(record.gaps.length, 'question')} that the interface document leaves open ${record.gaps.length === 1 ? 'has' : 'have'} no verdict.`}</li>
        {unproven.slice(0, MOST_REASONS).map(({ cases, text }) => (
          <li>{`${count(cases.length, 'case')} ended without a verdict: ${text}`}</li>
        ))}
        {others > 0 && (
          <li>{`${count(others, 'case')} ended without a verdict for other reasons, which the report gives.`}</li>
        )}
      </ul>
    </section>
  );
}

/** The gravest and most frequent ones. */
const MOST_REASONS = 8;

/** `badge.svg`: the verdict with the versions, for a page that links to the report. */
export function renderBadge(record: RunRecord): string {
  const label = 'messaging interface';
  const message = inert(`${headline(record).toLowerCase()} ${record.target.versions.join(', ')}`);
  const [left, right] = [width(label), width(message)];
  const colour =
    record.verdict === 'conformant' ? '#17693f' : record.verdict === 'not-conformant' ? '#b3261e' : '#855000';
  const text = (at: number, of: string): string =>
    `<text x="${at}" y="14" fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">${xml(of)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${xml(`${label}: ${message}`)}">`,
    `<title>${xml(`${label}: ${message}`)}</title>`,
    `<rect width="${left + right}" height="20" rx="3" fill="#454b52"/>`,
    `<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${colour}"/>`,
    text(left / 2, label),
    text(left + right / 2, message),
    '</svg>\n',
  ].join('');
}

/** Approximate width of a text at 11 px with a margin, in pixels. */
function width(text: string): number {
  return Math.round([...text].length * 6.7 + 14);
}
