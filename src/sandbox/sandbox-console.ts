import {
  type Hello,
  type PointState,
  Refused,
  type ReplyForm,
  type Row,
  type SandboxState,
  type UserSummary,
} from '../console/protocol.js';
import { type ConsoleServer, startConsole } from '../console/server.js';
import type { Description } from '../description/types.js';
import { isObject } from '../json.js';
import { changeHabits } from '../reference/context.js';
import { addressOf } from '../reference/conversations/events.js';
import { OperatorRefusal, perform } from '../reference/conversations/operator-actions.js';
import { describedDialects, loadDialect } from '../reference/dialect/dialects.js';
import { namedFaults, unknownFault } from '../reference/faults/catalogue.js';
import { LIMITS } from '../reference/http/limits.js';
import type { JsonObject } from '../reference/requests/call.js';
import type { ServiceContext } from '../reference/service-context.js';
import { httpWebhookSender } from '../reference/webhooks/webhook-sender.js';
import { type Desk, makeDesk } from './desk.js';
import type { Entry } from './entry.js';
import { pointNames } from './keys.js';
import { type Log, note } from './log.js';
import { detailOf, rowOf } from './rows.js';

export interface SandboxConsoleOptions {
  context: ServiceContext;
  log: Log;
  /** The versions without any fault. */
  descriptions: readonly Description[];
  baseUrl: string;
  caFile: string | null;
  faults: readonly string[];
  listen?: { host: string; port: number };
  token?: string;
  /** The service's habits have changed. */
  onHabits?: (dialect: string, faults: readonly string[]) => void;
}

/** The console of a sandbox: the employees' desk, and all traffic. */
export async function startSandboxConsole(options: SandboxConsoleOptions): Promise<ConsoleServer> {
  const { context, log, descriptions } = options;
  const names = pointNames(context.accounts);
  const desk = makeDesk(context, log);
  const [first] = descriptions;
  if (!first) throw new Error('The console needs at least one description.');
  const dialects = await describedDialects();
  let faults = [...options.faults];

  const state = (): SandboxState => ({
    service: {
      baseUrl: options.baseUrl,
      versions: descriptions.map(({ version }) => version),
      dialects,
      faults: namedFaults.map(({ name, summary }) => ({ name, summary })),
      replies: replyForms(descriptions),
      close: closingAction(descriptions),
      names: { user: first.employee.user, destination: first.employee.destination },
    },
    habits: { dialect: context.dialect.name, faults },
    points: desk.points(),
    aheadMs: context.accounts.main.point.clockOffset,
    users: desk.users(),
    rows: log.entries().slice(-MOST_ROWS).map(rowOf),
  });

  const hello = (): Hello => ({ title: options.baseUrl, sandbox: state(), cards: null });

  const acts: Record<string, (body: unknown) => unknown> = {
    entry: (body) => {
      const entry = log.find(Number(body));
      if (!entry) throw new Refused('The log does not reach back that far.');
      return detailOf(entry, {
        baseUrl: options.baseUrl,
        caFile: options.caFile,
        keyParameter: first.http.keyParameter,
        keyOf: (point) => (point === null ? null : (names.account(point)?.key ?? null)),
      });
    },
    conversation: (body) => {
      const { point, key } = object(body);
      return desk.conversation(String(point), String(key));
    },
    act: async (body) => {
      const { point, action, parameters } = object(body);
      const account = names.account(String(point));
      const user = object(parameters)[first.employee.user];
      const version = lastVersion(log, String(point), user);
      const rules = context.rulebooks.get(version ?? '') ?? [...context.rulebooks.values()].at(-1);
      if (!account || !rules) throw new Refused('There is no such contact point.');
      try {
        await perform({ context, rules, account, parameters: object(parameters) }, String(action));
      } catch (error) {
        if (error instanceof OperatorRefusal) throw new Refused(error.message);
        throw error;
      }
    },
    resend: (body) => resend(options, Number(body)),
    clear: () => {
      log.clear();
      server.tell('cleared', null);
    },
    habits: async (body) => {
      const { dialect, faults: wanted } = object(body);
      const chosen = [...new Set(Array.isArray(wanted) ? wanted.map(String) : [])];
      const problem = chosen.map(unknownFault).find((mistake) => mistake !== null);
      if (problem != null) throw new Refused(problem);
      const next = await loadDialect(String(dialect)).catch(() => null);
      if (!next) throw new Refused('There is no such dialect.');
      // Every user would needlessly begin a new conversation.
      if (next.name === context.dialect.name && isSameSet(chosen, faults)) return;
      await changeHabits(context, descriptions, { dialect: next, faults: chosen });
      faults = chosen;
      options.onHabits?.(next.name, chosen);
      server.tell('hello', hello());
    },
  };

  const server = await startConsole({
    hello,
    acts,
    ...(options.listen && { listen: options.listen }),
    ...(options.token !== undefined && { token: options.token }),
  });
  const leave = followIn(log, desk, context, server);
  return {
    ...server,
    get isWatched() {
      return server.isWatched;
    },
    close: async () => {
      leave();
      await server.close();
    },
  };
}

/** The version that the user's gateway used last: employees act by its rules. */
function lastVersion(log: Log, point: string, user: unknown): string | null {
  const heard = log
    .entries()
    .findLast((entry) => entry.kind === 'request' && entry.point === point && entry.user === user);
  return heard?.version ?? null;
}

const MOST_ROWS = 2_000;
/** Pages get updates at most this often. */
const PACE_MS = 100;

/** Batches updates for pages: whatever the traffic, they are sent ten times a second. */
function followIn(log: Log, desk: Desk, context: ServiceContext, server: ConsoleServer): () => void {
  let rows = new Map<number, Row>();
  let users = new Map<string, [point: string, key: string]>();
  let timer: NodeJS.Timeout | null = null;
  let sent = '';

  const flush = (): void => {
    timer = null;
    const changed = [...users.values()].flatMap(([point, key]): UserSummary[] => {
      const summary = desk.summary(point, key);
      return summary ? [summary] : [];
    });
    server.tell('rows', [...rows.values()]);
    if (changed.length > 0) server.tell('users', changed);
    const points: { points: PointState[]; aheadMs: number } = {
      points: desk.points(),
      aheadMs: context.accounts.main.point.clockOffset,
    };
    const spelled = JSON.stringify(points);
    if (spelled !== sent) server.tell('points', points);
    sent = spelled;
    rows = new Map();
    users = new Map();
  };
  const leave = log.follow((entry: Entry) => {
    if (!server.isWatched) return;
    rows.set(entry.id, rowOf(entry));
    const { point, user, version } = entry;
    if (point !== null && user !== null) {
      const key = desk.keyOf(point, user, version);
      if (key !== null) users.set(`${point} ${key}`, [point, key]);
    }
    timer ??= setTimeout(flush, PACE_MS);
  });
  return () => {
    leave();
    if (timer) clearTimeout(timer);
  };
}

/** Tries a delivery at once, or sends one that has ended again, to the current address. */
async function resend({ context, log }: SandboxConsoleOptions, id: number): Promise<void> {
  const entry = log.find(id);
  if (entry?.kind !== 'delivery') throw new Refused('The log does not reach back that far.');
  const posting = log.posting(id);
  if (posting) {
    if (!context.deliveries.hurry(posting))
      throw new Refused('It waits for its turn behind others of this user.');
    return;
  }
  const { request, point, version } = entry;
  const account = point === null ? undefined : pointNames(context.accounts).account(point);
  const url = account && version !== null ? addressOf(context, account.point, version) : null;
  if (!request || !account) throw new Refused('It has never been sent.');
  const to = url ?? entry.url;
  if (to === null) throw new Refused('No webhook address is set.');
  if (Buffer.byteLength(request.body.text) !== request.body.size)
    throw new Refused('It is too long to be kept.');
  const again = { ...request, body: request.body.text, url: to };
  const sender = httpWebhookSender(LIMITS);
  const began = context.clock.now();
  const outcome = await sender.post(again, context.dialect.event.lengths);
  await sender.close();
  const tookMs = context.clock.now() - began;
  note(entry, { tookMs, request: again, outcome, pauseMs: null }, began + account.point.clockOffset);
  log.changed(entry);
}

function replyForms(descriptions: readonly Description[]): ReplyForm[] {
  const forms = new Map<string, ReplyForm>();
  for (const { events, samples } of descriptions)
    for (const [event, { cause, carries = [] }] of Object.entries(events)) {
      if (cause.kind !== 'operator' || carries.length === 0) continue;
      const fields = Object.entries(cause.parameters).map(([name, sample]) => ({
        name,
        kind: samples.linkParameters?.includes(name)
          ? ('link' as const)
          : typeof sample === 'number'
            ? ('number' as const)
            : ('text' as const),
        sample: typeof sample === 'string' ? sample.replace(/\{\w+\}/g, '1') : String(sample),
      }));
      forms.set(cause.action, { action: cause.action, event, fields });
    }
  return [...forms.values()];
}

function closingAction(descriptions: readonly Description[]): string {
  const cause = descriptions
    .flatMap(({ events }) => Object.values(events))
    .find(({ cause, carries = [] }) => cause.kind === 'operator' && carries.length === 0)?.cause;
  return cause?.kind === 'operator' ? cause.action : '';
}

function isSameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((item) => others.includes(item));
}

function object(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
