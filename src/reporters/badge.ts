import type { RunRecord } from '../record/types.js';
import { inert, xml } from './text/inert.js';
import { headline } from './words.js';

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

/** Pixels of a text at 11 px with a margin, about. */
function width(text: string): number {
  return Math.round([...text].length * 6.7 + 14);
}
