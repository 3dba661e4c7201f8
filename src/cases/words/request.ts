import type { Description, Field } from '../../description/types.js';
import { jsonInLine } from '../../phrases.js';
import { requestFields } from '../description-lookups.js';
import { MUTATIONS } from '../mutations.js';
import type { BodyPlan, KeyChoice, NamedAddress, PathChange, RequestPlan } from '../request-plan.js';
import { SPELLINGS } from '../spellings.js';
import { destinationWords, userWords } from './expectations.js';

/** A request as what follows "call": the operation, and how the request differs from the plainest one. */
export function requestWords(plan: RequestPlan, description: Description): string {
  const { operation, method, version, path, plain, chunked, inParts, key, user, destination, body } = plan;
  const { keyIn, query, contentType } = plan;
  const listed = Object.hasOwn(description.operations, operation);
  const request = [
    operation,
    method && `by ${method}`,
    version && `under version ${version}`,
    path && PATHS[path],
    plain && PLAIN[plain],
    bodyWords(body, operation, description),
  ];
  const circumstances = [
    !listed && 'which this version does not list',
    user && user !== 'a' && `for ${userWords(user)}`,
    typeof destination === 'number'
      ? destination > 0 && `for ${destinationWords(destination)}`
      : destination && DESTINATIONS[destination],
    chunked && 'without Content-Length (chunked)',
    inParts && 'its body in two parts with a pause in between',
    contentType === null ? 'without a Content-Type' : contentType && `with the Content-Type ${contentType}`,
    keyIn && KEY_PLACES[keyIn],
    query && QUERIES[query],
  ];
  return [request.filter(Boolean).join(' '), ...circumstances]
    .filter(Boolean)
    .join(', ')
    .concat(keyWords(key));
}

/**
 * Why a request is to be refused, a few words each, the general before the particular.
 * @param mustBe whether it must be refused, for whatever value its fields have
 */
export function faultWords({ method, version, path, key, body }: RequestPlan, mustBe: boolean): string[] {
  return [
    ...(method ? [`method ${method}`] : []),
    ...(version ? [`version ${version}`] : []),
    ...(path ? [PATHS[path]] : []),
    ...faultOfBody(body),
    ...(mustBe && body.kind === 'documented' ? faultOfFields(body) : []),
    ...(keyWords(key) === '' || key === 'second' ? [] : [keyWords(key).replace(/^, with |^, /, '')]),
  ];
}

function faultOfFields({
  set = {},
  filled = {},
  asNumber,
}: Extract<BodyPlan, { kind: 'documented' }>): string[] {
  const values = Object.entries({ ...set, ...filled, ...(asNumber !== undefined && { [asNumber]: 1 }) });
  if (values.length === 0) return [];
  return ['a field of the wrong type', ...values.map(([name, given]) => `${name}: ${value(given)}`)];
}

function faultOfBody(body: BodyPlan): string[] {
  if (body.kind === 'literal' && body.text === '') return ['empty body'];
  if (body.kind === 'dialect' && body.address && 'literal' in body.address)
    return ['invalid address', value(body.address.literal).replace(OWN, '…')];
  if (body.kind === 'dialect' && body.address && 'value' in body.address)
    return ['address that is not a text', value(body.address.value)];
  if (body.kind !== 'mutated') return [];
  const { title, whole } = MUTATIONS[body.mutation] ?? { title: body.mutation };
  return [whole ? 'not a JSON object' : 'invalid JSON', title];
}

/** With which key, or at which contact point; nothing for the usual one. */
export function keyWords(key: RequestPlan['key']): string {
  if (typeof key === 'object') {
    if ('ofSecond' in key) return KEYS[key.ofSecond].replace('registered key', "second contact point's key");
    return 'literal' in key
      ? `, with the key "${key.literal}"`
      : `, with the registered key followed by "${key.longerBy}"`;
  }
  return key === undefined ? '' : KEYS[key];
}

const KEYS: Record<KeyChoice, string> = {
  main: '',
  second: ' at the second contact point',
  unset: ' at a contact point that starts without a webhook address',
  restricted: ', with the key of the restricted account',
  unregistered: ', with an unregistered key',
  longer: ', with extra characters after the registered key',
  'longer-before': ', with extra characters before the registered key',
  'cut-at-end': ', with the registered key without its last character',
  'cut-in-half': ', with the first half of the registered key',
  'cut-at-start': ', with the registered key without its first character',
  'other-at-end': ', with a key that differs from the registered one in its last character',
  'other-inside': ', with a key that differs from the registered one in a character in the middle',
  'other-at-start': ', with a key that differs from the registered one in its first character',
  'other-case': ', with the registered key in different letter case',
  'blank-before': ', with a space before the registered key',
  'blank-after': ', with a space after the registered key',
  none: ', without a key',
  empty: ', with an empty key',
  twice: ', with the key given twice',
};

const KEY_PLACES = {
  authorization: 'with the key as a bearer token instead of the query',
  header: 'with the key in a header instead of the query',
  body: 'with the key in the body instead of the query',
};
const QUERIES = {
  'encoded-key': 'with every character of the key percent-encoded',
  'parameter-before': 'with another parameter before the key',
  'parameter-after': 'with another parameter after the key',
  'longer-name': 'with a character after the name of the key parameter',
  'longer-name-before': 'with a character before the name of the key parameter',
  'upper-name': 'with the name of the key parameter in upper case',
  'other-name': 'with the key in a parameter of another name',
};
const PATHS: Record<PathChange, string> = {
  'trailing-slash': 'with a slash at the end of the path',
  'double-slash': 'with two slashes before it in the path',
  'upper-case': 'in upper case',
  'further-segment': 'with another segment after it in the path',
  extension: 'with a file extension at its end',
  'matrix-parameter': 'with a parameter after a semicolon at its end',
  'longer-operation': 'with one more letter at its end',
  'encoded-operation': 'with every character of its name percent-encoded',
  'longer-version': 'under a version with one more digit',
  'further-version': 'under a version with one more number',
  'undotted-version': 'under a version with a letter in place of its dot',
  'no-version': 'without a version in the path',
};
const PLAIN = {
  'own-port': "over plain HTTP on the target's own port",
  'port-80': 'over plain HTTP on port 80',
};
const DESTINATIONS = {
  chosen: '',
  other: 'for another destination',
  unlisted: 'for a destination that was never listed',
  foreign: 'for a destination of the second contact point',
};

/** Longer bodies are not shown. */
const LONGEST_SHOWN = 400;

function addressWords(address?: NamedAddress): string {
  if (address && 'literal' in address) return `with the address ${value(address.literal).replace(OWN, '…')}`;
  if (address && 'value' in address) return `with ${value(address.value)} as the address`;
  return 'with the body that this deployment uses';
}

function bodyWords(body: BodyPlan, operation: string, description: Description): string {
  switch (body.kind) {
    case 'none':
      return description.operations[operation]?.request == null ? '' : 'without a body';
    case 'literal':
      if (body.text === '') return 'with an empty body';
      if (body.text === '{}') return 'with an empty object as the body';
      if (body.text.length > LONGEST_SHOWN)
        return `with a body of ${body.text.length} characters that is not valid JSON`;
      return body.text.trim() === '' ? 'with a body of only whitespace' : `with the body ${body.text}`;
    case 'mutated': {
      const { title, leeway, whole } = MUTATIONS[body.mutation] ?? { title: body.mutation };
      const what = whole ? 'not a JSON object' : leeway ? 'unusual JSON' : 'not valid JSON';
      return `with a body that is ${what}: ${title}`;
    }
    case 'dialect': {
      return `${addressWords(body.address)}${spellingWords(body.spelling)}`;
    }
    case 'documented':
      return `with every documented field${deviation(body, requestFields(description, operation))}${spellingWords(body.spelling)}`;
  }
}

function spellingWords(spelling: string | undefined): string {
  return spelling === undefined ? '' : `, with ${SPELLINGS[spelling]?.title ?? spelling}`;
}

/** What makes a value the run's own. */
const OWN = /\{\w+\}/g;

function deviation(
  { set = {}, filled = {}, without, grown, like, more = {} }: Extract<BodyPlan, { kind: 'documented' }>,
  fields: readonly [string, Field][],
): string {
  if (without) return ` but ${without}`;
  if (grown) {
    const type = fields.find(([name]) => name === grown.field)?.[1].type;
    return `, ${grown.field} ${(SIZES[type ?? ''] ?? SET_TO)(grown.size)}`;
  }
  return [
    ...(like ? [`, with the same values as before${Object.keys(set).length > 0 ? ', except' : ''}`] : []),
    ...Object.entries({ ...set, ...filled }).map(
      ([name, what], at) => `${like && at === 0 ? '' : ','} ${name} set to ${value(what)}`,
    ),
    ...Object.entries(more).map(
      ([name, what]) => `, and ${name} set to ${value(what)}, which no version lists`,
    ),
  ].join('');
}

const SIZES: Record<string, (size: number) => string> = {
  string: (size) => `of ${size} characters`,
  map: (size) => `with ${size} ${size === 1 ? 'entry' : 'entries'}`,
};
const SET_TO = (size: number): string => `set to ${size}`;

/** JSON; of a long text, the beginning. */
function value(what: unknown): string {
  const text = jsonInLine(what);
  return text.length <= LONGEST
    ? text
    : `${text.slice(0, LONGEST).toWellFormed()}… (${text.length - 2} characters)`;
}

const LONGEST = 80;
