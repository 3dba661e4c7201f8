import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { TRIGGER_EXIT, type TriggerExitCode } from '../exit-codes.js';
import { isRunning } from '../write-whole.js';
import { filledSample } from './examples.js';
import type { KnownEvent } from './send-event.js';

/** Nobody could do it; the message says why, `hint` what would help. */
class ActionError extends Error {
  override readonly name = 'ActionError';

  constructor(
    readonly exitCode: Exclude<TriggerExitCode, 0>,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

interface Wanted {
  user: string;
  /** Parameters of the action in place of the description's samples. */
  fields: Readonly<Record<string, string>>;
  /** Name of the contact point. */
  point: string;
  /** Address of the sandbox; null: the one that was started last. */
  service: string | null;
}

/**
 * Asks the employee of a running sandbox to do what causes an event; resolves with what was done, in a sentence.
 * @throws ActionError if nobody can be asked for it; the action itself rejects with one if it fails
 */
export function employeeAct(
  { name, rule, description }: KnownEvent,
  wanted: Wanted,
): (signal: AbortSignal) => Promise<string> {
  const { cause } = rule;
  if (cause.kind !== 'operator')
    throw new ActionError(
      TRIGGER_EXIT.usage,
      `No employee causes ${name}: the service sends it by itself.`,
      'With --to URL it is sent to a receiver anyway.',
    );
  const values = valuesOf(name, cause.parameters, wanted);
  const sandbox = chosen(wanted.service);
  const key = sandbox.keys[wanted.point];
  if (key === undefined)
    throw new ActionError(
      TRIGGER_EXIT.usage,
      `The sandbox has no contact point "${wanted.point}".`,
      `There are ${Object.keys(sandbox.keys).join(', ')}.`,
    );
  const body = JSON.stringify({
    version: description.version,
    key,
    [description.employee.user]: wanted.user,
    ...values,
  });
  const instruction =
    cause.instruction?.replaceAll(`{${description.employee.user}}`, wanted.user) ?? cause.action;
  return async (signal) => {
    const { status, said } = await post(sandbox, cause.action, body, signal);
    if (status === 200) return `The employee at ${sandbox.baseUrl} was asked to ${instruction}, and did.`;
    const hint = 'Employees have a conversation once a destination is selected for the user.';
    throw new ActionError(TRIGGER_EXIT.refused, said, status === 409 ? hint : null);
  };
}

/** The action's parameters: the given ones, in the types of the description's samples, and the samples for the rest. */
function valuesOf(
  event: string,
  samples: Readonly<Record<string, unknown>>,
  { user, fields }: Wanted,
): Record<string, unknown> {
  const names = Object.keys(samples);
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new ActionError(
      TRIGGER_EXIT.usage,
      `${event} of a sandbox has no field ${JSON.stringify(unknown)}${names.length > 0 ? `; there are ${names.join(', ')}` : ''}.`,
      'With --to URL any field is sent.',
    );
  return Object.fromEntries(
    Object.entries(samples).map(([name, sample]) => {
      const given = fields[name];
      if (given === undefined) return [name, filledSample(sample, { user, nth: 1 })];
      return [name, typeof sample === 'number' ? numberOf(name, given) : given];
    }),
  );
}

function numberOf(name: string, given: string): number {
  const value = given.trim() === '' ? Number.NaN : Number(given);
  if (!Number.isFinite(value))
    throw new ActionError(TRIGGER_EXIT.usage, `Field ${name} is a number; ${JSON.stringify(given)} is not.`);
  return value;
}

function chosen(service: string | null): RunningSandbox {
  const all = runningSandboxes();
  const [found] =
    service === null ? all : all.filter(({ baseUrl }) => baseUrl === service.replace(/\/$/, ''));
  if (found) return found;
  throw new ActionError(
    TRIGGER_EXIT.noResponse,
    service === null ? 'No sandbox is running.' : `No sandbox of yours is running at ${service}.`,
    service === null || all.length === 0
      ? 'conform serve starts one; with --to URL the event is sent to a receiver without one.'
      : `There are ${all.map(({ baseUrl }) => baseUrl).join(', ')}.`,
  );
}

async function post(
  { employees }: RunningSandbox,
  action: string,
  body: string,
  signal: AbortSignal,
): Promise<{ status: number; said: string }> {
  try {
    const response = await request(`${employees.baseUrl}/${action}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${employees.token}` },
      body,
      signal,
    });
    const { error = '' } = (await response.body.json()) as { error?: string };
    return { status: response.statusCode, said: error };
  } catch {
    throw new ActionError(TRIGGER_EXIT.noResponse, `The sandbox at ${employees.baseUrl} does not answer.`);
  }
}

/** What other commands of the same person need to know of a running sandbox. */
interface RunningSandbox {
  pid: number;
  baseUrl: string;
  startedAt: number;
  employees: { baseUrl: string; token: string };
  /** By the names of contact points. */
  keys: Record<string, string>;
  versions: string[];
}

/** Registers a sandbox of this process for as long as it runs. Returns what removes it. */
export function announce(sandbox: Omit<RunningSandbox, 'pid' | 'startedAt'>): () => void {
  const place = folder();
  if (place === null) return () => undefined;
  const file = join(place, `${process.pid}.json`);
  const entry: RunningSandbox = { pid: process.pid, startedAt: Date.now(), ...sandbox };
  writeFileSync(file, JSON.stringify(entry), { mode: 0o600 });
  const take = (): void => {
    rmSync(file, { force: true });
    try {
      rmdirSync(place);
    } catch {
      // Another sandbox has registered there.
    }
  };
  process.once('exit', take);
  return () => {
    process.off('exit', take);
    take();
  };
}

/** The running sandboxes, the most recently started first. */
export function runningSandboxes(): RunningSandbox[] {
  const place = folder();
  if (place === null) return [];
  return readdirSync(place)
    .flatMap((name) => {
      // A file that is not complete yet does not stand for a sandbox, and is not ours to remove.
      if (isRunning(Number.parseInt(name, 10))) return read(join(place, name)) ?? [];
      rmSync(join(place, name), { force: true });
      return [];
    })
    .sort((a, b) => b.startedAt - a.startedAt);
}

/** A folder that only this person can read: its files open the employee's side. Null: there can be none. */
function folder(): string | null {
  const { uid } = userInfo();
  const place = join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), `conform-serve-${uid}`);
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const found = lstatSync(place);
    // Somebody else's folder of that name cannot be trusted; where users have no number, nobody can tell.
    if (!found.isDirectory() || (uid >= 0 && found.uid !== uid)) return null;
    chmodSync(place, 0o700);
    return place;
  } catch {
    return null;
  }
}

function read(file: string): RunningSandbox | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunningSandbox;
  } catch {
    return null;
  }
}
