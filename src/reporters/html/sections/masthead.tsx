import { duration } from '../../../duration.js';
import { count } from '../../../phrases.js';
import { CASE_RESULTS, countResults } from '../../../record/case-results.js';
import type { RunRecord } from '../../../record/types.js';
import { statementsWithDefects } from '../../defects/defects.js';
import { footnotes, headline, moment, tallied, verdictParts, windowWords } from '../../results.js';
import { Bar, Mark, Version } from '../marks.js';
import type { Model } from '../model.js';
import { Overview } from './failures.js';

/** One screen: the verdict sentence, the verdict of each version, the defects by what is wrong. */
export function Masthead({ model }: { model: Model }) {
  const { record } = model;
  const [first, rest] = verdictParts(record);
  const title = headline(record);
  const repeated = [first, rest].some((text) => text.toLowerCase().startsWith(title.toLowerCase()));
  return (
    <header class={`masthead ${record.verdict}`}>
      <p class="eyebrow">
        {!repeated && `${title} · `}
        <span class="soft">
          {record.target.bundled && 'The bundled reference service, '}
          {record.target.baseUrl}, {moment(record.startedAt)}
        </span>
      </p>
      <h1>{first}</h1>
      {rest !== '' && <p class="rest">{model.unproven.length > 0 ? <a href="#unproven">{rest}</a> : rest}</p>}
      {footnotes(record).map((text) => (
        <p class="soft">{text}</p>
      ))}
      {record.partial && <p class="notice">What follows is what the run had seen until then.</p>}
      <Versions model={model} />
      <Proportions model={model} />
      <Overview defects={model.defects} />
    </header>
  );
}

/** A line for each version: what became of its statements. */
function Versions({ model: { record } }: { model: Model }) {
  if (record.statements.length === 0) return null;
  const all = versionVerdicts(record);
  const affected = all.filter((versionVerdict) => versionVerdict.affected > 0);
  return (
    <>
      <table class="versions">
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Statements proven</th>
            <th scope="col">violated</th>
            <th scope="col">not proven</th>
          </tr>
        </thead>
        <tbody>
          {all.map((versionVerdict) => {
            const { words, tone } = inWords(versionVerdict);
            return (
              <tr>
                <th scope="row">
                  <Version of={versionVerdict.version} /> <Mark kind={tone as 'passed'} /> {words}
                </th>
                <td>{versionVerdict.proven}</td>
                <td class={versionVerdict.violated > 0 ? 'failed' : 'none'}>{versionVerdict.violated}</td>
                <td class={versionVerdict.unproven > 0 ? 'inconclusive' : 'none'}>
                  {versionVerdict.unproven}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {affected.length > 0 && (
        <p class="soft">
          {`The same cases also violate ${affected.map(({ version, affected: number }) => `${count(number, 'statement')} of ${version}`).join(', ')}.`}
        </p>
      )}
    </>
  );
}

/** One bar over all cases, and the counts as links into the list. */
function Proportions({ model: { record } }: { model: Model }) {
  const counts = countResults(record);
  const shown = [...CASE_RESULTS].reverse().filter((kind) => counts[kind] > 0);
  const windows = record.walks ? null : windowWords(record);
  return (
    <>
      <Bar counts={counts} />
      <ul class="tally">
        {shown.map((kind) => (
          <li>
            <a href="#cases" data-query={`s:${kind}`} class={kind}>
              <strong>{counts[kind]}</strong> {tallied(counts[kind], kind).replace(/^\d+ /, '')}
            </a>
          </li>
        ))}
        {windows !== null && (
          <li class="soft">
            <a href="#routing">{windows}</a>
          </li>
        )}
        <li class="soft">{`${shown.length > 1 ? `${count(record.cases.length, 'case')} ` : ''}in ${duration(record.durationMs)}`}</li>
      </ul>
    </>
  );
}

/** What became of the statements of a version. */
interface VersionVerdict {
  version: string;
  proven: number;
  /** With a defect that is reported under them. */
  violated: number;
  /** Also violated, by cases whose defect is reported under another statement. */
  affected: number;
  unproven: number;
  /** Nothing can test them. */
  untestable: number;
}

/** Statements proven, violated and not proven, by version. */
export function versionVerdicts(record: RunRecord): VersionVerdict[] {
  const { statements, target } = record;
  const byVersion = statementsWithDefects(record);
  return target.versions.map((version) => {
    const own = statements.flatMap(({ verdicts }) => verdicts[version] ?? []);
    const failed = statements.filter(({ verdicts }) => verdicts[version] === 'fail');
    const violated = failed.filter(({ id }) => byVersion.get(version)?.has(id)).length;
    const number = (...wanted: string[]) => own.filter((verdict) => wanted.includes(verdict)).length;
    return {
      version,
      proven: number('pass'),
      violated,
      affected: failed.length - violated,
      unproven: number('inconclusive', 'skipped', 'error'),
      untestable: number('untested'),
    };
  });
}

/** The verdict of one version, in a few words. */
export function inWords({ violated, affected, unproven }: VersionVerdict): { words: string; tone: string } {
  if (violated + affected > 0) return { words: 'violated', tone: 'failed' };
  return unproven > 0
    ? { words: 'no violation, not all proven', tone: 'inconclusive' }
    : { words: 'conformant', tone: 'passed' };
}
