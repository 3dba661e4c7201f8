import { mutate } from '../cases/mutations.js';
import type { BodyPlan, RequestPlan } from '../cases/types.js';
import { fieldOf, requestFields } from '../cases/vocabulary.js';
import type { Field } from '../description/types.js';
import type { CaseContext } from './case-context.js';
import { fill } from './fill.js';
import type { OutgoingRequest } from './ports.js';
import { MAIN_ADDRESS } from './steps/address.js';

export interface Planned {
  request: OutgoingRequest;
  /** Fields as sent. */
  fields: Record<string, unknown>;
  /** Webhook address as sent, for the messages that repeat it. */
  address: string | null;
}

/** Turns a plan into the request: exactly what the plan deviates in, valid in all else (sections 4 and 5). */
export async function planRequest(context: CaseContext, plan: RequestPlan): Promise<Planned> {
  const { description } = context;
  const { body, fields, address } = await planBody(context, plan);
  const method = plan.method ?? description.http.method;
  return {
    request: {
      method,
      url: await urlOf(context, plan),
      headers: headersOf(context, plan, body),
      body,
      timeoutMs: context.scope.world.timeoutMs,
      signal: context.scope.signal,
      urgency: context.urgency,
    },
    fields,
    address,
  };
}

async function urlOf(context: CaseContext, plan: RequestPlan): Promise<string> {
  const { world } = context.scope;
  const base = plan.plain ? plainAddress(world.baseUrl, plan.plain) : world.baseUrl;
  const operation = plan.path === 'upper-case' ? plan.operation.toUpperCase() : plan.operation;
  const path = `${base}/${plan.version ?? context.one.version}/${operation}${plan.path === 'trailing-slash' ? '/' : ''}`;
  const key = await context.key(plan.key);
  if (key === null) return path;
  const pair = `${context.description.http.keyParameter}=${encodeURIComponent(key)}`;
  return `${path}?${plan.key === 'twice' ? `${pair}&${pair}` : pair}`;
}

function plainAddress(baseUrl: string, port: 'own-port' | 'port-80'): string {
  const url = new URL(baseUrl);
  const number = port === 'port-80' ? '80' : url.port || '443';
  return `http://${url.hostname}:${number}${url.pathname.replace(/\/$/, '')}`;
}

function headersOf(context: CaseContext, plan: RequestPlan, body: Uint8Array | null): [string, string][] {
  const type: [string, string] = ['Content-Type', context.description.http.contentType];
  if (plan.chunked) return [type];
  return [type, ['Content-Length', String(body?.length ?? 0)]];
}

async function planBody(
  context: CaseContext,
  plan: RequestPlan,
): Promise<{ body: Uint8Array | null; fields: Record<string, unknown>; address: string | null }> {
  const spec = plan.body;
  switch (spec.kind) {
    case 'none':
      return { body: null, fields: {}, address: null };
    case 'literal':
      return { body: Buffer.from(spec.text), fields: {}, address: null };
    case 'documented': {
      const fields = await documentedFields(context, plan, spec);
      return { body: Buffer.from(JSON.stringify(fields)), fields, address: null };
    }
    case 'dialect': {
      const { value, address } = dialectBody(context, plan, spec);
      return { body: Buffer.from(JSON.stringify(value)), fields: {}, address };
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
  if (like) return like.fields;
  const destination = await context.destination(plan.destination ?? 'chosen', plan.key);
  const values = context.values(plan.user ?? 'a');
  const entries = requestFields(context.description, plan.operation)
    .filter(([name]) => name !== spec.without)
    .map(([name, field]) => {
      const valid = validValue(field, values, destination);
      if (spec.grown?.field === name) return [name, grown(valid, spec.grown.size)];
      return [name, spec.set && name in spec.set ? spec.set[name] : valid];
    });
  return Object.fromEntries(entries);
}

/** The valid value made as large as asked: characters of a text, entries of a map, a number itself. */
function grown(valid: unknown, size: number): unknown {
  if (typeof valid === 'string') return valid.padEnd(size, 'x');
  if (typeof valid !== 'object') return size;
  const entries = Array.from({ length: size }, (_, at) => [`entry ${at + 1}`, `value ${at + 1}`]);
  return Object.fromEntries(entries);
}

function validValue(
  field: Field,
  values: Record<string, string>,
  destination: { id: string; kind: string },
): unknown {
  switch (field.role) {
    case 'user':
      return values['user'];
    case 'destination-id':
      return destination.id;
    case 'destination-kind':
      return destination.kind;
    default:
      return field.example === undefined ? SAMPLES[field.type] : fill(field.example, values);
  }
}

/** Valid values for fields that come without an example. */
const SAMPLES: Record<Field['type'], unknown> = {
  string: 'sample',
  boolean: true,
  integer: 1,
  number: 1,
  map: { key: 'value' },
  list: [],
};

/** The dialect's body; where it knows none, the user alone, the least that any operation about a user needs. */
function dialectBody(
  context: CaseContext,
  plan: RequestPlan,
  spec: Omit<Extract<BodyPlan, { kind: 'dialect' }>, 'kind'> = {},
): { value: unknown; address: string | null } {
  const { scope } = context;
  const values = context.values(plan.user ?? 'a');
  const target = spec.address ?? { label: MAIN_ADDRESS };
  const address =
    'label' in target ? scope.ports.mailbox.address(target.label) : (fill(target.literal, values) as string);
  const known = scope.world.reader.body(plan.operation, { ...values, webhook_url: address });
  if (known !== undefined) return { value: known, address };
  return { value: { [userField(context)]: values['user'] }, address: null };
}

function userField(context: CaseContext): string {
  const all = Object.keys(context.description.operations).map((name) =>
    fieldOf(requestFields(context.description, name), 'user'),
  );
  return all.find((name) => name !== undefined) ?? 'user';
}
