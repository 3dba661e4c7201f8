import type { Results } from './results.js';
import { median } from './statistics.js';

const BEGIN = '<!-- bench: written by npm run bench -->';
const END = '<!-- end of bench -->';

/** The page with a new table of speed. Throws where it has no place for one. */
export function withSpeed(page: string, results: Results): string {
  const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (from < 0 || to < from)
    throw new Error('The page has no marks between which the table of speed stands.');
  return `${page.slice(0, from + BEGIN.length)}\n\n${table(results)}\n\n${page.slice(to)}`;
}

/** Wall times of 200 checks, as whole processes. */
function table({ scenarios, machine, startedAt }: Results): string {
  const own = scenarios.filter(({ title }) => title === '200 checks');
  const names = [...new Set(own.flatMap(({ series }) => Object.keys(series)))];
  const cell = (name: string, { series }: (typeof own)[number]): string => {
    const found = series[name];
    if (!found || found.failed.length > 0) return '–';
    return `${(median(found.wallMs) / 1_000).toFixed(2)} s`;
  };
  return [
    `| 200 checks, a round trip of | ${own.map(({ roundTripMs }) => `${roundTripMs} ms`).join(' | ')} |`,
    `| --- | ${own.map(() => '---:').join(' | ')} |`,
    ...names.map((name) => `| ${name} | ${own.map((scenario) => cell(name, scenario)).join(' | ')} |`),
    '',
    `Whole processes, medians; ${machine}; ${startedAt.slice(0, 10)}.`,
  ].join('\n');
}
