import { Agent, request } from 'undici';
import type { HttpAction, HttpInbox, HttpOperatorSettings } from '../configuration/types.js';
import { segments } from '../dialect/pointer.js';
import type { InboxItem, Operator } from '../engine/ports.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;

type Parameters = Record<string, unknown>;
type Reply = { ok: true; body: unknown } | { ok: false; kind: 'failed' | 'driver'; text: string };

/** Drives the employee's side through an HTTP interface of its own, as the configuration describes it. */
export function createHttpOperator(settings: HttpOperatorSettings): Operator {
  const agent = new Agent({
    connections: 16,
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    connectTimeout: TIMEOUT_MS,
  });
  const call = (action: HttpAction, parameters: Parameters): Promise<Reply> =>
    send(agent, settings, action, parameters);
  return {
    name: 'http',
    shows: Object.keys(settings.inbox?.shown ?? {}),
    supports: (action) => (action === 'inbox' ? settings.inbox !== null : action in settings.actions),
    perform: async (name, parameters) => {
      const action = settings.actions[name];
      if (!action) return { ok: false, kind: 'unsupported', text: `No action "${name}" is configured.` };
      const reply = await call(action, parameters);
      return reply.ok ? { ok: true } : reply;
    },
    inbox: async (parameters) => {
      if (!settings.inbox) return { ok: false, kind: 'unsupported', text: 'No inbox is configured.' };
      const reply = await call(settings.inbox, parameters);
      return reply.ok ? { ok: true, items: items(settings.inbox, reply.body) } : reply;
    },
    close: () => agent.close(),
  };
}

async function send(
  agent: Agent,
  settings: HttpOperatorSettings,
  action: HttpAction,
  parameters: Parameters,
): Promise<Reply> {
  const body = action.body === undefined ? null : JSON.stringify(fillValue(action.body, parameters));
  const headers = {
    ...settings.headers,
    ...action.headers,
    ...(body !== null && { 'content-type': 'application/json' }),
  };
  try {
    const response = await request(`${settings.baseUrl}${fillPath(action.path, parameters)}`, {
      method: action.method as 'POST',
      headers,
      body,
      dispatcher: agent,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await bounded(response.body);
    if (response.statusCode < 200 || response.statusCode > 299)
      return { ok: false, kind: 'failed', text: `status ${response.statusCode}: ${text.slice(0, 200)}` };
    return { ok: true, body: parse(text) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      ok: false,
      kind: 'driver',
      text: `the interface at ${settings.baseUrl} cannot be used: ${code ?? message}`,
    };
  }
}

async function bounded(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`an answer of more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fillPath(path: string, parameters: Parameters): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name] ?? '')));
}

/** A string that is one placeholder alone takes the parameter with its type. */
function fillValue(value: unknown, parameters: Parameters): unknown {
  if (typeof value === 'string') {
    const alone = /^\{(\w+)\}$/.exec(value)?.[1];
    if (alone !== undefined) return parameters[alone] ?? null;
    return value.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name] ?? ''));
  }
  if (Array.isArray(value)) return value.map((one) => fillValue(one, parameters));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillValue(one, parameters)]));
  return value;
}

interface Row {
  value: unknown;
  /** Objects around it, nearest first. */
  around: unknown[];
}

function items(inbox: HttpInbox, body: unknown): InboxItem[] {
  return rows(body, segments(inbox.items), []).map((row) => ({
    fromUser: inbox.from === null || look(row, inbox.from) === inbox.fromUser,
    shown: Object.fromEntries(
      Object.entries(inbox.shown)
        .map(([name, pointer]) => [name, look(row, pointer)] as const)
        .filter(([, value]) => value !== undefined),
    ),
  }));
}

/** The rows at a pointer; `*` walks an array, and the pointer's end may be an array itself. */
function rows(value: unknown, [first, ...rest]: string[], around: unknown[]): Row[] {
  if (first === undefined)
    return Array.isArray(value)
      ? value.map((one) => ({ value: one, around: [value, ...around] }))
      : value === undefined
        ? []
        : [{ value, around }];
  if (typeof value !== 'object' || value === null) return [];
  if (first === '*') return Object.values(value).flatMap((one) => rows(one, rest, [value, ...around]));
  return rows((value as Record<string, unknown>)[first], rest, [value, ...around]);
}

/** What a pointer names in a row; where the row has nothing there, in what stands around it, nearest first. */
function look(row: Row, pointer: string): unknown {
  const path = segments(pointer);
  for (const place of [row.value, ...row.around]) {
    const found = path.reduce<unknown>(
      (inner, key) =>
        typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[key] : undefined,
      place,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
