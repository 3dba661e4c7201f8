import { duration } from '../duration.js';
import { cutText, oneLine } from '../terminal-text.js';
import { type DeliveryEntry, type Entry, type RequestEntry, unsentWords } from './entry.js';
import type { Example } from './examples.js';

/** What the first screen says. */
export interface Introduced {
  baseUrl: string;
  versions: readonly string[];
  keys: readonly (readonly [name: string, key: string])[];
  caFile: string | null;
  employees: { baseUrl: string; token: string };
  console: string | null;
  /** The same for other machines; empty: only this one can connect. */
  consoleFromOutside: readonly string[];
  dialect: string;
  faults: readonly string[];
  configuration: string | null;
  stateFile: string | null;
  examples: readonly Example[];
  check: string;
}

/** The first screen: where everything is, and a call of each operation to paste into a shell. */
export function introduction(facts: Introduced): string {
  const rows: [string, string][] = [
    ...(facts.console === null ? [] : [['console', facts.console] as [string, string]]),
    ...facts.consoleFromOutside.map((link): [string, string] => ['from elsewhere', link]),
    ['service', facts.baseUrl],
    ['versions', facts.versions.join(', ')],
    ...keyRows(facts.keys),
    ...(facts.caFile === null ? [] : [['CA file', facts.caFile] as [string, string]]),
    ['dialect', facts.dialect],
    ...(facts.faults.length === 0 ? [] : [['faults', facts.faults.join(', ')] as [string, string]]),
    ['employees', facts.employees.baseUrl],
    ['', `authorization: Bearer ${facts.employees.token}`],
    ...(facts.configuration === null ? [] : [['configuration', facts.configuration] as [string, string]]),
    ...(facts.stateFile === null ? [] : [['state', facts.stateFile] as [string, string]]),
  ];
  return [
    ...rows.map(([name, value]) => `${name.padEnd(16)}${value}`),
    '',
    'Try it. Each of these works as it stands; the first one says where your gateway listens.',
    '',
    ...facts.examples.flatMap(({ version, operation, command }) => [`# ${version} ${operation}`, command]),
    '',
    `Check it:  ${facts.check}`,
    'End it with Ctrl-C.',
    '',
  ].join('\n');
}

/** The first keys; the others are alike, and would push the address off the screen. */
function keyRows(keys: Introduced['keys']): [string, string][] {
  const rows = keys.slice(0, KEYS_SHOWN).map(([name, key]): [string, string] => [`key ${name}`, key]);
  const [first, ...others] = keys.slice(KEYS_SHOWN).map(([name]) => name);
  if (first === undefined) return rows;
  const hidden = [first, ...others.slice(-1)].join(' to ');
  return [...rows, ['', `${hidden}: --config-out FILE writes them, --json prints them`]];
}

const KEYS_SHOWN = 5;

/**
 * What the terminal prints for an entry that came or changed: a line, and if something is wrong a second one that
 * says what. Null: nothing worth a line. `tries`: attempts that the service makes.
 */
export function lineOf(entry: Entry, tries: number): string | null {
  if (entry.kind === 'request') return requestLine(entry);
  return entry.kind === 'delivery' ? deliveryLine(entry, tries) : null;
}

function requestLine(entry: RequestEntry): string {
  const { operation, method, path, status, code, message, user, tookMs } = entry;
  const what = operation ?? `${method} ${inline(path, 40)}`;
  const result = code === null ? `${status}` : `${status}/${code}`;
  const first = columns(entry, what, result, user, duration(Math.round(tookMs)));
  const why = [
    ...(message !== null && entry.breaches.length === 0 ? [inline(message, 200)] : []),
    ...entry.breaches.map(({ section, level, text }) => {
      const words = inline(text, 200);
      return level === 'required' ? `§${section}: ${words}` : `§${section}, advice: ${words}`;
    }),
  ];
  return [first, ...why.map((line) => `${INDENT}${line}`)].join('\n');
}

function deliveryLine(entry: DeliveryEntry, tries: number): string | null {
  const { event, state, user, attempts, url, nextAt } = entry;
  const what = `→ ${event}`;
  const nth = attempts.length;
  const last = attempts.at(-1);
  const unsent = unsentWords(state);
  if (unsent !== null) return `${columns(entry, what, '–', user, '')}\n${INDENT}${unsent}`;
  if (!last) return null;
  const first = columns(
    { ...entry, at: last.at },
    what,
    last.status === null ? 'failed' : `${last.status}`,
    user,
    duration(Math.round(last.tookMs)),
  );
  if (state === 'delivered')
    // Sending again by hand goes beyond the service's own attempts.
    return nth === 1
      ? first
      : `${first}\n${INDENT}delivered by attempt ${nth}${nth > tries ? '' : ` of ${tries}`}`;
  const why = last.failure ?? 'a response other than 2xx counts as refused';
  const then =
    nextAt === null
      ? `given up after ${nth === 1 ? 'one attempt' : `${nth} attempts`}`
      : `attempt ${nth} of ${tries}, the next in ${duration(nextAt - last.at)}`;
  return `${first}\n${INDENT}${inline(url ?? '', 120)}: ${why}; ${then}`;
}

function columns(
  { at, version }: Entry,
  what: string,
  result: string,
  user: string | null,
  took: string,
): string {
  const time = new Date(at).toTimeString().slice(0, 8);
  return [
    time,
    (version ?? '–').padEnd(3),
    what.padEnd(22),
    result.padEnd(6),
    inline(user ?? '', 24).padEnd(16),
    took.padStart(6),
  ]
    .join('  ')
    .trimEnd();
}

const INDENT = ' '.repeat(15);

/** Text from outside, on one line of a terminal and cut to this many characters. */
export function inline(text: string, most: number): string {
  return cutText(oneLine(text), most);
}
