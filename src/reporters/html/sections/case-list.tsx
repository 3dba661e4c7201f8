import { duration } from '../../../duration.js';
import { groupBy } from '../../../group-by.js';
import type { CaseRecord } from '../../../record/types.js';
import { CASE_RESULTS, count, countResults, shortId, tallied } from '../../results.js';
import { activeMs } from '../case/course.js';
import { caseText } from '../case/evidence-text.js';
import { Bar } from '../marks.js';
import type { Model } from '../model.js';
import { attributeText, textMarkup } from '../to-markup.js';

/**
 * Every case, by group. The rows are in `noscript`: with a script they are one text until somebody opens the group or
 * searches; without one they can be read, each with what happened as bare text.
 */
export function CasesSection({ model }: { model: Model }) {
  // The gravest first, in each group and among them: a search shows its failures before all else.
  const gravity = (testCase: CaseRecord) => CASE_RESULTS.indexOf(model.resultOf(testCase));
  const sorted = model.record.cases.toSorted((a, b) => gravity(a) - gravity(b));
  const groups = groupBy(sorted, ({ group }) => group);
  return (
    <section id="cases" aria-labelledby="cases-title">
      <h2 id="cases-title">Every case</h2>
      {!model.budget.passes && (
        <p class="lead">
          There are too many cases for one page with the evidence of all. Evidence of passed cases is in{' '}
          <code>results.json</code>; <code>conform explain ID</code> describes a case.
        </p>
      )}
      <p class="lead none-found" hidden>
        No case matches the search.
      </p>
      {[...groups].map(([name, cases]) => (
        <details class="group">
          <summary>
            <h3>{name}</h3> <span class="soft">{summary(model, cases)}</span>{' '}
            <Bar counts={countResults({ cases, failLevel: model.record.failLevel })} />
          </summary>
          <noscript {...model.deferred.later(rowsOf(model, cases))} />
        </details>
      ))}
    </section>
  );
}

/** How their section begins: nine tenths of the page come after it. */
export const CASES_START = '<section id="cases"';

function summary(model: Model, cases: CaseRecord[]): string {
  const counts = countResults({ cases, failLevel: model.record.failLevel });
  const shown = CASE_RESULTS.filter((kind) => counts[kind] > 0);
  return shown.length === 1
    ? `${count(cases.length, 'case')} ${shown[0]}`
    : shown.map((kind) => tallied(counts[kind], kind)).join(', ');
}

function rowsOf(model: Model, cases: readonly CaseRecord[]): (() => string)[] {
  return [() => '<ul class="cases">', ...cases.map((testCase) => () => row(model, testCase)), () => '</ul>'];
}

/** Markup written by hand: as elements, thousands of rows would cost more than the rest of the page. */
function row(model: Model, testCase: CaseRecord): string {
  const kind = model.resultOf(testCase);
  const anchor = model.anchor(testCase.id) ?? '';
  const data = [
    ['data-s', kind],
    ['data-v', testCase.version],
    ['data-o', testCase.operation],
    ['data-l', testCase.level],
    ['data-r', testCase.reason?.code],
    ['data-st', testCase.statements.length > 0 ? testCase.statements.join(' ') : undefined],
  ] as const;
  const attributes = data.map(([name, value]) => attributeText(name, value)).join('');
  const title = textMarkup(testCase.title);
  const version = `<span class="version">${textMarkup(testCase.version)}</span>`;
  const mark = `<b class="mark ${kind}">${kind}</b>`;
  if (testCase.verdict === 'fail')
    return `<li${attributes}${attributeText('data-ref', anchor)}><a class="row" href="#${anchor}">${mark} <span class="grow">${title}</span> ${version}</a></li>`;
  if (testCase.verdict === 'pass' && !model.budget.passes)
    return `<li${attributes} id="${anchor}"><a class="row" href="#${anchor}">${mark} <span class="grow">${title}</span> <code>${textMarkup(`${testCase.version}/${shortId(testCase)}`)}</code></a></li>`;
  const took = activeMs(model, testCase);
  return `<li${attributes}><details id="${anchor}"><summary>${mark} <span class="grow">${title}</span> ${version} <span class="soft">${took > 0 ? duration(took) : ''}</span></summary><pre class="sheet">${textMarkup(`${testCase.id}\n${caseText(model, testCase)}`)}</pre></details></li>`;
}
