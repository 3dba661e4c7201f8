import { count } from '../../../phrases.js';
import { levelName } from '../../../record/case-results.js';
import type { CaseRecord } from '../../../record/types.js';
import type { Defect, Part } from '../../defects/defect.js';
import { alsoAffected, caseCount, versionsOf, withConsequences } from '../../defects/defects.js';
import { likelyCauses } from '../../defects/likely-causes.js';
import { section, shortId } from '../../results.js';
import { Judged } from '../case/compared.js';
import { Evidence } from '../case/evidence.js';
import { caseText } from '../case/evidence-text.js';
import { Mark, Version } from '../marks.js';
import type { Model } from '../model.js';
import { statementAnchor } from './matrix.js';

/** Violations by what is wrong: one card each, causes first, with the evidence of the plainest case. */
export function FailuresSection({ model }: { model: Model }) {
  const { defects } = model;
  if (defects.length === 0) return null;
  const failed = defects.filter(({ result }) => result === 'failed');
  const cases = failed.reduce((sum, defect) => sum + caseCount(defect), 0);
  const lead =
    failed.length > 0
      ? `${count(failed.length, 'defect')}, seen in ${count(cases, 'failed case')}; causes come first, consequences below them.`
      : 'Nothing here fails the run.';
  return (
    <section id="failures" aria-labelledby="failures-title">
      <h2 id="failures-title">Defects</h2>
      <p class="lead">{lead}</p>
      {defects.map((defect) => (
        <DefectArticle model={model} defect={defect} />
      ))}
    </section>
  );
}

/** All defects on one screen, each a link to its card. */
export function Overview({ defects }: { defects: readonly Defect[] }) {
  if (defects.length === 0) return null;
  const shown = defects.slice(0, MOST_LISTED);
  return (
    <ol class="overview">
      {shown.map((defect) => (
        <li>
          <a href={`#${defectAnchor(defect)}`}>
            <Mark kind={defect.result} />{' '}
            <span class="grow">
              {defect.title} <small class="soft">{defect.cases[0]?.title}</small>
            </span>{' '}
            <span class="where">
              {versionsOf(defect).map((version) => (
                <Version of={version} />
              ))}{' '}
              {defect.statement && <small class="soft">{section(defect.statement)}</small>}{' '}
              <span class="soft">{count(caseCount(defect), 'case')}</span>
            </span>
          </a>
        </li>
      ))}
      {defects.length > shown.length && (
        <li>
          <a href="#failures">
            <span class="grow">{`and ${count(defects.length - shown.length, 'more defect')}`}</span>
          </a>
        </li>
      )}
    </ol>
  );
}

const MOST_LISTED = 8;

export function defectAnchor({ id }: Defect): string {
  return `s-${id.replace(/[^A-Za-z0-9_]+/g, '-')}`;
}

function DefectArticle({ model, defect }: { model: Model; defect: Defect }) {
  const { statement, parts } = defect;
  const causes = likelyCauses(defect, model.record);
  const anchor = defectAnchor(defect);
  return (
    <article class={`defect ${defect.result}`} id={anchor} aria-labelledby={`${anchor}-title`}>
      <header>
        <p class="eyebrow">
          <Mark kind={defect.result} /> {casesInWords(defect)}{' '}
          {versionsOf(defect).map((version) => (
            <Version of={version} />
          ))}{' '}
          <a class="permalink" href={`#${anchor}`}>
            {statement?.id ?? defect.code}
          </a>
        </p>
        <h3 id={`${anchor}-title`}>{defect.title}</h3>
        {statement && (
          <p class="statement">
            {`${section(statement)} ${statement.level === 'required' ? '' : `(${levelName(statement.level)}) `}${statement.text}`}
          </p>
        )}
        <AlsoAffected ids={alsoAffected(defect)} />
      </header>
      {parts.map((part, at) => (
        <PartOf model={model} part={part} first={at === 0} open={at === 0 && defect.result === 'failed'} />
      ))}
      {causes.length > 0 && (
        <div class="causes">
          <p class="label">Likely cause</p>
          <ul>
            {causes.map((cause) => (
              <li>{cause}</li>
            ))}
          </ul>
        </div>
      )}
      <AcceptedNote model={model} defect={defect} />
      {defect.consequences.length > 0 && (
        <details class="more follows">
          <summary>{`Follows from this: ${count(defect.consequences.flatMap(withConsequences).length, 'other statement')} violated by the same defect`}</summary>
          {defect.consequences.flatMap(withConsequences).map((defect) => (
            <div class="follower" id={defectAnchor(defect)}>
              <p>
                <Mark kind={defect.result} /> {defect.title}{' '}
                <span class="soft">{`${defect.statement ? `${section(defect.statement)} ${defect.statement.text} ` : ''}${count(defect.cases.length, 'case')}`}</span>
              </p>
              {defect.parts.map((part) => (
                <Cases model={model} cases={part.cases} open={false} />
              ))}
            </div>
          ))}
        </details>
      )}
    </article>
  );
}

/** How many cases show it; if others follow from it, how many of them show it by themselves. */
function casesInWords(defect: Defect): string {
  const all = caseCount(defect);
  const own = defect.cases.length;
  return all === own ? count(all, 'case') : `${count(all, 'case')}, ${own} of them directly`;
}

/** The other statements that the cases of a defect violate, each a link to its row. */
function AlsoAffected({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <p class="soft">
      Also affected:{' '}
      {ids.map((id, at) => (
        <>
          {at > 0 && ', '}
          <a href={`#${statementAnchor(id)}`}>{id}</a>
        </>
      ))}
    </p>
  );
}

/** Cases that fail for one reason; if there are several parts, each but the first names its own defect. */
function PartOf({ model, part, first, open }: { model: Model; part: Part; first: boolean; open: boolean }) {
  const [sample] = part.cases;
  return (
    <div class="part">
      {!first && <h4>{part.title}</h4>}
      {sample && !open && <Judged testCase={sample} />}
      <Cases model={model} cases={part.cases} open={open} />
    </div>
  );
}

function Cases({ model, cases, open }: { model: Model; cases: readonly CaseRecord[]; open: boolean }) {
  const shown = cases.length > MOST_CASES ? MOST_CASES - 1 : cases.length;
  return (
    <>
      {cases.slice(0, shown).map((testCase, at) => (
        <BrokenCase model={model} testCase={testCase} open={at === 0 && open} />
      ))}
      {cases.length > shown && (
        <details class="more">
          <summary>{count(cases.length - shown, 'more case')}</summary>
          {cases.slice(shown).map((testCase) => (
            <BrokenCase model={model} testCase={testCase} open={false} />
          ))}
        </details>
      )}
    </>
  );
}

const MOST_CASES = 4;

function AcceptedNote({ model, defect }: { model: Model; defect: Defect }) {
  const ids = new Set(defect.cases.map(({ id }) => id));
  const entries = model.record.baseline.filter(
    ({ caseId, state }) => state === 'accepted' && ids.has(caseId),
  );
  const reasons = [...new Map(entries.map((entry) => [entry.reason, entry])).values()];
  if (reasons.length === 0) return null;
  return (
    <ul class="plain">
      {reasons.map(({ reason, link }) => (
        <li>
          Accepted in the baseline: {reason} {link !== undefined && <code>{link}</code>}
        </li>
      ))}
    </ul>
  );
}

function BrokenCase({ model, testCase, open }: { model: Model; testCase: CaseRecord; open: boolean }) {
  const anchor = model.anchor(testCase.id) ?? '';
  return (
    <details
      class="broken"
      id={anchor}
      open={open}
      data-failure={model.resultOf(testCase) === 'failed' ? 'yes' : undefined}
    >
      <summary>
        <Mark kind={model.resultOf(testCase)} /> <span class="grow">{testCase.title}</span>{' '}
        <Version of={testCase.version} />
      </summary>
      <div class="body">
        <p class="id">
          <a class="permalink" href={`#${anchor}`}>
            {`${testCase.version}/${shortId(testCase)}`}
          </a>
        </p>
        {model.full.has(testCase.id) ? (
          <Evidence model={model} testCase={testCase} />
        ) : (
          <>
            <Judged testCase={testCase} />
            <pre class="sheet">{caseText(model, testCase)}</pre>
          </>
        )}
      </div>
    </details>
  );
}
