import { Buffer } from 'node:buffer';
import type { RunRecord } from '../../record/types.js';
import type { SelftestDigest } from '../selftest-digest.js';
import { inert } from '../text/inert.js';
import { headline } from '../words.js';
import { BUDGETS, type Budget, budgetFor } from './budgets.js';
import { CASES_START } from './case-list.js';
import { page } from './document.js';
import { buildModel, type Model } from './model.js';
import { Page } from './page.js';
import { SCRIPT } from './script.js';
import { toMarkup } from './to-markup.js';

/**
 * `index.html`: the report for people, one file without a request. A self-test, where there is one, is told in short.
 * The same record gives the same bytes. Evidence is cut, with a note, until the page keeps to 5 MB. In pieces, as bytes:
 * of a large run the page as one text would take more memory than all else. The last of the budgets is kept to however
 * large the page becomes.
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

/** The same as one text. */
export function renderHtml(...of: Parameters<typeof htmlParts>): string {
  return Buffer.concat(htmlParts(...of)).toString();
}

/** Null: it would take more bytes than that. */
function rendered(model: Model, mostBytes: number): Uint8Array[] | null {
  const { record } = model;
  const whole = page({
    title: `${headline(record)}: ${record.target.baseUrl}`,
    tone: record.verdict === 'conformant' ? 'good' : record.verdict === 'not-conformant' ? 'bad' : 'open',
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
/** Some less, for the estimate may be too low. */
const AIMED_AT = 4_600_000;
