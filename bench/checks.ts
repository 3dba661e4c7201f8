import { deriveCases } from '../src/cases/derive.js';
import type { RequestPlan } from '../src/cases/request-plan.js';
import type { Case, SendStep } from '../src/cases/types.js';
import type { Description } from '../src/description/types.js';
import type { Exchange } from '../src/engine/evidence.js';
import type { Recording } from './record.js';
import { type JsonSchema, schemaOf } from './schema.js';

/** A request with what its response must be: the same for conform, for the bound and for every peer. */
export interface Check {
  id: string;
  /** Path and query, key included. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
  status: number;
  schema: JsonSchema;
}

/** Cases of one request that every tool can send: POST, printable text (a Blueprint cannot hold a tab), one documented response. */
export function checkCases(descriptions: readonly Description[], count: number): Case[] {
  const all = deriveCases(descriptions).filter((testCase) => isCheck(testCase, descriptions));
  if (all.length < count) throw new Error(`Only ${all.length} cases are checks of one request.`);
  // Spread over the whole list, so that few checks are of all kinds.
  return Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)] as Case);
}

/** Keys that all contenders know. */
const KEYS: readonly RequestPlan['key'][] = [undefined, 'main', 'none', 'unregistered'];

function isCheck(
  { phase, steps, version, operation, needs }: Case,
  descriptions: readonly Description[],
): boolean {
  const [send] = steps;
  if (phase !== 'open' || needs.length > 0 || send?.do !== 'send' || steps.length > 1) return false;
  const { request, expect } = send;
  const kind = descriptions.find((description) => description.version === version)?.operations[
    operation ?? ''
  ]?.kind;
  return (
    (expect.kind === 'accepted' || expect.kind === 'refused') &&
    kind !== undefined &&
    kind !== 'address' &&
    [request.method, request.path, request.plain, request.chunked].every(
      (setting) => setting === undefined,
    ) &&
    KEYS.includes(request.key) &&
    request.body.kind !== 'mutated' &&
    !(request.body.kind === 'literal' && /\s/.test(request.body.text))
  );
}

/** What the cases of one request sent in the recorded run: the peers' suites are made of it. */
export function checksOf(cases: readonly Case[], recording: Recording): Check[] {
  return cases.map((testCase) => {
    const exchange = recording.exchanges.find(({ caseId }) => caseId === testCase.id);
    if (!exchange) throw new Error(`${testCase.id} sent nothing.`);
    return checkOf(testCase, testCase.steps[0] as SendStep, exchange, recording);
  });
}

export function checkOf(testCase: Case, step: SendStep, exchange: Exchange, { prepared }: Recording): Check {
  const { url, headers, body } = exchange.request;
  const { pathname, search } = new URL(url);
  const description = prepared.runContext.descriptions[testCase.version] as Description;
  if (exchange.outcome.kind !== 'response') throw new Error(`${testCase.id} was not answered.`);
  return {
    id: testCase.id,
    path: pathname + search,
    headers: Object.fromEntries(headers.filter(([name]) => name.toLowerCase() !== 'content-length')),
    body: body === null || body.length === 0 ? null : Buffer.from(body).toString('utf8'),
    status: exchange.outcome.status,
    schema: schemaOf(description, step, prepared.dialect.error),
  };
}
