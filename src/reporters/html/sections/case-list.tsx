import { deflateRawSync } from 'node:zlib';
import { duration } from '../../../duration.js';
import { groupBy } from '../../../group-by.js';
import { count } from '../../../phrases.js';
import { CASE_RESULTS, countResults } from '../../../record/case-results.js';
import type { CaseRecord } from '../../../record/types.js';
import { inert } from '../../../terminal-text.js';
import { shortId, tallied } from '../../results.js';
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
          There are too many cases to show the evidence of all of them on one page. Evidence of passed cases
          is in <code>results.json</code>; <code>conform explain ID</code> describes a case.
        </p>
      )}
      <p class="lead none-found" hidden>
        No case matches the search.
      </p>
      {model.budget.packed && (
        <noscript>
          <p class="lead">
            What happened in a case is shown by a script. Without one, it is in <code>results.json</code>.
          </p>
        </noscript>
      )}
      {[...groups].map(([name, cases]) => (
        <details class="group">
          <summary>
            <h3>{name}</h3> <span class="soft">{summary(model, cases)}</span>{' '}
            <Bar counts={countResults({ cases, failLevel: model.record.failLevel })} />
          </summary>
          <noscript {...model.deferred.later(rowsOf(model, cases))} />
          {model.budget.packed && (
            <template class="pack" {...model.deferred.later([() => pack(model, cases)])} />
          )}
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
  const packed = new Map(model.budget.packed ? withSheets(model, cases).map(({ id }, at) => [id, at]) : []);
  return [
    () => '<ul class="cases">',
    ...cases.map((testCase) => () => row(model, testCase, packed.get(testCase.id))),
    () => '</ul>',
  ];
}

/** The sheets of a group, in the order of their rows, deflated, in Base64. */
function pack(model: Model, cases: readonly CaseRecord[]): string {
  const sheets = withSheets(model, cases).map((testCase) => inert(sheet(model, testCase)));
  return deflateRawSync(sheets.join(BETWEEN_SHEETS)).toString('base64');
}

function withSheets(model: Model, cases: readonly CaseRecord[]): CaseRecord[] {
  return cases.filter((testCase) => hasSheet(model, testCase));
}

/** `inert` leaves none in a text. */
const BETWEEN_SHEETS = '\0';

/** Failing cases are shown with their defects. */
function hasSheet({ budget }: Model, { verdict }: CaseRecord): boolean {
  return verdict !== 'fail' && (verdict !== 'pass' || budget.passes);
}

function sheet(model: Model, testCase: CaseRecord): string {
  return `${testCase.id}\n${caseText(model, testCase)}`;
}

/**
 * Markup written by hand: as elements, thousands of rows would cost more than the rest of the page.
 * @param packed the number of its sheet in the group's pack; undefined: the row holds it
 */
function row(model: Model, testCase: CaseRecord, packed: number | undefined): string {
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
  if (!hasSheet(model, testCase))
    return `<li${attributes} id="${anchor}"><a class="row" href="#${anchor}">${mark} <span class="grow">${title}</span> <code>${textMarkup(`${testCase.version}/${shortId(testCase)}`)}</code></a></li>`;
  const took = activeMs(model, testCase);
  const shown =
    packed === undefined
      ? `<pre class="sheet">${textMarkup(sheet(model, testCase))}</pre>`
      : `<pre class="sheet" data-packed="${packed}">${textMarkup(testCase.id)}</pre>`;
  return `<li${attributes}><details id="${anchor}"><summary>${mark} <span class="grow">${title}</span> ${version} <span class="soft">${took > 0 ? duration(took) : ''}</span></summary>${shown}</details></li>`;
}
