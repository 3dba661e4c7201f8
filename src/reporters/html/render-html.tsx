import { Buffer } from 'node:buffer';
import { renderToString } from 'preact-render-to-string';
import type { RunRecord } from '../../record/types.js';
import { headline } from '../words.js';
import { page } from './document.js';
import { type Budget, buildModel } from './model.js';
import { Page } from './page.js';
import { SCRIPT } from './script.js';

/**
 * `index.html`: the report for people, one file without a request. The same record gives the same bytes. Evidence is cut,
 * with a note, until the page keeps to 3 MB.
 */
export function renderHtml(record: RunRecord): string {
  let html = '';
  for (const budget of BUDGETS) {
    const model = buildModel(record, budget);
    html = page({
      title: `${headline(record)}: ${record.target.baseUrl}`,
      tone: record.verdict === 'conformant' ? 'good' : record.verdict === 'not-conformant' ? 'bad' : 'open',
      body: renderToString(<Page model={model} />),
      script: SCRIPT,
    });
    if (Buffer.byteLength(html) <= MOST_BYTES) break;
  }
  return html;
}

const MOST_BYTES = 3_000_000;

/** From the richest to the barest. */
const BUDGETS: Budget[] = [
  { fullCases: 12, fullBody: 16_384, briefBody: 2_000, briefHeaders: true },
  { fullCases: 5, fullBody: 8_192, briefBody: 600, briefHeaders: true },
  { fullCases: 3, fullBody: 4_096, briefBody: 400, briefHeaders: false },
  { fullCases: 1, fullBody: 2_048, briefBody: 160, briefHeaders: false },
  { fullCases: 1, fullBody: 1_024, briefBody: 0, briefHeaders: false },
];
