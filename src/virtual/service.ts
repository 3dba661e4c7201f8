import type {
  HttpResponse,
  InboxResult,
  Operator,
  OperatorFailure,
  Outcome,
  OutgoingRequest,
  Transport,
} from '../engine/ports.js';
import { Breaker } from '../http/breaker.js';
import { originOf } from '../http/connection.js';
import { twoPartsOf } from '../http/exchange.js';
import { failure } from '../http/failures.js';
import { Limiter } from '../http/pace.js';
import { inboxItems } from '../operator/http.js';
import { makeContext, type ServiceOptions } from '../reference/context.js';
import { keysOf } from '../reference/conversations/accounts.js';
import { OperatorRefusal, perform } from '../reference/conversations/operator-actions.js';
import { KEPT_BYTES } from '../reference/http/limits.js';
import { answer } from '../reference/requests/answer.js';
import { type JsonObject, makeCall } from '../reference/requests/call.js';
import type { ReferenceService } from '../reference/service.js';
import type { ServiceContext } from '../reference/service-context.js';
import { type ServiceSettings, settingsFor } from '../run/reference-settings.js';
import type { VirtualClock, VirtualMailbox } from './ports.js';

export interface VirtualServiceOptions extends ServiceOptions {
  clock: VirtualClock;
  mailbox: VirtualMailbox;
  /** Of each request and of each action. */
  roundTripMs: number;
  /** How long the checker takes to see a response once it is there; default: no time. */
  readingMs?: number;
  /** Concurrent requests. */
  concurrency: number;
  /** What happens to the nth request, from 1, instead of a response; default: all are answered. */
  gone?: Gone;
}

/**
 * It `hangs` before the service has the request; `loses` the response, once it has acted; or refuses the connection. The
 * nth request is made at the moment `now`, virtual milliseconds.
 */
export type Gone = (nth: number, now: number) => 'hangs' | 'loses' | 'refuses' | null;

/** The reference service without a network, at any distance on a virtual clock. */
export interface VirtualService {
  /** What a checker must know about it. */
  settings: ServiceSettings;
  transport: Transport;
  operator: Operator;
  /** Greatest number of concurrent requests. */
  readonly atOnce: number;
}

/** Starts the service; nothing of it has to be closed. */
export async function virtualService(options: VirtualServiceOptions): Promise<VirtualService> {
  const {
    clock,
    mailbox,
    roundTripMs,
    readingMs = 0,
    concurrency,
    descriptions,
    gone = () => null,
  } = options;
  const onItsWay = async <T>(work: () => Promise<T> | T): Promise<T> => {
    await clock.sleep(roundTripMs / 2);
    const done = await work();
    await clock.sleep(roundTripMs / 2);
    return done;
  };
  const sender = {
    post: async (request: Parameters<VirtualMailbox['take']>[0]) => {
      await clock.sleep(roundTripMs / 2);
      mailbox.hasHungUp = false;
      return mailbox.owns(request.url)
        ? { ok: mailbox.take(request), status: null }
        : { ok: false, status: null, failure: 'ECONNREFUSED' };
    },
    wasCutOff: () => mailbox.hasHungUp,
    visit: async (url: string) => mailbox.take({ url, method: 'GET', headers: {}, body: '' }),
    close: async () => undefined,
  };
  const context = await makeContext(options, {
    sender,
    // Like the machine's clock: in whole milliseconds.
    clock: { now: () => Math.floor(clock.now()), sleep: (ms, signal) => clock.sleep(ms, signal) },
  });
  const settings = settingsFor(
    { ...ADDRESSES, keys: keysOf(context.accounts), dialect: context.dialect },
    descriptions,
  );
  const limiter = new Limiter(concurrency);
  const breaker = new Breaker({ now: () => clock.now(), after: (ms, call) => clock.after(ms, call) });
  let requestCount = 0;
  let inside = 0;
  let atOnce = 0;
  const unanswered = async (
    how: 'hangs' | 'loses' | 'refuses',
    request: OutgoingRequest,
  ): Promise<Outcome> => {
    const { timeoutMs, signal } = request;
    const startedAt = clock.now();
    if (how === 'loses') await onItsWay(() => serve(context, mailbox, request));
    await clock.sleep(how === 'refuses' ? roundTripMs : startedAt + timeoutMs - clock.now(), signal);
    const { verdict, reason } = failure(how === 'refuses' ? 'refused' : 'no-response');
    return { kind: 'no-response', verdict, failure: reason, startedAt, durationMs: clock.now() - startedAt };
  };
  const exchange = async (request: OutgoingRequest): Promise<Outcome> => {
    requestCount += 1;
    const how = gone(requestCount, clock.now());
    if (how) return unanswered(how, request);
    const startedAt = clock.now();
    const answered = await onItsWay(() => serve(context, mailbox, request));
    const durationMs = clock.now() - startedAt;
    await clock.sleep(readingMs);
    return { kind: 'response', reason: '', ...answered, startedAt, durationMs };
  };
  return {
    settings,
    transport: {
      async send(request) {
        await limiter.enter(request.signal, request.priority);
        const permit = await breaker.admit(ADDRESSES.baseUrl, request.signal);
        const began = clock.now();
        if (permit === 'given-up' || permit === 'aborted') {
          limiter.leave();
          const { verdict, reason } = failure(permit === 'aborted' ? permit : 'stopped-answering');
          return { kind: 'no-response', verdict, failure: reason, startedAt: began, durationMs: 0 };
        }
        inside += 1;
        atOnce = Math.max(atOnce, inside);
        try {
          const outcome = await exchange(request);
          const { timeoutMs } = request;
          breaker.ended(ADDRESSES.baseUrl, {
            permit,
            answered: outcome.kind === 'response',
            began,
            timeoutMs,
          });
          return outcome;
        } finally {
          inside -= 1;
          limiter.leave();
        }
      },
    },
    operator: operatorOf(context, settings, onItsWay),
    get atOnce() {
      return atOnce;
    },
  };
}

/** Nothing is sent there; the service is on this machine, where an address may be overwritten. */
const ADDRESSES = {
  baseUrl: 'http://service.localhost',
  operator: { baseUrl: 'http://operator.localhost', token: '' },
} satisfies Pick<ReferenceService, 'baseUrl' | 'operator'>;

async function serve(
  context: ServiceContext,
  mailbox: VirtualMailbox,
  { method, url, headers, body, pauseMs }: OutgoingRequest,
): Promise<Pick<HttpResponse, 'status' | 'headers' | 'body'>> {
  if (mailbox.owns(url)) {
    const taken = mailbox.take({ url, method, headers: Object.fromEntries(headers), body: '' });
    return { status: taken ? 200 : 404, headers: [], body: new Uint8Array() };
  }
  const whole = body ?? new Uint8Array();
  const arrived = pauseMs === undefined ? [whole] : twoPartsOf(whole);
  const reply = await answer(
    context,
    makeCall({
      method,
      target: originOf(url).path,
      headers: headersOf(method, headers, body),
      bytes: body !== null && body.length > KEPT_BYTES ? null : context.hooks.body(arrived),
    }),
  );
  const text = method === 'HEAD' ? '' : (reply.raw ?? JSON.stringify(reply.body));
  return { status: reply.status, headers: Object.entries(reply.headers), body: Buffer.from(text) };
}

/** As they would arrive: with the client's own ones, and chunked if the body has no length. */
function headersOf(
  method: string,
  given: OutgoingRequest['headers'],
  body: Uint8Array | null,
): Record<string, string> {
  const headers: Record<string, string> = {
    host: new URL(ADDRESSES.baseUrl).host,
    connection: 'keep-alive',
    ...Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), value])),
  };
  if (Object.hasOwn(headers, 'content-length')) return headers;
  if (body !== null) return { ...headers, 'transfer-encoding': 'chunked' };
  return WITH_BODY.includes(method) ? { ...headers, 'content-length': '0' } : headers;
}

/** Methods whose requests have a Content-Length even without a body. */
const WITH_BODY = ['POST', 'PUT', 'PATCH'];

/** Employees, driven without a network as if over the service's own interface for them. */
function operatorOf(
  context: ServiceContext,
  { operator: { inbox, actions } }: ServiceSettings,
  onItsWay: <T>(work: () => Promise<T>) => Promise<T>,
): Operator {
  const done = async <T extends object>(work: () => Promise<T>): Promise<T | OperatorFailure> => {
    try {
      return await work();
    } catch (error) {
      const text = error instanceof OperatorRefusal ? error.message : 'The action failed.';
      return { ok: false, kind: 'failed', text };
    }
  };
  const { user, destination } = [...context.rulebooks.values()][0]?.description.employee ?? {};
  return {
    name: 'virtual',
    shows: [...Object.keys(inbox?.shown ?? {}), user ?? [], destination ?? []].flat(),
    supports: (action) => action === 'inbox' || Object.hasOwn(actions, action),
    perform: (action, parameters) =>
      onItsWay(() =>
        done(async () => {
          await act(context, action, parameters);
          return { ok: true } as const;
        }),
      ),
    inbox: (parameters) =>
      onItsWay(() =>
        done(async (): Promise<InboxResult> => {
          const body: unknown = JSON.parse(JSON.stringify(await act(context, 'inbox', parameters)));
          return { ok: true, items: inbox === null ? [] : inboxItems(inbox, body, parameters) };
        }),
      ),
    close: async () => undefined,
  };
}

async function act(
  context: ServiceContext,
  action: string,
  parameters: Record<string, unknown>,
): Promise<JsonObject> {
  const rules = context.rulebooks.get(String(parameters['version']));
  const account = context.accounts.byKey.get(String(parameters['key']));
  if (!rules || !account) throw new OperatorRefusal(404, 'There is no such contact point.');
  return perform({ context, rules, account, parameters }, action);
}
