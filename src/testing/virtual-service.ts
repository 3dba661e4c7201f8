import type { Description } from '../description/types.js';
import type { InboxItem, Operator, Outcome, OutgoingRequest, Transport } from '../engine/ports.js';
import { Breaker } from '../http/breaker.js';
import { failure } from '../http/failures.js';
import { Gate } from '../http/gate.js';
import { makeAccounts } from '../reference/accounts.js';
import { answer } from '../reference/answer.js';
import { type Courier, makeRequest } from '../reference/courier.js';
import { defaultDialect, type ReferenceDialect } from '../reference/dialect.js';
import type { Hooks } from '../reference/hooks.js';
import { perform } from '../reference/operator-actions.js';
import { makeRandom } from '../reference/random.js';
import { makeRulebook } from '../reference/rulebook.js';
import type { ReferenceService } from '../reference/service.js';
import type { Posting } from '../reference/service-event.js';
import type { World } from '../reference/world.js';
import type { VirtualClock } from './virtual-clock.js';
import type { VirtualMailbox } from './virtual-mailbox.js';

export interface VirtualServiceOptions {
  hooks: Hooks;
  clock: VirtualClock;
  mailbox: VirtualMailbox;
  /** Of each request and of each action. */
  roundTripMs: number;
  /** Requests on their way at once. */
  concurrency: number;
  /** What becomes of the nth request, from 1, in place of an answer; default: all are answered. */
  gone?: Gone;
  /** How it fills what the interface leaves open; default: its own way. */
  dialect?: ReferenceDialect;
}

export type Gone = (nth: number) => 'hangs' | 'refuses' | null;

const TARGET = 'http://service.invalid';

/** For tests: the reference service without a network, as far away as one likes on a virtual clock. */
export interface VirtualService {
  service: ReferenceService;
  transport: Transport;
  operator: Operator;
  /** Greatest number of requests that were on their way at once. */
  readonly atOnce: number;
}

export function virtualService(
  descriptions: readonly Description[],
  options: VirtualServiceOptions,
): VirtualService {
  const { hooks, clock, mailbox, roundTripMs, concurrency, gone = () => null } = options;
  const { dialect = defaultDialect } = options;
  const random = makeRandom(7);
  const accounts = makeAccounts(descriptions, dialect, random);
  const world: World = {
    rulebooks: new Map(descriptions.map((each) => [each.version, makeRulebook(each)])),
    dialect,
    hooks: { ...hooks, timestamp: () => hooks.timestamp(clock.now()) },
    accounts,
    courier: courierTo(options),
    random,
  };
  const gate = new Gate(concurrency);
  const breaker = new Breaker({ now: () => clock.now(), after: (ms, call) => clock.after(ms, call) });
  const unanswered = async (
    how: 'hangs' | 'refuses',
    { timeoutMs, signal }: OutgoingRequest,
  ): Promise<Outcome> => {
    const startedAt = clock.now();
    await clock.sleep(how === 'hangs' ? timeoutMs : roundTripMs, signal);
    const { verdict, reason } = failure(how === 'hangs' ? 'no-response' : 'refused');
    return { kind: 'no-answer', verdict, failure: reason, startedAt, durationMs: clock.now() - startedAt };
  };
  const onItsWayTo = async (request: OutgoingRequest): Promise<Outcome> => {
    asked += 1;
    const how = gone(asked);
    if (how) return unanswered(how, request);
    const startedAt = clock.now();
    const { status, headers, text } = await onItsWay(() => serve(world, mailbox, request));
    const durationMs = clock.now() - startedAt;
    return { kind: 'answer', status, reason: '', headers, body: Buffer.from(text), startedAt, durationMs };
  };
  let asked = 0;
  let inside = 0;
  let atOnce = 0;
  const onItsWay = async <T>(work: () => Promise<T> | T): Promise<T> => {
    await clock.sleep(roundTripMs / 2);
    const done = await work();
    await clock.sleep(roundTripMs / 2);
    return done;
  };
  return {
    service: {
      baseUrl: TARGET,
      caPem: null,
      keys: {
        main: accounts.main.key,
        second: accounts.second.key,
        fresh: accounts.fresh.map(({ key }) => key),
        restricted: { key: accounts.restricted.key, operations: accounts.restricted.lacks },
      },
      operator: { baseUrl: 'http://operator.invalid', token: '' },
      dialect,
      settled: async () => undefined,
      close: async () => undefined,
    },
    transport: {
      async send(request) {
        await gate.enter(request.signal, request.urgency);
        const passage = await breaker.admit(TARGET, request.signal);
        const began = clock.now();
        if (passage === 'given-up' || passage === 'aborted') {
          gate.leave();
          const { verdict, reason } = failure(passage === 'aborted' ? passage : 'stopped-answering');
          return { kind: 'no-answer', verdict, failure: reason, startedAt: began, durationMs: 0 };
        }
        inside += 1;
        atOnce = Math.max(atOnce, inside);
        const outcome = await onItsWayTo(request);
        inside -= 1;
        const { timeoutMs } = request;
        breaker.ended(TARGET, { passage, answered: outcome.kind === 'answer', began, timeoutMs });
        gate.leave();
        return outcome;
      },
    },
    operator: {
      name: 'virtual',
      shows: descriptions.flatMap(({ employee: { shows, user, destination } }) => [
        ...shows,
        user,
        destination,
      ]),
      supports: () => true,
      perform: (action, parameters) =>
        onItsWay(async () => {
          try {
            await act(world, action, parameters);
            return { ok: true };
          } catch (error) {
            return { ok: false, kind: 'failed', text: String(error) };
          }
        }),
      inbox: (parameters) =>
        onItsWay(async () => ({
          ok: true,
          items: itemsOf((await act(world, 'inbox', parameters))['items']),
        })),
      close: async () => undefined,
    },
    get atOnce() {
      return atOnce;
    },
  };
}

async function serve(
  world: World,
  mailbox: VirtualMailbox,
  { method, url, headers, body }: OutgoingRequest,
): Promise<{ status: number; headers: [string, string][]; text: string }> {
  const label = mailbox.labelOf(url);
  if (label !== null) {
    mailbox.receive(label, method, '');
    return { status: 200, headers: [], text: '' };
  }
  const { pathname, searchParams } = new URL(url);
  const reply = await answer(world, {
    method,
    path: pathname,
    query: searchParams,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    bytes: body ?? new Uint8Array(),
  });
  return {
    status: reply.status,
    headers: Object.entries(reply.headers),
    text: reply.raw ?? JSON.stringify(reply.body),
  };
}

function courierTo({ hooks, clock, mailbox, roundTripMs, dialect }: VirtualServiceOptions): Courier {
  return {
    send: ({ slot, event }: Posting) => {
      clock.after(roundTripMs / 2, () => {
        if (slot.url === null) return;
        const { url, method, headers, body } = hooks.post(
          makeRequest(slot.url, [event], (dialect ?? defaultDialect).event),
          event,
        );
        const label = mailbox.labelOf(url);
        if (label !== null) mailbox.receive(label, method, body.toString(), Object.entries(headers));
      });
    },
    probe: async () => true,
    settled: async () => undefined,
    close: async () => undefined,
  };
}

async function act(
  world: World,
  action: string,
  parameters: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const rules = world.rulebooks.get(String(parameters['version']));
  const account = world.accounts.byKey.get(String(parameters['key']));
  if (!rules || !account) throw new Error(`Nobody can do ${action} there.`);
  return perform({ world, rules, account, parameters }, action);
}

function itemsOf(items: unknown): InboxItem[] {
  return (items as Record<string, unknown>[]).map(({ from, card, ...fields }) => ({
    fromUser: from === 'user',
    shown: { ...fields, ...(card as object) },
  }));
}
