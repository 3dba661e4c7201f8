import { deriveCases } from '../src/cases/derive.js';
import type { Case, ExpectEventStep, OperatorStep } from '../src/cases/types.js';
import type { Description } from '../src/description/types.js';
import type { RunContext } from '../src/engine/run-context.js';
import { type Check, checkOf } from './checks.js';
import type { Act, Recording } from './record.js';

/** What the bound does in place of a run with events. */
export interface Plan {
  nonce: string;
  checks: readonly Check[];
  flows: FlowStep[][];
  windowMs: number;
  event: { name: string; user: string };
  addresses: Check[];
  /** Stands in the bodies of `addresses` where the catcher's address belongs. */
  addressMark: string;
}

type FlowStep = { send: Check } | { act: Act } | { until: Due } | { watch: Due };
interface Due {
  event: string;
  user: string;
  times: number;
}

/** Cases of requests, events and an employee's actions that need one contact point: both sides can do them. */
export function eventCases(descriptions: readonly Description[]): Case[] {
  return deriveCases(descriptions).filter(
    ({ phase, steps }) =>
      phase === 'open' &&
      steps.some((step) => step.do === 'expect-event' && (step.settles || !steps.some(isAct))) &&
      steps.every(
        (step) =>
          (step.do === 'expect-event' && typeof step.times === 'number') ||
          (isAct(step) && (step.key ?? 'main') === 'main') ||
          (step.do === 'send' &&
            (step.expect.kind === 'accepted' || step.expect.kind === 'refused') &&
            (step.request.key ?? 'main') === 'main'),
      ),
  );
}

function isAct(step: Case['steps'][number]): step is OperatorStep {
  return step.do === 'operate';
}

/** Awaited events and absences (no more than so many until the end) in the cases. */
export function countWaits(cases: readonly Case[]): { arrivals: number; absences: number } {
  const steps = cases.flatMap((testCase) => testCase.steps).filter((step) => step.do === 'expect-event');
  return {
    arrivals: steps.filter(({ times }) => typeof times === 'number' && times > 0).length,
    absences: steps.filter(({ settles }) => settles).length,
  };
}

/** Writes down what the cases did in the recorded run. */
export function planOf(
  recording: Recording,
  cases: readonly Case[],
  checks: readonly Check[],
  windowMs: number,
): Plan {
  const { prepared, exchanges, user, actions } = recording;
  const { runContext, dialect, descriptions } = prepared;
  if (!dialect.event?.user) throw new Error('The places of an event are not known.');
  const addressMark = 'http://127.0.0.1/mark';
  return {
    nonce: runContext.nonce,
    checks,
    windowMs,
    event: { name: dialect.event.name, user: dialect.event.user },
    addressMark,
    addresses: descriptions.map((description) => setAddress(description, runContext, addressMark)),
    flows: cases.map((testCase) => {
      const sent = exchanges.filter(({ caseId }) => caseId === testCase.id);
      const acts = actions(testCase);
      return testCase.steps.flatMap((step): FlowStep[] => {
        if (step.do === 'expect-event') return dueOf(step, user(testCase, step.user));
        const act = isAct(step) ? acts.shift() : undefined;
        if (act) return [{ act }];
        const exchange = step.do === 'send' ? sent.shift() : undefined;
        return step.do === 'send' && exchange ? [{ send: checkOf(testCase, step, exchange, recording) }] : [];
      });
    }),
  };
}

function dueOf({ event, times, settles }: ExpectEventStep, user: string): FlowStep[] {
  if (typeof times !== 'number') return [];
  const due = { event, user, times };
  return [...(times > 0 ? [{ until: due }] : []), ...(settles ? [{ watch: due }] : [])];
}

function setAddress(description: Description, runContext: RunContext, mark: string): Check {
  const [operation] = Object.entries(description.operations).find(([, { kind }]) => kind === 'address') ?? [];
  if (operation === undefined) throw new Error('No operation sets the webhook address.');
  const { http, success } = description;
  return {
    id: operation,
    path: `/${description.version}/${operation}?${http.keyParameter}=${encodeURIComponent(runContext.keys.main)}`,
    headers: { 'Content-Type': http.contentType },
    body: JSON.stringify(runContext.reader.body(operation, { webhook_url: mark })),
    status: http.successStatus,
    schema: { type: 'object', required: [success.field] },
  };
}
