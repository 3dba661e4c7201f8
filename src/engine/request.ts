import { fieldOf, requestFields } from '../cases/description-lookups.js';
import { MUTATIONS, mutate } from '../cases/mutations.js';
import type { BodyPlan, PathChange, RequestPlan } from '../cases/request-plan.js';
import { spell } from '../cases/spellings.js';
import type { SendStep } from '../cases/types.js';
import { fill, sampleBody } from '../description/samples.js';
import type { Description } from '../description/types.js';
import { sharedHeader } from '../shared-headers.js';
import { MAIN_ADDRESS } from './address-log.js';
import type { CaseContext } from './case-context.js';
import type { Exchange } from './evidence.js';
import type { Outcome, OutgoingRequest } from './ports.js';

interface PreparedRequest {
  request: OutgoingRequest;
  /** Fields as sent. */
  fields: Record<string, unknown>;
  /** Webhook address as sent, for the messages that repeat it. */
  address: string | null;
  /** Path segment of the operation as sent. */
  segment: string;
}

/** What a valid request is made of, besides its version's description. */
export interface UsualRequest {
  /** Without a trailing slash. */
  baseUrl: string;
  operation: string;
  /** Null: the request carries none. */
  key: string | null;
  body: Uint8Array | null;
  timeoutMs: number;
  signal: AbortSignal;
}

/** An operation's request as every valid one is made (sections 4 and 5). */
export function usualRequest(
  description: Description,
  { baseUrl, operation, key, body, timeoutMs, signal }: UsualRequest,
): OutgoingRequest {
  const { method, contentType } = description.http;
  const query = key === null ? '' : `?${keyPair(description, encodeURIComponent(key))}`;
  return {
    method,
    url: `${baseUrl}${usualPath(description.version, operation)}${query}`,
    headers: [typeHeader(contentType), lengthHeader(body)],
    body,
    timeoutMs,
    signal,
  };
}

/** Turns a plan into a request that deviates exactly where the plan says and is valid in all else (sections 4 and 5). */
export async function planRequest(context: CaseContext, plan: RequestPlan): Promise<PreparedRequest> {
  const { description } = context;
  const key = await context.keys.of(plan.key);
  const { body, fields, address } = await planBody(context, plan, key);
  const method = plan.method ?? description.http.method;
  const segment = segmentOf(plan);
  const path = (plan.path ? PATHS[plan.path] : usualPath)(plan.version ?? context.testCase.version, segment);
  return {
    request: {
      method,
      url: `${baseOf(context, plan)}${path}${queryOf(context, plan, key)}`,
      headers: headersOf(context, plan, { body, key }),
      body,
      ...(plan.inParts && { pauseMs: PART_PAUSE_MS }),
      timeoutMs: context.runState.runContext.timeoutMs,
      signal: context.runState.signal,
      priority: context.priority,
    },
    fields,
    address,
    segment,
  };
}

/** Sends the planned request of a step; what comes back is an exchange of the case and of the run. */
export async function exchangePlanned(
  context: CaseContext,
  step: SendStep,
  { request, segment }: PreparedRequest,
): Promise<Exchange> {
  const { runState, description } = context;
  const user = context.user(step.request.user ?? 'a');
  runState.writers.set(user, context.testCase.version);
  const outcome = await runState.ports.transport.send(request);
  context.stimulated(outcome.startedAt);
  if (mayHaveSetAddress(context, step, outcome)) runState.mainAddressSetAt.push(context.lastStimulus);
  const exchange: Exchange = {
    id: runState.exchanges.length,
    caseId: context.testCase.id,
    version: context.testCase.version,
    operation: listedAt(description, step.request),
    user,
    request,
    outcome,
    unjudged: step.expect.kind === 'no-success' || description.http.observedMethods.includes(request.method),
    mayFail: isOpen(step.request),
    segment,
  };
  runState.exchanged(exchange);
  context.exchanges.push(exchange);
  return exchange;
}

/** Whether the service's parser decides what the request is: then a failure is a row of the table like any other. */
function isOpen({ body, chunked }: RequestPlan): boolean {
  return chunked === true || (body.kind === 'mutated' && MUTATIONS[body.mutation]?.leeway === true);
}

/** Whether the request may have given the main contact point a webhook address. */
function mayHaveSetAddress({ description }: CaseContext, { request }: SendStep, outcome: Outcome): boolean {
  const { operation, key = 'main' } = request;
  const isMain = key === 'main' || key === 'twice';
  if (description.operations[operation]?.kind !== 'address' || !isMain) return false;
  return outcome.kind === 'no-response' || outcome.status === description.http.successStatus;
}

/** The listed operation that the path belongs to; null: to none. */
function listedAt({ operations }: Description, { operation, version, path }: RequestPlan): string | null {
  return Object.hasOwn(operations, operation) && version === undefined && path === undefined
    ? operation
    : null;
}

/** So long that the parts do not arrive together, and far shorter than anybody waits for a body. */
const PART_PAUSE_MS = 300;

function baseOf(context: CaseContext, { plain }: RequestPlan): string {
  const { baseUrl } = context.runState.runContext;
  return plain ? plainAddress(baseUrl, plain) : baseUrl;
}

/** The operation's name as it is spelled in the path. */
function segmentOf({ operation, path }: RequestPlan): string {
  if (path === 'upper-case') return operation.toUpperCase();
  if (path === 'encoded-operation') return percentEncoded(operation);
  return path === 'longer-operation' ? `${operation}X` : operation;
}

const usualPath = (version: string, segment: string): string => `/${version}/${segment}`;

const PATHS: Record<PathChange, (version: string, segment: string) => string> = {
  'upper-case': usualPath,
  'longer-operation': usualPath,
  'encoded-operation': usualPath,
  'trailing-slash': (version, segment) => `/${version}/${segment}/`,
  'double-slash': (version, segment) => `/${version}//${segment}`,
  'further-segment': (version, segment) => `/${version}/${segment}/extra`,
  extension: (version, segment) => `/${version}/${segment}.json`,
  'matrix-parameter': (version, segment) => `/${version}/${segment};v=1`,
  'longer-version': (version, segment) => `/${version}0/${segment}`,
  'further-version': (version, segment) => `/${version}.7/${segment}`,
  // A dot in a pattern stands for any character.
  'undotted-version': (version, segment) => `/${version.replaceAll('.', 'x')}/${segment}`,
  'no-version': (_version, segment) => `/${segment}`,
};

function queryOf({ description }: CaseContext, plan: RequestPlan, key: string | null): string {
  if (key === null || plan.keyIn) return '';
  const written = plan.query === 'encoded-key' ? percentEncoded(key) : encodeURIComponent(key);
  const pair = keyPair(description, written);
  if (plan.query === 'parameter-before') return `?further=1&${pair}`;
  if (plan.query === 'parameter-after') return `?${pair}&further=1`;
  const name = description.http.keyParameter;
  if (plan.query === 'longer-name') return `?${name}x=${written}`;
  if (plan.query === 'longer-name-before') return `?x${name}=${written}`;
  if (plan.query === 'upper-name') return `?${name.toUpperCase()}=${written}`;
  if (plan.query === 'other-name') return `?${OTHER_NAME}=${written}`;
  return `?${plan.key === 'twice' ? `${pair}&${pair}` : pair}`;
}

/** Which many services accept as well, one for another. */
const OTHER_NAME = 'token';

function keyPair({ http }: Description, written: string): string {
  return `${http.keyParameter}=${written}`;
}

/** Encodes every character, including those that need no encoding. */
function percentEncoded(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`)
    .join('');
}

function plainAddress(baseUrl: string, port: 'own-port' | 'port-80'): string {
  const url = new URL(baseUrl);
  const number = port === 'port-80' ? '80' : url.port || '443';
  return `http://${url.hostname}:${number}${url.pathname.replace(/\/$/, '')}`;
}

function headersOf(
  context: CaseContext,
  plan: RequestPlan,
  { body, key }: { body: Uint8Array | null; key: string | null },
): [string, string][] {
  const type = plan.contentType === undefined ? context.description.http.contentType : plan.contentType;
  return [
    ...(type === null ? [] : [typeHeader(type)]),
    ...keyHeaders(plan, key),
    ...(plan.chunked ? [] : [lengthHeader(body)]),
  ];
}

function typeHeader(type: string): [string, string] {
  return sharedHeader('Content-Type', type);
}

function lengthHeader(body: Uint8Array | null): [string, string] {
  return sharedHeader('Content-Length', String(body?.length ?? 0));
}

function keyHeaders({ keyIn }: RequestPlan, key: string | null): [string, string][] {
  if (key === null) return [];
  if (keyIn === 'authorization') return [['Authorization', `Bearer ${key}`]];
  return keyIn === 'header' ? [['X-Api-Key', key]] : [];
}

async function planBody(
  context: CaseContext,
  plan: RequestPlan,
  key: string | null,
): Promise<{ body: Uint8Array | null; fields: Record<string, unknown>; address: string | null }> {
  const spec = plan.body;
  switch (spec.kind) {
    case 'none':
      return { body: null, fields: {}, address: null };
    case 'literal':
      return { body: Buffer.from(spec.text), fields: {}, address: null };
    case 'documented': {
      const fields = await documentedFields(context, plan, spec);
      const withKey = plan.keyIn === 'body' ? { [context.description.http.keyParameter]: key } : {};
      const whole = { ...fields, ...spec.more, ...withKey };
      return { body: Buffer.from(spell(whole, spec.spelling)), fields, address: null };
    }
    case 'dialect': {
      const { value, address } = dialectBody(context, plan, spec);
      return { body: Buffer.from(spell(value, spec.spelling)), fields: {}, address };
    }
    case 'mutated': {
      const documented = requestFields(context.description, plan.operation).length > 0;
      const valid = documented ? await documentedFields(context, plan) : dialectBody(context, plan).value;
      return { body: mutate(spec.mutation, JSON.stringify(valid)), fields: {}, address: null };
    }
  }
}

async function documentedFields(
  context: CaseContext,
  plan: RequestPlan,
  spec: Omit<Extract<BodyPlan, { kind: 'documented' }>, 'kind'> = {},
): Promise<Record<string, unknown>> {
  const like = context.named.get(spec.like ?? '');
  if (like) return { ...like.fields, ...ownUser(context, plan), ...spec.set };
  const destination = await context.destinations.of(
    plan.destination ?? 'chosen',
    typeof plan.key === 'object' ? 'main' : plan.key,
  );
  const placeholders = context.values(plan.user ?? 'a');
  const { user = '' } = placeholders;
  const fields = requestFields(context.description, plan.operation);
  const filled = fill(spec.filled ?? {}, { ...placeholders, destination: destination.id });
  const set = { ...spec.set, ...(filled as Record<string, unknown>) };
  const entries = Object.entries(sampleBody(fields, { user, destination, placeholders }))
    .filter(([name]) => name !== spec.without)
    .map(([name, valid]) => {
      if (spec.grown?.field === name) return [name, grown(valid, spec.grown.size)];
      if (spec.asNumber === name) return [name, numberOf(valid)];
      return [name, name in set ? set[name] : valid];
    });
  return Object.fromEntries(entries);
}

/** Whoever made the request that is copied. */
function ownUser(context: CaseContext, { operation, user = 'a' }: RequestPlan): Record<string, unknown> {
  const field = fieldOf(requestFields(context.description, operation), 'user');
  return field === undefined ? {} : { [field]: context.user(user) };
}

/** The number that the digits of a text stand for; any if they stand for none. */
function numberOf(valid: unknown): number {
  const number = Number(valid);
  return String(number) === valid && Number.isSafeInteger(number) ? number : ANY_NUMBER;
}

const ANY_NUMBER = 7;

/** The valid value made as large as asked: characters of a text, entries of a map, a number itself. */
function grown(valid: unknown, size: number): unknown {
  if (typeof valid === 'string') return valid.padEnd(size, 'x');
  if (typeof valid !== 'object') return size;
  const entries = Array.from({ length: size }, (_, at) => [`entry ${at + 1}`, `value ${at + 1}`]);
  return Object.fromEntries(entries);
}

/** Where a value other than a text belongs in a body. */
const STAND_IN = 'the address';

/** The dialect's body; if it knows none, the user alone, the least that any operation about a user needs. */
function dialectBody(
  context: CaseContext,
  plan: RequestPlan,
  spec: Omit<Extract<BodyPlan, { kind: 'dialect' }>, 'kind'> = {},
): { value: unknown; address: string | null } {
  const { runState } = context;
  const values = context.values(plan.user ?? 'a');
  const target = spec.address ?? { label: MAIN_ADDRESS };
  const bodyWith = (address: string): unknown =>
    runState.runContext.reader.body(plan.operation, { ...values, webhook_url: address });
  if ('value' in target) {
    const known = bodyWith(STAND_IN);
    const replaced = (_name: string, member: unknown): unknown =>
      member === STAND_IN ? target.value : member;
    if (known !== undefined) return { value: JSON.parse(JSON.stringify(known), replaced), address: null };
  } else {
    const address =
      'label' in target
        ? (target.instead ?? runState.ports.mailbox.address(target.label))
        : (fill(target.literal, values) as string);
    const known = bodyWith(address);
    if (known !== undefined) return { value: known, address };
  }
  return { value: { [userField(context)]: values['user'] }, address: null };
}

function userField(context: CaseContext): string {
  const all = Object.keys(context.description.operations).map((name) =>
    fieldOf(requestFields(context.description, name), 'user'),
  );
  return all.find((name) => name !== undefined) ?? 'user';
}
