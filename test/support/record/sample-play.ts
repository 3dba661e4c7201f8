import { requestFields } from '../../../src/cases/description-lookups.js';
import type { Case, SendStep, Step } from '../../../src/cases/types.js';
import { procedure } from '../../../src/cases/words/procedure.js';
import { fill } from '../../../src/description/samples.js';
import type { Description } from '../../../src/description/types.js';
import { KEY_MASK } from '../../../src/record/redact.js';
import type {
  ActionRecord,
  BodyRecord,
  CaseRecord,
  EventRecord,
  ExchangeRecord,
  Observation,
} from '../../../src/record/types.js';
import type { Fault } from './sample-faults.js';

/** What the sample run has seen so far. */
export interface Played {
  cases: CaseRecord[];
  exchanges: ExchangeRecord[];
  events: EventRecord[];
  actions: ActionRecord[];
  observations: Observation[];
}

interface Play {
  testCase: Case;
  at: number;
  of: number;
  description: Description;
  fault: Fault | null;
  played: Played;
}

/** Adds a case with the exchanges, events and actions that its steps would have caused. */
export function playedCase(play: Play): void {
  const { testCase, at, of, fault, played } = play;
  const skipped = fault?.verdict === 'skipped';
  const startedMs = skipped ? 0 : Math.round((at / of) * 5200) + (at % 7) * 9;
  const before = { exchanges: played.exchanges.length, events: played.events.length };
  const clock = { ms: startedMs };
  if (!skipped) {
    for (const [nth, step] of testCase.steps.entries()) {
      playStep(play, step, clock, nth === testCase.steps.findLastIndex((other) => other.do === step.do));
    }
  }
  played.cases.push({
    id: testCase.id,
    version: testCase.version,
    group: testCase.group,
    ...(testCase.operation && { operation: testCase.operation }),
    level: testCase.level,
    statements: testCase.statements,
    title: testCase.title,
    steps: procedure(testCase, play.description),
    verdict: fault?.verdict ?? 'pass',
    reason: fault ? { code: fault.code, text: fault.text.trim() } : null,
    expected: fault?.expected ?? null,
    received: fault?.received?.trim() ?? null,
    exchanges: played.exchanges.slice(before.exchanges).map(({ id }) => id),
    events: played.events.slice(before.events).map(({ id }) => id),
    ...(fault?.verdict === 'fail' && { judged: judgedOf(play, before, clock.ms) }),
    startedMs,
    durationMs: skipped ? 0 : clock.ms - startedMs,
    ...(fault?.accepted && { accepted: true }),
  });
}

/** What a failure rests on: the event that arrived once too often or not at all, or the last response and a field of it. */
function judgedOf(
  { testCase, fault, played }: Play,
  before: { exchanges: number },
  atMs: number,
): NonNullable<CaseRecord['judged']> {
  const watched = testCase.steps.findLast((step) => step.do === 'expect-event');
  const exchange = played.exchanges.slice(before.exchanges).at(-1)?.id ?? 0;
  const kind = fault?.code === 'unexpected-event' || fault?.code === 'payload' ? 'event' : 'absent';
  if (watched && (fault?.events !== undefined || kind === 'event')) {
    const step = testCase.steps.indexOf(watched) + 1;
    const event = played.events.at(-1)?.id;
    return kind === 'event' && event !== undefined
      ? { part: 'event', event, about: watched.event, step, atMs }
      : { part: 'absent', exchange, about: watched.event, step, atMs };
  }
  const field = /timestamp|message_id/.exec(testCase.name)?.[0];
  return {
    part: field === undefined ? 'status' : 'body',
    exchange,
    ...(testCase.operation && { about: testCase.operation }),
    ...(field !== undefined && { field, pointer: `/${field}` }),
    step: testCase.steps.length,
    atMs,
  };
}

function playStep(
  { testCase, at, description, fault, played }: Play,
  step: Step,
  clock: { ms: number },
  last: boolean,
): void {
  const user = (label: string) => `cf-7k2-${at}-${label}`;
  if (step.do === 'send') {
    const changed = last && fault && (fault.body !== undefined || fault.status !== undefined) ? fault : null;
    played.exchanges.push(
      exchange({
        testCase,
        at,
        description,
        step,
        user: user(step.request.user ?? 'a'),
        id: played.exchanges.length,
        startedMs: clock.ms,
        changed,
      }),
    );
    clock.ms += 14 + (at % 5) * 3;
    if ('gap' in step.expect && last)
      played.observations.push({
        gap: step.expect.gap,
        version: testCase.version,
        value: at % 3 === 0 ? 'accepted with 200' : '400 with code 9',
        cases: [testCase.id],
      });
  } else if (step.do === 'operate') {
    played.actions.push({
      caseId: testCase.id,
      user: user(step.user),
      action: step.action,
      ok: true,
      text: '',
      startedMs: clock.ms,
      durationMs: 4,
    });
    clock.ms += 9;
  } else if (step.do === 'expect-event') {
    const came = played.events.filter(
      ({ name, caseId }) => name === step.event && caseId === testCase.id,
    ).length;
    const due = typeof step.times === 'number' ? Math.min(step.times, 1) : step.times.atLeast - came;
    const copies = last && fault?.events !== undefined ? fault.events : due;
    for (let nth = 0; nth < copies; nth++)
      played.events.push(
        event(testCase.id, played.events.length, user(step.user), step.event, clock.ms + 6 + nth * 31),
      );
    clock.ms += copies > 0 ? 8 + copies * 31 : 1500;
  }
}

interface Sent {
  testCase: Case;
  at: number;
  description: Description;
  step: SendStep;
  user: string;
  id: number;
  startedMs: number;
  changed: Fault | null;
}

function exchange({
  testCase,
  at,
  description,
  step: { request, expect },
  user,
  id,
  startedMs,
  changed,
}: Sent): ExchangeRecord {
  const { http, errors, success } = description;
  const text =
    request.body.kind === 'documented'
      ? JSON.stringify(bodyOf(description, request.operation, user, at))
      : request.body.kind === 'none'
        ? null
        : '{"broken": ';
  const key = request.key === 'none' ? '' : `?${http.keyParameter}=${KEY_MASK}`;
  const row = expect.kind === 'refused' ? errors[expect.rows[0] ?? ''] : undefined;
  const status = changed?.status ?? row?.status ?? http.successStatus;
  const response =
    changed?.body ??
    JSON.stringify(
      row
        ? { [success.field]: false, error: { code: row.code, message: row.message } }
        : { id: `m-${id}`, at: 1741080605000 + startedMs, [success.field]: true },
    );
  return {
    id,
    caseId: testCase.id,
    version: testCase.version,
    operation: request.operation,
    user,
    request: {
      method: request.method ?? http.method,
      url: `https://messaging.example:8443/api/${request.version ?? testCase.version}/${request.operation}${key}`,
      headers:
        text === null
          ? []
          : [
              ['Content-Type', http.contentType],
              ['Content-Length', String(Buffer.byteLength(text))],
            ],
      body: text === null ? null : body(text),
    },
    response: {
      status,
      reason:
        status === 200
          ? 'OK'
          : status === 500
            ? 'Internal Server Error'
            : status === 404
              ? 'Not Found'
              : 'Bad Request',
      headers: [
        ['content-type', 'application/json; charset=utf-8'],
        ['content-length', String(Buffer.byteLength(response))],
        ['date', 'Tue, 04 Mar 2025 09:30:05 GMT'],
        ['connection', 'keep-alive'],
      ],
      body: body(response),
    },
    failure: null,
    startedMs,
    durationMs: 9 + (id % 11),
  };
}

function bodyOf(
  description: Description,
  operation: string,
  user: string,
  at: number,
): Record<string, unknown> {
  const values = { user, nonce: '7k2', n: String(at) };
  return Object.fromEntries(
    requestFields(description, operation).map(([name, { role, example, const: fixed }]) => [
      name,
      role === 'user' ? user : (fill(example, values) ?? fixed ?? '101'),
    ]),
  );
}

function event(caseId: string, id: number, user: string, name: string, atMs: number): EventRecord {
  return {
    id,
    caseId,
    user,
    name,
    method: 'POST',
    address: 'main',
    headers: [['content-type', 'application/json']],
    body: body(JSON.stringify({ event: name, user_id: user, n: id })),
    atMs,
  };
}

function body(text: string): BodyRecord {
  return { text, bytes: Buffer.byteLength(text), cut: false };
}
