import type { InboxItem, InboxResult, OperatorFailure, OperatorResult } from '../engine/ports.js';
import { plain } from '../terminal-text.js';
import { type Driver, lacking, type Parameters } from './driver.js';
import { ExecChild, type Line } from './exec-child.js';

export interface ExecOptions {
  /** Folder that the child starts in. */
  folder: string;
  /** Environment from which the child's own is taken. */
  env: NodeJS.ProcessEnv;
  /** Values that the child must not find in its environment. */
  secrets: readonly string[];
  /** Names that its inbox is assumed to show. */
  shows: readonly string[];
  /** Time limit of one action; the first one includes the child's start. */
  timeoutMs?: number;
}

/**
 * Drives the employee's side through a program that speaks JSON lines. The first action starts it; an action counts
 * as supported until the program says otherwise.
 */
export function createExecOperator(command: readonly string[], options: ExecOptions): Driver {
  const { folder, env, secrets, shows, timeoutMs = 10_000 } = options;
  const child = new ExecChild({ command, folder, env: childEnvironment(env, secrets), timeoutMs });
  const missing = new Set<string>();
  /** Actions that the program says it has; null: it has not said. */
  let listed: readonly unknown[] | null = null;
  /** Names that any item of the run showed; what the inbox is queried by never appears in one. */
  const seen = new Set<string>();

  const ask = async (
    action: string,
    parameters: Parameters,
  ): Promise<{ ok: true; answer: Line } | OperatorFailure> => {
    if (missing.has(action)) return unsupported(action);
    const reply = await child.ask({ ...parameters, action });
    if ('fault' in reply) return { ok: false, kind: 'driver', text: reply.fault };
    const { answer } = reply;
    if (answer['ok'] === true) return { ok: true, answer };
    if (answer['unsupported'] === true) {
      missing.add(action);
      return unsupported(action);
    }
    if (answer['ok'] === false)
      return { ok: false, kind: 'failed', text: plain(String(answer['error'] ?? 'no error given'), 400) };
    return {
      ok: false,
      kind: 'driver',
      text: `the driver's response to "${action}" has no "ok" that is true or false`,
    };
  };

  const supports = (action: string): boolean =>
    !missing.has(action) && (listed === null || listed.includes(action));
  return {
    name: 'exec',
    get shows() {
      return supports('inbox') ? shows : [];
    },
    supports,
    whyNot: (action) => (supports(action) ? null : lacking(action, lacks(action))),
    learn: async () => {
      const reply = await ask('actions', {});
      const actions = reply.ok ? reply.answer['actions'] : null;
      listed = Array.isArray(actions) ? actions : null;
    },
    perform: async (action, parameters): Promise<OperatorResult> => {
      const reply = await ask(action, parameters);
      return reply.ok ? { ok: true } : reply;
    },
    inbox: async (parameters): Promise<InboxResult> => {
      const reply = await ask('inbox', parameters);
      if (!reply.ok) return reply;
      const answer = execInbox(reply.answer);
      if (!answer)
        return { ok: false, kind: 'driver', text: 'the driver\'s inbox has no "messages", each with "from"' };
      for (const { shown } of answer.items) for (const name of Object.keys(shown)) seen.add(name);
      const unseen = shows.filter((name) => !seen.has(name) && !Object.hasOwn(parameters, name));
      return { ok: true, items: answer.items, lacks: [...unseen, ...answer.lacks] };
    },
    close: () => child.close(),
  };
}

function unsupported(action: string): OperatorFailure {
  return { ok: false, kind: 'unsupported', text: lacks(action) };
}

function lacks(action: string): string {
  return `the driver has no "${action}"`;
}

/**
 * The environment of a driver's child: this process's own, without keys. A variable is removed if its name is one of
 * conform's for keys, or if its value contains a secret: as it is, percent-encoded or in base64.
 */
function childEnvironment(env: NodeJS.ProcessEnv, secrets: readonly string[]): Record<string, string> {
  const forms = secrets.filter((secret) => secret !== '').flatMap(spellings);
  return Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        !OWN_KEYS.test(entry[0]) &&
        !forms.some((form) => holds(entry[1] ?? '', form)),
    ),
  );
}

const OWN_KEYS = /^CONFORM_.*KEY/i;
/** Shorter secrets appear in ordinary values by chance, PATH among them: they must be the whole value. */
const LEAST_PART = 6;

function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret.toWellFormed()),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ];
}

function holds(value: string, form: string): boolean {
  return form.length < LEAST_PART ? value === form : value.includes(form);
}

const USER = 'user';

export interface ExecInbox {
  items: InboxItem[];
  /** What the program says that it cannot show or tell apart. */
  lacks: string[];
}

/**
 * The items of an inbox answer: `messages`, each with `from` and what else it shows; what the answer shows beside
 * them (the person's card) is repeated on each. `lacks` is an optional list of names. Null: the answer has no such
 * lists.
 */
function execInbox({ id: _id, ok: _ok, messages, lacks = [], ...card }: Line): ExecInbox | null {
  if (!Array.isArray(messages) || !messages.every(isMessage)) return null;
  if (!Array.isArray(lacks) || !lacks.every((name) => typeof name === 'string')) return null;
  const items = messages.map(({ from, ...message }) => ({
    fromUser: from === USER,
    shown: { ...card, ...message },
  }));
  return { items, lacks };
}

function isMessage(value: unknown): value is Line & { from: string } {
  return typeof value === 'object' && value !== null && typeof (value as Line)['from'] === 'string';
}
