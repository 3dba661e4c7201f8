import type { LedgerRule, LedgerStep } from '../../cases/types.js';
import { responseFields, validBody } from '../../cases/vocabulary.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import { judgeField, short } from '../judge/field.js';
import type { AnsweredExchange, AnswerRule } from '../judge/laws.js';
import { RepeatedValues, type Repetition } from '../repeated-values.js';
import type { Scope } from '../scope.js';
import type { Exchange } from '../world.js';
import { send } from './send.js';

/** A law for every answer of the run, whatever case asked for it. Where nothing was asked yet, it asks itself. */
export async function ledger(context: CaseContext, step: LedgerStep): Promise<Finding | null> {
  if (relevant(context, step).length === 0) await ask(context, step);
  const exchanges = relevant(context, step);
  return exchanges.length === 0 ? NOT_EXERCISED : LAWS[step.rule](context, step, exchanges);
}

const NOT_EXERCISED: Finding = {
  verdict: 'inconclusive',
  code: 'not-exercised',
  text: 'No exchange of the run can be judged by this law.',
};

async function ask(context: CaseContext, { operation }: LedgerStep): Promise<void> {
  const { description } = context;
  const name = operation ?? description.http.unknownOperation;
  const body = operation ? validBody(description, operation) : ({ kind: 'none' } as const);
  await send(context, {
    do: 'send',
    request: { operation: name, body },
    expect: { kind: 'documented' },
  });
}

/** Answers of the service itself: what stands before it is bound by no law. */
function relevant(context: CaseContext, step: LedgerStep): AnsweredExchange[] {
  const { infrastructureStatuses } = context.description.http;
  return context.scope.exchanges.filter(
    (exchange): exchange is AnsweredExchange =>
      !exchange.unjudged &&
      exchange.version === context.one.version &&
      exchange.operation === step.operation &&
      isAnswered(exchange) &&
      !infrastructureStatuses.includes(exchange.outcome.status),
  );
}

type Law = (context: CaseContext, step: LedgerStep, exchanges: AnsweredExchange[]) => Finding | null;

const LAWS: Record<LedgerRule, Law> = {
  status: each('status'),
  'json-object': each('json-object'),
  'success-flag': each('success-flag'),
  'error-row': each('error-row'),
  'content-type': each('content-type'),
  unique: (context, step, exchanges) => {
    const { scope, one } = context;
    if (values(context, step, exchanges).length === 0) return NOT_EXERCISED;
    const isOwn = ({ version, operation }: Exchange): boolean =>
      version === one.version && operation === step.operation;
    // Among all messages: those of other operations and versions count.
    const found = repeated(scope, step.field ?? '').find(
      ({ before, after }) => isOwn(before) || isOwn(after),
    );
    if (!found) return null;
    const { value, before, after } = found;
    context.exchanges.push(before, after);
    return {
      verdict: 'fail',
      code: 'repeated',
      text: `Two messages have the same ${step.field} (in ${before.caseId} and ${after.caseId}).`,
      expected: `a ${step.field} of its own for every message`,
      received: `${short(value)} twice`,
    };
  },
  unit: (context, step, exchanges) => {
    const field = Object.fromEntries(responseFields(context.description, step.operation ?? ''))[
      step.field ?? ''
    ];
    if (!field) throw new Error(`The operation ${step.operation} has no field ${step.field}.`);
    const stated = values(context, step, exchanges);
    if (stated.length === 0) return NOT_EXERCISED;
    for (const { exchange, value } of stated) {
      if (typeof value !== 'number') continue;
      const finding = judgeField(
        'unit',
        field,
        { where: step.field ?? '', value },
        exchange.outcome.startedAt,
        context.description,
      );
      if (!finding) continue;
      context.exchanges.push(exchange);
      return finding;
    }
    return null;
  },
};

function repeated(scope: Scope, field: string): readonly Repetition[] {
  const known =
    scope.repetitions.get(field) ?? new RepeatedValues(scope.exchanges, (one) => fieldOf(scope, one, field));
  scope.repetitions.set(field, known);
  return known.all();
}

function fieldOf(scope: Scope, exchange: Exchange, field: string): unknown {
  if (!isAnswered(exchange)) return undefined;
  return scope.condenser.field(field, exchange, scope.description(exchange.version));
}

function isAnswered(exchange: Exchange): exchange is AnsweredExchange {
  return exchange.outcome.kind === 'answer';
}

function values(
  context: CaseContext,
  step: LedgerStep,
  exchanges: AnsweredExchange[],
): { exchange: AnsweredExchange; value: unknown }[] {
  const { scope } = context;
  return exchanges.flatMap((exchange) => {
    const description = scope.description(exchange.version);
    const value = scope.condenser.field(step.field ?? '', exchange, description);
    return value === undefined ? [] : [{ exchange, value }];
  });
}

function each(rule: AnswerRule): Law {
  return (context, _step, exchanges) => {
    const { condenser, world } = context.scope;
    const failures = exchanges.flatMap((exchange) => {
      const finding = condenser.finding(rule, exchange, context.description, world.reader);
      return finding ? [{ exchange, finding }] : [];
    });
    const first = failures[0];
    if (!first) return null;
    context.exchanges.push(...failures.slice(0, 5).map(({ exchange }) => exchange));
    return {
      ...first.finding,
      text: `${first.finding.text} (${failures.length} of ${exchanges.length} answers; first in ${first.exchange.caseId})`,
    };
  };
}
