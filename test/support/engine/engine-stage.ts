import { setMaxListeners } from 'node:events';
import type { Case } from '../../../src/cases/types.js';
import { loadDescriptions } from '../../../src/description/load.js';
import { createReader } from '../../../src/dialect/reader.js';
import type { Dialect } from '../../../src/dialect/types.js';
import { CaseContext } from '../../../src/engine/case-context.js';
import type {
  ListedDestination,
  Operator,
  Outcome,
  OutgoingRequest,
  Ports,
} from '../../../src/engine/ports.js';
import type { RunContext } from '../../../src/engine/run-context.js';
import { RunState } from '../../../src/engine/run-state.js';
import type { PlainReasonCode } from '../../../src/reasons.js';
import { VirtualClock, VirtualMailbox } from '../../../src/virtual/ports.js';

export interface StageOptions {
  /** What comes of each request, in turn; the last one stays. Default: 200 with `success: true`. */
  outcomes?: Outcome[];
  dialect?: Partial<Dialect>;
  runContext?: Partial<RunContext>;
  operator?: Partial<Operator>;
  /** What the case is beside version 1.0's only one. */
  testCase?: Partial<Case>;
  /** Of each request; default none. */
  roundTripMs?: number;
  /** What a request causes, such as an event. */
  causes?: (request: OutgoingRequest, mailbox: VirtualMailbox, clock: VirtualClock) => void;
  /** Ends the run early. */
  signal?: AbortSignal;
}

const DIALECT: Dialect = {
  error: { code: '/code', message: '/message' },
  event: { name: '/event', user: '/user' },
  bodies: { setWebhook: { url: '{webhook_url}' } },
  clearWebhook: null,
};

const DESTINATION: ListedDestination = { id: '101', kind: 'Department', online: true, available: true };
const DESCRIPTIONS = await loadDescriptions();

/** For tests: a case that runs against what is told here; nothing goes over a network, and time passes on a virtual clock. */
export function stage(options: StageOptions = {}) {
  const { outcomes = [answered(200, { success: true })], dialect, runContext, operator, testCase } = options;
  const { signal = new AbortController().signal, causes = () => undefined, roundTripMs = 0 } = options;
  const clock = new VirtualClock();
  const mailbox = new VirtualMailbox(clock);
  const requests: OutgoingRequest[] = [];
  const acted: [action: string, parameters: Record<string, unknown>][] = [];
  const whole: RunContext = {
    descriptions: Object.fromEntries(DESCRIPTIONS.map((each) => [each.version, each])),
    baseUrl: 'https://service.example/base',
    keys: { main: 'MAIN', second: 'SECOND', fresh: [], restricted: 'RESTRICTED', unregistered: 'NOBODY' },
    destinations: () => Promise.resolve([DESTINATION]),
    nonce: '0123456789',
    timeoutMs: 1_000,
    eventTimeoutMs: 5_000,
    quietWindowMs: 1_000,
    reader: createReader({ ...DIALECT, ...dialect }, DESCRIPTIONS),
    catcherProven: true,
    ...runContext,
  };
  const ports: Ports = {
    clock,
    mailbox,
    transport: {
      send: async (request: OutgoingRequest): Promise<Outcome> => {
        requests.push(request);
        causes(request, mailbox, clock);
        const startedAt = clock.now();
        if (roundTripMs > 0) await clock.sleep(roundTripMs);
        const outcome = outcomes[Math.min(requests.length, outcomes.length) - 1];
        return { ...(outcome as Outcome), startedAt, durationMs: roundTripMs };
      },
    },
    operator: {
      name: 'told',
      shows: [],
      supports: () => true,
      perform: (action: string, parameters: Record<string, unknown>) => {
        acted.push([action, parameters]);
        return Promise.resolve({ ok: true } as const);
      },
      inbox: () => Promise.resolve({ ok: true, items: [] } as const),
      close: () => Promise.resolve(),
      ...operator,
    },
  };
  setMaxListeners(0, signal);
  const runState = new RunState(ports, whole, signal);
  const base = { id: 'own', version: '1.0', phase: 'open', level: 'required', needs: [], steps: [] };
  const context = new CaseContext(runState, { ...base, ...testCase } as unknown as Case, 1);
  return { clock, mailbox, runState, context, requests, acted };
}

/** For tests: a response with this body, as JSON unless it is text. */
export function answered(status: number, body: object | string): Outcome {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers: [string, string][] = [['content-type', 'application/json']];
  return {
    kind: 'response',
    status,
    reason: '',
    headers,
    body: Buffer.from(text),
    startedAt: 0,
    durationMs: 0,
  };
}

/** For tests: no response came. */
export function unanswered(code: PlainReasonCode): Outcome {
  const failure = { code, text: 'Nothing came.' };
  return { kind: 'no-response', verdict: 'inconclusive', failure, startedAt: 0, durationMs: 0 };
}
