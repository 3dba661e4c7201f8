import { request } from 'undici';
import { filledSample } from './filled-sample.js';
import type { KnownEvent } from './made-event.js';
import { type RunningSandbox, runningSandboxes } from './running.js';

/** Nobody could do it; the message says why, `hint` what would help. */
export class ActionError extends Error {
  override readonly name = 'ActionError';

  constructor(
    /** 1: the sandbox refuses it; 2: it cannot be asked for; 3: there is no sandbox that answers. */
    readonly exitCode: 1 | 2 | 3,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

export interface Wanted {
  user: string;
  /** Parameters of the action in place of the description's samples. */
  fields: Readonly<Record<string, string>>;
  /** Name of the contact point. */
  point: string;
  /** Address of the sandbox; null: the one that was started last. */
  service: string | null;
}

/**
 * What has the employee of a running sandbox do what causes an event, and resolves with what was done, in a sentence.
 * @throws ActionError where nobody can be asked for it; the act itself rejects with one where it fails
 */
export function employeeAct(
  { name, rule, description }: KnownEvent,
  wanted: Wanted,
): (signal: AbortSignal) => Promise<string> {
  const { cause } = rule;
  if (cause.kind !== 'operator')
    throw new ActionError(
      2,
      `No employee causes ${name}: the service sends it by itself.`,
      'With --to URL it is sent to a receiver all the same.',
    );
  const sandbox = chosen(wanted.service);
  const key = sandbox.keys[wanted.point];
  if (key === undefined)
    throw new ActionError(
      2,
      `The sandbox has no contact point "${wanted.point}".`,
      `There are ${Object.keys(sandbox.keys).join(', ')}.`,
    );
  const samples = Object.entries(cause.parameters).map(([parameter, sample]) => [
    parameter,
    wanted.fields[parameter] ?? filledSample(sample, { user: wanted.user, nth: 1 }),
  ]);
  const body = JSON.stringify({
    version: description.version,
    key,
    [description.employee.user]: wanted.user,
    ...Object.fromEntries(samples),
  });
  const instruction =
    cause.instruction?.replaceAll(`{${description.employee.user}}`, wanted.user) ?? cause.action;
  return async (signal) => {
    const { status, said } = await post(sandbox, cause.action, body, signal);
    if (status === 200) return `Done by the employee at ${sandbox.baseUrl}: ${instruction}.`;
    const hint = 'Employees have a conversation once a destination is selected for the user.';
    throw new ActionError(1, said, status === 409 ? hint : null);
  };
}

function chosen(service: string | null): RunningSandbox {
  const all = runningSandboxes();
  const [found] =
    service === null ? all : all.filter(({ baseUrl }) => baseUrl === service.replace(/\/$/, ''));
  if (found) return found;
  throw new ActionError(
    3,
    service === null ? 'No sandbox runs.' : `No sandbox of yours runs at ${service}.`,
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
    const answer = await request(`${employees.baseUrl}/${action}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${employees.token}` },
      body,
      signal,
    });
    const { error = '' } = (await answer.body.json()) as { error?: string };
    return { status: answer.statusCode, said: error };
  } catch {
    throw new ActionError(3, `The sandbox at ${employees.baseUrl} does not answer.`);
  }
}
