import type { CaseRecord } from '../../record/types.js';
import { count, reasonWords } from '../results.js';
import { GENERATED } from './ranks.js';

/**
 * What is wrong, in one line without a full stop: the operations or events, and the fields.
 * @param cases that fail for one reason, the plainest first
 */
export function defectTitle(cases: readonly CaseRecord[], code: string): string {
  const about = listed(
    distinct(
      cases.map(
        ({ judged, operation }) => judged?.aboutInWords ?? judged?.about ?? operationInWords(operation),
      ),
    ),
  );
  const field = listed(distinct(cases.map((testCase) => testCase.judged?.field)));
  // The result of simultaneous moves is judged as a whole: no single operation or event is to blame.
  if (JUDGED_AS_A_WHOLE.includes(code) && cases.every(isOfMovesAtOnce)) {
    const { unexplained, part, about: missing } = cases[0]?.judged ?? {};
    const moves = movesOf(cases);
    if (moves === '' && unexplained !== undefined) return capital(unexplained);
    return `${moves || `${about || 'Moves'} at once`}: ${unexplained ?? (part === 'absent' && missing ? `${missing} does not come` : reasonWords(code))}`;
  }
  const absent = cases.every(isAbsent);
  const changed = changedText(
    cases.map(({ judged }) => [judged?.values?.expected, judged?.values?.received] as const),
  );
  const headlines = distinct(cases.map(({ judged }) => judged?.headline));
  const headline = headlines.length === 1 ? cases[0]?.judged?.headline : undefined;
  const said = headline?.replace(/\.$/, '') ?? null;
  const all = cases.every(({ judged }) => judged?.field !== undefined);
  const facts = { about, field, all, many: / and /.test(about), absent, changed, said };
  const words = SENTENCES[code]?.(facts);
  if (words !== undefined && words !== null) {
    const isWhole = code === 'no-event' && said !== null;
    const shared =
      WITH_CIRCUMSTANCES.includes(code) && !isWhole
        ? sharedCircumstances(cases).filter((text) => code !== 'history' || text !== SAID_BY_HISTORY)
        : [];
    return capitalOfArticle(shared.length > 0 ? `${words} (${shared.join(', ')})` : words);
  }
  return about === '' ? capital(reasonWords(code)) : `${about}: ${reasonWords(code)}`;
}

/** Reasons that may depend on what went before. */
const WITH_CIRCUMSTANCES: readonly string[] = [
  ...['no-event', 'unexpected-event', 'wrong-address', 'payload'],
  ...['not-delivered', 'history', 'content', 'seen', 'order', 'copies'],
  ...['accepted', 'code', 'message', 'status'],
];

/** What missing history says by itself. */
const SAID_BY_HISTORY = 'earlier conversation';

/** This many generated cases have little in common by chance. */
const ENOUGH_GENERATED = 3;

/**
 * What all cases have in common of what went before. A single generated case has far too much of that, so these only
 * count if there are several of them and nothing else.
 */
function sharedCircumstances(cases: readonly CaseRecord[]): string[] {
  const plain = cases.filter(({ group }) => !GENERATED.includes(group));
  const courses = new Set(cases.map(({ id, version }) => id.slice(version.length)));
  const telling = plain.length === 0 && courses.size >= ENOUGH_GENERATED ? cases : plain;
  const [first, ...others] = telling.map(({ judged }) => judged?.circumstances ?? []);
  return (first ?? []).filter((circumstance) => others.every((each) => each.includes(circumstance)));
}

interface Facts {
  /** Names of operations or events; empty: none is known. */
  about: string;
  /** Names of fields; empty: it is not about fields. */
  field: string;
  /** Every case is about a field. */
  all: boolean;
  /** More than one operation or event. */
  many: boolean;
  /** In every case, what was due is missing altogether. */
  absent: boolean;
  /** What became of a text, in all the cases. */
  changed: string | null;
  /** The headline of the plainest case, if no other case has a different one. */
  said: string | null;
}

/** What shows only because moves overlapped; if the moves have no names, what is judged as a whole. */
function isOfMovesAtOnce({ group, judged }: CaseRecord): boolean {
  if (group !== AT_ONCE) return false;
  return judged?.moves !== undefined || (judged?.part !== 'event' && judged?.part !== 'absent');
}

/** The moves of the plainest case, and how many others there are; empty: it had not reached any. */
function movesOf(cases: readonly CaseRecord[]): string {
  const [own, ...others] = cases.map(({ judged }) => judged?.moves?.join(' and '));
  if (own === undefined) return '';
  const further = distinct(others).filter((moves) => moves !== own);
  return `${own} at once${further.length > 0 ? ` (and ${count(further.length, 'other pair')})` : ''}`;
}

const AT_ONCE = 'concurrency';
const JUDGED_AS_A_WHOLE: readonly string[] = ['no-order', 'no-event', 'unexpected-event'];

/** Whether the compared values are known and nothing was received; a driver may return null for it. */
export function isAbsent({ judged }: CaseRecord): boolean {
  return judged?.values !== undefined && (judged.values.received ?? null) === null;
}

type Tell = (facts: Facts) => string | null;

/** A sentence about the subject, if one is known. */
function says(text: string, many: string, ofField?: (facts: Facts) => string): Tell {
  return (facts) => {
    if (facts.field !== '' && ofField) return ofField(facts);
    return facts.about === '' ? null : `${facts.about} ${facts.many ? many : text}`;
  };
}

const within = ({ about }: Facts): string => (about === '' ? '' : ` in the answer of ${about}`);
/** Which requests it is about: those with a fault in a field, or with any other fault. */
const faulty = ({ field }: Facts): string => (field === '' ? '' : ` a faulty ${field}`);

/** By stable reason code; for others, the words of the code. */
const SENTENCES: Record<string, Tell> = {
  missing: says('lacks a field', 'lack a field', (facts) => `${facts.field} is missing${within(facts)}`),
  type: says(
    'answers with a value of another type',
    'answer with a value of another type',
    (facts) => `${facts.field} has the wrong type${within(facts)}`,
  ),
  surplus: says(
    'answers with a field of another version',
    'answer with a field of another version',
    (facts) => `${facts.field} belongs to another version, and stands${within(facts)}`,
  ),
  value: says(
    'answers another value',
    'answer another value',
    (facts) => `${facts.field} has another value${within(facts)}`,
  ),
  empty: says(
    'answers with an empty value',
    'answer with an empty value',
    (facts) => `${facts.field} is empty${within(facts)}`,
  ),
  'too-few': says(
    'answers with too short a list',
    'answer with too short a list',
    (facts) => `${facts.field} has too few elements${within(facts)}`,
  ),
  unit: says(
    'counts time in a different unit',
    'count time in a different unit',
    (facts) => `${facts.field} counts a different unit${within(facts)}`,
  ),
  spelling: says(
    'spells a value in an unusual way',
    'spell a value in an unusual way',
    (facts) => `${facts.field} is spelled in an unusual way${within(facts)}`,
  ),
  'clock-skew': says(
    'is off from our clock',
    'are off from our clock',
    (facts) => `${facts.field} is off from our clock${within(facts)}`,
  ),
  'clock-drift': says(
    'does not keep pace with our clock',
    'do not keep pace with our clock',
    (facts) => `${facts.field} does not keep pace with our clock${within(facts)}`,
  ),
  'clock-stands': says(
    'returns a timestamp that stands still',
    'return a timestamp that stands still',
    (facts) => `${facts.field} stands still${within(facts)}`,
  ),
  repeated: says(
    'returns the same value twice',
    'return the same value twice',
    (facts) => `${facts.field} is given twice${within(facts)}`,
  ),
  shape: says(
    'returns JSON of a different shape',
    'return JSON of a different shape',
    (facts) => `${facts.field} is wrong${within(facts)}`,
  ),
  presence: says(
    'does not follow the employees',
    'do not follow the employees',
    (facts) => `${facts.field} does not follow the employees${within(facts)}`,
  ),
  accepted: (facts) =>
    facts.about === ''
      ? null
      : `${facts.about} accept${facts.many ? '' : 's'}${faulty(facts) || ' a request that must be refused'}`,
  auth: says('serves a request without a valid key', 'serve requests without a valid key'),
  refused: (facts) =>
    facts.about === ''
      ? null
      : `${facts.about} refuse${facts.many ? '' : 's'} a valid ${facts.field === '' ? 'request' : facts.field}`,
  code: (facts) =>
    facts.about === ''
      ? null
      : `${facts.about} answer${facts.many ? '' : 's'}${faulty(facts)} ${facts.absent ? 'without an error code' : 'with the wrong error code'}`,
  message: (facts) =>
    facts.about === ''
      ? null
      : `${facts.about} answer${facts.many ? '' : 's'}${faulty(facts)} ${facts.absent ? 'without an error message' : 'with the wrong error message'}`,
  status: (facts) =>
    facts.about === ''
      ? null
      : `${facts.about} answer${facts.many ? '' : 's'}${faulty(facts)} with the wrong status`,
  'server-error': (facts) =>
    facts.about === ''
      ? null
      : `${facts.about} fail${facts.many ? '' : 's'}${facts.field === '' ? '' : ` on a certain ${facts.field}`}: a server error`,
  'not-in-table': says(
    'returns an error that is not in the table',
    'return errors that are not in the table',
  ),
  'not-json': says('does not answer JSON', 'do not answer JSON'),
  'empty-body': says('answers without a body', 'answer without a body'),
  encoding: says('does not answer in UTF-8', 'do not answer in UTF-8'),
  'content-type': says('does not declare its answer as JSON', 'do not declare their answers as JSON'),
  redirect: says('answers with a redirect', 'answer with a redirect'),
  'key-repeated': says('repeats the key in an answer', 'repeat the key in an answer'),
  'plain-http': says('is served over plain HTTP', 'are served over plain HTTP'),
  unsupported: says('does not exist', 'do not exist'),
  unlike: says('is answered differently by version', 'are answered differently by version'),
  'no-event': (facts) =>
    facts.said ??
    (facts.all && facts.about !== ''
      ? `${facts.about} come${facts.many ? '' : 's'} without the ${facts.field} that the employee sent`
      : says('does not come', 'do not come')(facts)),
  'unexpected-event': (facts) =>
    facts.said ?? says('comes when nothing causes it', 'come when nothing causes them')(facts),
  'wrong-address': says('goes to a wrong address', 'go to a wrong address'),
  'user-missing': says('does not name the user', 'do not name the user'),
  'event-shape': says('is not sent as a POST with a JSON object', 'are not sent as POSTs with a JSON object'),
  payload: says(
    'does not carry its content unchanged',
    'do not carry their content unchanged',
    ({ about, field, many, changed }) =>
      changed === null
        ? `${about} do${many ? '' : 'es'} not carry ${field} unchanged`
        : `${about} carr${many ? 'y' : 'ies'} ${field} ${changed}`,
  ),
  'not-delivered': ({ about }) => (about === '' ? null : `Messages of ${about} do not reach the employee`),
  history: ({ about }) =>
    about === '' ? null : `Earlier messages of ${about} are not shown to the employee`,
  content: ({ about, field, absent, changed }) => {
    const what = `${field || 'the message'}${about === '' ? '' : ` of ${about}`}`;
    return absent ? `The employee does not see ${what}` : `The employee sees ${what} ${changed ?? 'changed'}`;
  },
  seen: ({ said }) => said ?? 'Employees see messages that are not for them, or too early',
  order: ({ about }) => `Messages${about === '' ? '' : ` of ${about}`} arrive in a different order`,
  copies: ({ about }) => `Messages${about === '' ? '' : ` of ${about}`} do not arrive exactly once`,
};

/** The first names, the others counted. */
function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  const left = names.length - shown.length;
  const all = left > 0 ? [...shown, `${left} more`] : shown;
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

const MOST_NAMES = 4;

/** The most frequent first. */
function distinct(values: (string | undefined)[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
}

/** Stands for the name if a request is of no documented operation. */
function operationInWords(operation: string | undefined): string | undefined {
  return operation === UNLISTED ? 'unlisted operations' : operation;
}

const UNLISTED = 'unlisted';

/** Names keep their capitalization; only an article gets a capital. */
function capitalOfArticle(text: string): string {
  return text.startsWith('the ') ? capital(text) : text;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** What became of a text on its way, to follow "the employee sees the text"; null: nothing that is known. */
export function changedText(pairs: readonly (readonly [unknown, unknown])[]): string | null {
  const texts = pairs.filter((pair): pair is [string, string] =>
    pair.every((entry) => typeof entry === 'string'),
  );
  if (texts.length === 0 || texts.length < pairs.length || texts.some(([due, came]) => due === came))
    return null;
  if (texts.every(([due, came]) => came.length < due.length && due.startsWith(came))) {
    const [length, ...others] = new Set(texts.map(([, came]) => came.length));
    if (length === undefined || others.length > 0) return 'cut short';
    return length === 0 ? 'empty' : `cut after ${length} character${length === 1 ? '' : 's'}`;
  }
  const [, words] = TEXT_CHANGES.find(([change]) => texts.every(([due, came]) => change(due) === came)) ?? [];
  return words ?? null;
}

/** What services do to texts, the likelier first. */
const TEXT_CHANGES: readonly [(text: string) => string, string][] = [
  [(text) => text.trim(), 'without its leading and trailing blanks'],
  [(text) => text.replaceAll('\r\n', '\n'), 'with different line ends'],
  [(text) => text.toLowerCase(), 'in small letters'],
  [(text) => text.normalize('NFC'), 'with its accents composed'],
  [(text) => text.replace(/[^\0-\x7f]/gu, '?'), 'with question marks in place of letters'],
  [(text) => text.replace(/[\u{10000}-\u{10ffff}]/gu, ''), 'without its emoji'],
  [(text) => text.replace(/[?#].*$/s, ''), 'without what follows a question mark or hash'],
];
