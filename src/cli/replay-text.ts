import type { CaseOutcome, Exchange } from '../engine/run-context.js';
import type { Batch } from '../explore/batches.js';
import { evidenceOf } from '../explore/explore.js';

/** What a played walk came to. */
export function outcomeLines({ verdict, reason, expected, received }: CaseOutcome): string[] {
  return [
    `  ${verdict}${reason ? `: ${reason.text}` : ''}`,
    ...(expected === null ? [] : [`  expected: ${expected}`]),
    ...(received === null ? [] : [`  received: ${received}`]),
  ];
}

/** All traffic of a walk, in order of time. */
export function trafficLines(batch: Batch, outcome: CaseOutcome): string[] {
  const { exchanges, deliveries, actions } = evidenceOf(batch, outcome);
  const lines = [
    ...exchanges.map((exchange) => ({ at: exchange.outcome.startedAt, text: exchangeText(exchange) })),
    ...actions.map(({ action, parameters, result, startedAt }) => ({
      at: startedAt,
      text: `employee  ${action} ${JSON.stringify(withoutKey(parameters))}${result.ok ? '' : `: ${result.text}`}`,
    })),
    ...deliveries.map(({ at, method, address, body }) => ({
      at,
      text: `event     ${method} to "${address}" ${textOf(body)}`,
    })),
  ];
  const [first] = [...lines].sort((a, b) => a.at - b.at);
  return lines
    .sort((a, b) => a.at - b.at)
    .map(({ at, text }) => `  ${`+${Math.round(at - (first?.at ?? at))} ms`.padStart(10)}  ${text}`);
}

function exchangeText({ request: { method, url, body }, outcome }: Exchange): string {
  const answer =
    outcome.kind === 'answer'
      ? `${outcome.status} ${textOf(outcome.body)}`
      : `no answer (${outcome.failure})`;
  return `request   ${method} ${new URL(url).pathname} ${textOf(body)} -> ${answer}`;
}

/** Longer bodies stand in the reports. */
const MOST_CHARACTERS = 600;

function textOf(body: Uint8Array | null): string {
  return body === null ? '' : Buffer.from(body).toString('utf8').slice(0, MOST_CHARACTERS);
}

function withoutKey(parameters: Record<string, unknown>): Record<string, unknown> {
  const { key: _secret, ...rest } = parameters;
  return rest;
}
