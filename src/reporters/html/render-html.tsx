import { Buffer } from 'node:buffer';
import { renderToString } from 'preact-render-to-string';
import type { RunRecord } from '../../record/types.js';
import type { SelftestDigest } from '../selftest-digest.js';
import { inert } from '../text/inert.js';
import { headline } from '../words.js';
import { page } from './document.js';
import { type Budget, buildModel, type Model } from './model.js';
import { Page } from './page.js';
import { SCRIPT } from './script.js';

/**
 * `index.html`: the report for people, one file without a request. A self-test, where there is one, is told in short.
 * The same record gives the same bytes. Evidence is cut, with a note, until the page keeps to 3 MB. In pieces, as bytes:
 * of a large run the page as one text would take more memory than all else.
 */
export function htmlParts(record: RunRecord, selftest: SelftestDigest | null = null): Uint8Array[] {
  for (const budget of BUDGETS) {
    if (budget !== BAREST && !mayFit(record, budget)) continue;
    const parts = rendered(buildModel(record, budget, selftest), budget === BAREST ? Infinity : MOST_BYTES);
    if (parts !== null) return parts;
  }
  return [];
}

/** The same as one text. */
export function renderHtml(record: RunRecord, selftest: SelftestDigest | null = null): string {
  return Buffer.concat(htmlParts(record, selftest)).toString();
}

/** Null: it would take more bytes than that. */
function rendered(model: Model, mostBytes: number): Uint8Array[] | null {
  const { record } = model;
  const whole = page({
    title: `${headline(record)}: ${record.target.baseUrl}`,
    tone: record.verdict === 'conformant' ? 'good' : record.verdict === 'not-conformant' ? 'bad' : 'open',
    body: unquoted(renderToString(<Page model={model} />)),
    script: SCRIPT,
  });
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (const part of model.pieces.fill(whole, (markup) => inert(unquoted(markup)))) {
    const encoded = Buffer.from(part);
    bytes += encoded.length;
    if (bytes > mostBytes) return null;
    parts.push(encoded);
  }
  return parts;
}

const MOST_BYTES = 3_000_000;

/** From the richest to the barest. */
const BUDGETS: Budget[] = [
  { fullCases: 12, fullBody: 16_384, fullItems: 60, briefBody: 2_000, briefHeaders: true, briefItems: 40 },
  { fullCases: 5, fullBody: 8_192, fullItems: 60, briefBody: 600, briefHeaders: true, briefItems: 40 },
  { fullCases: 3, fullBody: 4_096, fullItems: 40, briefBody: 400, briefHeaders: false, briefItems: 40 },
  { fullCases: 1, fullBody: 2_048, fullItems: 40, briefBody: 160, briefHeaders: false, briefItems: 20 },
  { fullCases: 1, fullBody: 2_048, fullItems: 40, briefBody: 160, briefHeaders: false, briefItems: 6 },
  { fullCases: 1, fullBody: 1_024, fullItems: 20, briefBody: 0, briefHeaders: false, briefItems: 4 },
  { fullCases: 1, fullBody: 1_024, fullItems: 20, briefBody: 0, briefHeaders: false, briefItems: 0 },
];

const BAREST = BUDGETS.at(-1);

/**
 * Whether a budget is worth a try: what its exchanges outside of whole evidence take at the least. To build a page only
 * to find it far too large takes seconds where there are tens of thousands of them.
 */
function mayFit({ cases, exchanges }: RunRecord, { briefBody, briefHeaders, briefItems }: Budget): boolean {
  const byId = new Map(exchanges.map((one) => [one.id, one]));
  let bytes = cases.length * LEAST_OF_A_CASE;
  for (const one of cases) {
    for (const id of one.exchanges.slice(0, briefItems)) {
      const { request, response } = byId.get(id) ?? {};
      bytes += LEAST_OF_AN_EXCHANGE + (briefHeaders ? LEAST_OF_HEADERS : 0);
      for (const body of [request?.body, response?.body])
        bytes += Math.min(briefBody, body?.text?.length ?? body?.base64?.length ?? 0);
    }
  }
  return bytes <= MOST_BYTES;
}

const LEAST_OF_A_CASE = 600;
const LEAST_OF_AN_EXCHANGE = 280;
const LEAST_OF_HEADERS = 80;

/** Quotation marks need no escape outside of attributes, and a report is full of them. Text holds no raw one. */
function unquoted(html: string): string {
  return html.replace(/="[^"]*"|&quot;/g, (part) => (part === '&quot;' ? '"' : part));
}
