import type { Field, Operation, Resource } from '../description/types.js';
import { isObject } from '../json.js';
import { type Call, own, parseJson, type Reply } from '../reference/requests/call.js';
import { isManaging } from '../reference/requests/check-call.js';
import { fieldOf, type Rulebook } from '../reference/rulebook.js';
import type { ServiceContext } from '../reference/service-context.js';

/** What in a request the interface does not allow, or advises against. */
export interface Breach {
  /** Of the interface document. */
  section: string;
  /** `expected`: it follows from the purpose of the interface, or is merely advice. */
  level: 'required' | 'expected';
  text: string;
}

/**
 * What is wrong with a request by the description, whatever the service made of it: a service that accepts more than
 * the interface says must not hide what another deployment will refuse.
 */
export function breachesOf(
  { rulebooks, accounts, dialect }: Pick<ServiceContext, 'rulebooks' | 'accounts' | 'dialect'>,
  call: Call,
  reply: Pick<Reply, 'refused'>,
): Breach[] {
  const found: Breach[] = [];
  const say = (section: string, text: string, level: Breach['level'] = 'required'): void =>
    void found.push({ section, level, text });
  const [any] = rulebooks.values();
  if (!any) return found;
  const operation = route(rulebooks, call, say);
  const { section: keys } = any.row('no-key');
  const { keyParameter } = any.description.http;
  const given = call.query.getAll(keyParameter);
  if (given.length === 0) say(keys, `The key is missing: it belongs in the query, as "${keyParameter}".`);
  else if (given.length > 1) say(keys, 'The key is in the query more than once.', 'expected');
  else if (!accounts.byKey.has(given[0] ?? '')) say(keys, 'The key is not registered.');
  const managesAddress = isAddress(operation) && isManaging({ dialect }, call.method);
  if (operation && operation.rule.request !== null && !managesAddress) judgeBody(operation, call, say);
  if (operation?.rule.kind === 'select') judgeDestination(operation, call, say);
  if (reply.refused && !found.some(({ level }) => level === 'required')) {
    const { section, code, message } = reply.refused;
    say(
      section,
      `Refused with code ${code}: ${message}${isAddress(operation) ? addressHint(dialect.address.path) : ''}`,
    );
  }
  return found;
}

type Say = (section: string, text: string, level?: Breach['level']) => void;

interface Named {
  rules: Rulebook;
  name: string;
  rule: Operation;
}

function isAddress(operation: Named | null): boolean {
  return operation?.rule.kind === 'address';
}

function addressHint(path: readonly string[]): string {
  return `. In this dialect the address is at "/${path.join('/')}" of the body.`;
}

function route(rulebooks: ServiceContext['rulebooks'], call: Call, say: Say): Named | null {
  const [, version = '', name = '', ...rest] = call.path.split('/');
  const rules = rulebooks.get(version);
  if (!rules) {
    const [any] = rulebooks.values();
    const versions = [...rulebooks.keys()].join(' or ');
    say(
      any?.description.http.section ?? '',
      `The path begins with the version, ${versions}; this one begins with "/${version}".`,
    );
    return null;
  }
  const { http } = rules.description;
  const rule = rules.operations.get(name);
  if (!rule) {
    say(http.section, `Version ${version} lists no operation "${name}".`);
    return null;
  }
  if (rest.length > 0)
    say(http.section, `Nothing follows the name of the operation; here "/${rest.join('/')}" does.`);
  if (call.method !== http.method && rule.kind !== 'address')
    say(http.section, `Every call uses ${http.method}; this one uses ${call.method}.`);
  return { rules, name, rule };
}

function judgeBody(operation: Named, { bytes, headers }: Call, say: Say): void {
  const { rules, rule, name } = operation;
  const { http } = rules.description;
  if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== http.contentType)
    say(http.section, `A request with a body needs "Content-Type: ${http.contentType}".`);
  if (headers['content-length'] === undefined)
    say(http.section, 'A request with a body needs a Content-Length.');
  const resource = rules.request(rule);
  if (bytes === null) say(http.section, 'The body is longer than this service reads.', 'expected');
  else if (bytes.length === 0)
    say(rules.row('empty-body').section, `${name} takes a body; this one is empty.`);
  else {
    const { body, fault } = parsed(bytes);
    if (fault !== null) say(rules.row('malformed-json').section, `The body is not JSON: ${fault}`);
    else if (isObject(body)) {
      if (resource) judgeFields(rule.request ?? '', resource, body, say);
    } else if (!isAddress(operation)) say(http.section, 'The body is JSON, but not an object.');
  }
}

function parsed(bytes: Uint8Array): { body: unknown; fault: string | null } {
  try {
    return { body: parseJson(bytes), fault: null };
  } catch (error) {
    return { body: null, fault: (error as Error).message };
  }
}

function judgeFields(
  title: string,
  { fields, section }: Resource,
  body: Record<string, unknown>,
  say: Say,
): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = own(body, name);
    if (value === undefined)
      say(
        field.section,
        `Field ${name} is missing. Which fields are required is not shown: send all of them.`,
        'expected',
      );
    else if (!hasType(value, field))
      say(field.section, `Field ${name} is a ${wordFor(field)}; here it is ${typeWord(value)}.`);
  }
  for (const name of Object.keys(body))
    if (!Object.hasOwn(fields, name))
      say(section, `${title} has no field ${name}; a service may refuse unknown fields.`, 'expected');
}

function judgeDestination({ rules, rule }: Named, { account, body }: Call, say: Say): void {
  const resource = rules.request(rule);
  const name = resource && fieldOf(resource, 'destination-id');
  const wantedId = name === undefined || !body ? undefined : own(body, name);
  if (!account || typeof wantedId !== 'string' || account.point.destinations.has(wantedId)) return;
  const listing = [...rules.operations].find(([, { kind }]) => kind === 'destinations')?.[0];
  say(
    rules.description.http.section,
    `Field ${name} names no destination that ${listing} lists for this key.`,
    'expected',
  );
}

function hasType(value: unknown, { type }: Field): boolean {
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  if (type === 'list') return Array.isArray(value);
  if (type === 'map')
    return isObject(value) && Object.values(value).every((member) => typeof member === 'string');
  return typeof value === type;
}

function wordFor({ type }: Field): string {
  return type === 'map' ? 'map of strings to strings' : type;
}

function typeWord(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object that holds something else';
  return `a ${typeof value}`;
}
