import { cutText } from '../../terminal-text.js';
import type { OutgoingRequest } from '../ports.js';
import { literalPattern } from './payload.js';
import { knownChanges, textChanges } from './text-changes.js';

/** What an error message may refer to. */
export interface MessageFacts {
  /** Webhook address as sent. */
  address: string | null;
  method: string;
  /** Path segment of the operation as sent. */
  segment: string;
  /** The last segment of the path, if the path goes on after that one: some would say that this is the operation. */
  last?: string;
}

/** What the error message of a request's response may refer to. */
export function factsOf(
  { method, url }: Pick<OutgoingRequest, 'method' | 'url'>,
  segment: string,
  address: string | null,
): MessageFacts {
  const [path = ''] = url.split('?');
  const last = path.slice(path.lastIndexOf('/') + 1);
  return { address, method, segment, ...(last !== '' && last !== segment && { last }) };
}

/**
 * What is wrong with a message that is nearly a row's template, filled in (section 7), as a clause about the message; null: it
 * is another message altogether.
 */
export function messageChange(template: string, message: string, facts: MessageFacts): string | null {
  const names: string[] = [];
  const pattern = templatePattern(template, (name) => {
    names.push(name);
    return name === '$url' || name === '$reason' ? '([\\s\\S]*)' : '(\\S*)';
  });
  const [, ...given] = new RegExp(`^${pattern}$`).exec(message) ?? [];
  if (given.length === 0)
    return names.length === 0 ? stated('is the one in the table', knownChanges(template, message)) : null;
  const givenAs = (name: string): string => given[names.indexOf(name)] ?? '';
  const { address } = facts;
  if (address !== null && names.includes('$url') && givenAs('$url') !== address)
    return givenAs('$url') === ''
      ? 'leaves out the address'
      : stated('repeats the address', textChanges(address, givenAs('$url')));
  if (names.includes(METHOD) && givenAs(METHOD) !== facts.method)
    return `names the method ${cutText(givenAs(METHOD), LONGEST_METHOD)}`;
  return names.includes(PATH) ? pathChange(givenAs(PATH), facts.segment) : null;
}

/** @param given the path as the message has it, with or without what surrounds the segment */
function pathChange(given: string, segment: string): string {
  const [path = ''] = given.split('?');
  const [change] = knownChanges(segment, path.slice(path.lastIndexOf('/') + 1));
  return change === undefined ? 'names another path' : `names the path ${change}`;
}

/** Characters; no method has more. */
const LONGEST_METHOD = 20;

const METHOD = '${request.method}';
const PATH = '${request.path}';
const PLACEHOLDERS = /(\$url|\$reason|\$\{request\.method\}|\$\{request\.path\})/;
const PLACEHOLDER = new RegExp(`^${PLACEHOLDERS.source}$`);

function stated(what: string, [change]: readonly string[]): string | null {
  return change === undefined ? null : `${what} ${change}`;
}

/** The template as the source of a regular expression: each placeholder as `fill` says. */
export function templatePattern(template: string, fill: (placeholder: string) => string): string {
  return template
    .split(PLACEHOLDERS)
    .map((part) => (PLACEHOLDER.test(part) ? fill(part) : literalPattern(part)))
    .join('');
}
