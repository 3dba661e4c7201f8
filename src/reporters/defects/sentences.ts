import type { PlainReasonCode } from '../../reasons.js';
import { quoted } from '../../terminal-text.js';

/** What cases that fail for one reason have in common. */
export interface Facts {
  /** Names of operations or events; empty: none is known. */
  about: string;
  /** Names of fields; empty: it is not about fields. */
  field: string;
  /** The plainest case is about a field, and most others are. */
  most: boolean;
  /** More than one operation or event. */
  many: boolean;
  /** In every case, what was due is missing altogether. */
  absent: boolean;
  /** Of an invariant: most responses hold it. */
  rare: boolean;
  /** Most judgements of the kind pass, and no circumstance explains those that do not. */
  sometimes: boolean;
  /** What became of a value, in nearly all cases. */
  changed: string | null;
  /** The most frequent change, if a value was changed in nearly all cases, in one way or another. */
  example: string | null;
  /** Which of several messages got lost, as a sentence. */
  lost: string | null;
  /** What one of them says, if only messages that say such things got lost. */
  content: string | null;
  /** The headline of the plainest case, if no other case has a different one. */
  said: string | null;
}

type Sentence = (facts: Facts) => string | null;

/** A sentence about the subject, if one is known. */
function says(text: string, many: string, ofField?: (facts: Facts) => string): Sentence {
  return (facts) => {
    if (facts.field !== '' && ofField) return ofField(facts);
    return facts.about === '' ? null : `${facts.about} ${facts.many ? many : text}`;
  };
}

const within = ({ about }: Facts): string => (about === '' ? '' : ` in the response of ${about}`);
/** Which requests it is about: those with a fault in a field, or with any other fault. */
const faulty = ({ field }: Facts): string => (field === '' ? '' : ` an invalid ${field}`);

/** The messages that these operations send; '': any. */
function messagesOf(about: string): string {
  return about === '' ? 'Messages' : `${about} messages`;
}

function always(sometimes: boolean): string {
  return sometimes ? 'always ' : '';
}

/** To follow messages that got lost for what they say. */
function suchAs(content: string | null): string {
  return content === null ? '' : ` such as ${quoted(content)}`;
}

/** Names in the middle of a sentence, to follow an adjective. */
function withoutArticles(names: string): string {
  return names === 'Events' ? 'events' : names.replace(/\bthe /g, '');
}

/** By stable reason code; for others, the words of the code. */
export const SENTENCES: Partial<Record<PlainReasonCode, Sentence>> = {
  missing: says(
    'lacks a field',
    'lack a field',
    (facts) => `${facts.field} is ${facts.rare ? 'sometimes ' : ''}missing${within(facts)}`,
  ),
  type: says(
    'answers with a value of another type',
    'answer with a value of another type',
    (facts) => `${facts.field} has the wrong type${within(facts)}`,
  ),
  surplus: says(
    'answers with a field of another version',
    'answer with a field of another version',
    ({ about, field }) =>
      `${about === '' ? 'a response' : `the response of ${about}`} contains ${field}, a field of another version`,
  ),
  value: says(
    'returns the wrong value',
    'return the wrong value',
    (facts) => `${facts.field} has the wrong value${within(facts)}`,
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
    'reports time in the wrong unit',
    'report time in the wrong unit',
    (facts) => `${facts.field} is in the wrong unit${within(facts)}`,
  ),
  spelling: says(
    'spells a value in an unusual way',
    'spell a value in an unusual way',
    (facts) => `${facts.field} is spelled in an unusual way${within(facts)}`,
  ),
  'clock-skew': says(
    "disagrees with the run's clock",
    "disagree with the run's clock",
    (facts) => `${facts.field} disagrees with the run's clock${within(facts)}`,
  ),
  'clock-drift': says(
    "does not keep pace with the run's clock",
    "do not keep pace with the run's clock",
    (facts) => `${facts.field} does not keep pace with the run's clock${within(facts)}`,
  ),
  'clock-stands': says(
    'returns a timestamp that does not advance',
    'return a timestamp that does not advance',
    (facts) => `${facts.field} does not advance${within(facts)}`,
  ),
  repeated: says(
    'returns the same value twice',
    'return the same value twice',
    (facts) => `${facts.field} is given twice${within(facts)}`,
  ),
  shape: says(
    'returns JSON of a different shape',
    'return JSON of a different shape',
    (facts) => `${facts.field} is ${facts.absent ? 'missing' : 'wrong'}${within(facts)}`,
  ),
  presence: says(
    'does not follow the logins and logouts of employees',
    'do not follow the logins and logouts of employees',
    (facts) =>
      facts.said ?? `${facts.field}${within(facts)} does not follow the logins and logouts of employees`,
  ),
  accepted: (facts) =>
    facts.about === ''
      ? null
      : `${facts.about} accept${facts.many ? '' : 's'}${faulty(facts) || ' a request that must be refused'}`,
  auth: says('serves a request without a valid key', 'serve requests without a valid key'),
  refused: (facts) =>
    facts.said ??
    (facts.about === ''
      ? null
      : `${facts.about} refuse${facts.many ? '' : 's'} a valid ${facts.field === '' ? 'request' : facts.field}`),
  code: (facts) =>
    facts.about === ''
      ? null
      : `${facts.about} answer${facts.many ? '' : 's'}${faulty(facts)} ${facts.absent ? 'without an error code' : 'with the wrong error code'}`,
  message: (facts) =>
    facts.said ??
    (facts.about === ''
      ? null
      : `${facts.about} answer${facts.many ? '' : 's'}${faulty(facts)} ${facts.absent ? 'without an error message' : 'with the wrong error message'}`),
  status: (facts) =>
    facts.about === ''
      ? null
      : `${facts.about} answer${facts.many ? '' : 's'}${faulty(facts)} with the wrong status`,
  'server-error': (facts) =>
    facts.about === ''
      ? null
      : `${facts.about} return${facts.many ? '' : 's'} a server error${facts.field === '' ? '' : ` for some ${facts.field}`}`,
  'not-in-table': says(
    'returns an error that is not in the table',
    'return errors that are not in the table',
  ),
  'not-json': says('does not return JSON', 'do not return JSON'),
  'empty-body': says('answers without a body', 'answer without a body'),
  encoding: says('does not answer in UTF-8', 'do not answer in UTF-8'),
  'content-type': says(
    'does not declare its response as application/json',
    'do not declare their responses as application/json',
  ),
  redirect: says('answers with a redirect', 'answer with a redirect'),
  'key-repeated': says('repeats the key in a response', 'repeat the key in a response'),
  'plain-http': says('is served over plain HTTP', 'are served over plain HTTP'),
  unsupported: says('does not exist', 'do not exist'),
  unlike: says('behaves differently in each version', 'behave differently in each version'),
  'no-event': (facts) =>
    facts.said ??
    (facts.most && facts.about !== ''
      ? `${facts.about} arrive${facts.many ? '' : 's'} without the ${facts.field} that the employee sent`
      : facts.sometimes
        ? says('does not always arrive', 'do not always arrive')(facts)
        : says('does not arrive', 'do not arrive')(facts)),
  'unexpected-event': (facts) =>
    facts.said ?? (facts.about === '' ? null : `Unexpected ${withoutArticles(facts.about)}`),
  'wrong-address': (facts) =>
    facts.changed === null
      ? says('goes to the wrong address', 'go to the wrong address')(facts)
      : says(`goes ${facts.changed}`, `go ${facts.changed}`)(facts),
  'user-missing': says('does not name the user', 'do not name the user'),
  'event-shape': says('is not sent as a POST with a JSON object', 'are not sent as POSTs with a JSON object'),
  payload: says(
    'does not carry its content unchanged',
    'do not carry their content unchanged',
    ({ about, field, many, changed, example }) => {
      const carries = `${about} carr${many ? 'y' : 'ies'} ${field}`;
      if (changed !== null) return `${carries} ${changed}`;
      return example === null
        ? `${about} do${many ? '' : 'es'} not carry ${field} unchanged`
        : `${carries} changed, for example ${example}`;
    },
  ),
  'not-delivered': ({ about, lost, content, said, sometimes }) =>
    said ??
    lost ??
    (about === ''
      ? null
      : `${about} messages${suchAs(content)} do not ${always(sometimes && content === null)}reach the employee`),
  history: ({ about, lost, content, said, sometimes }) =>
    said ??
    lost ??
    (about === ''
      ? null
      : `Earlier ${about} messages${suchAs(content)} are not ${always(sometimes && content === null)}shown to the employee`),
  content: ({ about, field, absent, changed, example, sometimes }) => {
    const what = `the ${field || 'message'}${about === '' ? '' : ` of ${about}`}`;
    if (!absent && changed !== null) return `The employee sees ${what} ${changed}`;
    if (!absent && example !== null) return `The employee sees ${what} changed, for example ${example}`;
    return `The employee does not ${always(sometimes)}see ${what}${absent ? '' : ' unchanged'}`;
  },
  seen: ({ about, said }) =>
    said ?? `Employees see ${about === '' ? '' : `${about} `}messages that are not for them, or too early`,
  order: ({ about }) => `${messagesOf(about)} arrive in a different order`,
  copies: ({ about }) => `${messagesOf(about)} do not arrive exactly once`,
};
