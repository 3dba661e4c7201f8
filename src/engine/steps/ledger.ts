import type { LedgerRule, LedgerStep } from '../../cases/types.js';
import { responseFields, validBody } from '../../cases/vocabulary.js';
import type { Description } from '../../description/types.js';
import type { CaseContext } from '../case-context.js';
import type { Finding } from '../finding.js';
import { type ReadAnswer, readAnswer, statusProblem } from '../judge/answer.js';
import { judgeField, short } from '../judge/field.js';
import { describeAnswer, judgeRefusal } from '../judge/refusal.js';
import type { Answer } from '../ports.js';
import type { Exchange } from '../world.js';
import { send } from './send.js';

/** A law for every answer of the run, whatever case asked for it. Where nothing was asked yet, it asks itself. */
export async function ledger(context: CaseContext, step: LedgerStep): Promise<Finding | null> {
  if (relevant(context, step).length === 0) await ask(context, step);
  const exchanges = relevant(context, step);
  if (exchanges.length === 0)
    return {
      verdict: 'inconclusive',
      code: 'not-exercised',
      text: 'No exchange of the run can be judged by this law.',
    };
  return LAWS[step.rule](context, step, exchanges);
}

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

type Judged = Exchange & { outcome: Answer };

function relevant(context: CaseContext, step: LedgerStep): Judged[] {
  return context.scope.exchanges.filter(
    (exchange): exchange is Judged =>
      !exchange.unjudged &&
      exchange.version === context.one.version &&
      exchange.operation === step.operation &&
      exchange.outcome.kind === 'answer',
  );
}

type Law = (context: CaseContext, step: LedgerStep, exchanges: Judged[]) => Finding | null;

const LAWS: Record<LedgerRule, Law> = {
  status: each((description, { outcome }) => broken(statusProblem(description, outcome))),
  'json-object': each((description, { outcome }) => {
    if (statusProblem(description, outcome)) return null;
    const read = readAnswer(description, outcome);
    return 'finding' in read ? broken(read.finding) : null;
  }),
  'success-flag': eachAnswer(successFlag),
  'error-row': eachAnswer((description, answer, exchange, context) => {
    if (answer.status === description.http.successStatus) return null;
    const { reader } = context.scope.world;
    const segment = new URL(exchange.request.url).pathname.split('/').filter(Boolean).at(-1) ?? '';
    const facts = { address: null, method: exchange.request.method, segment };
    const rows = Object.keys(description.errors);
    const findings = rows.map((row) => judgeRefusal(description, [row], answer, reader, facts));
    if (findings.includes(null)) return null;
    if (findings.some((one) => one?.verdict === 'inconclusive'))
      return findings.find((one) => one?.verdict === 'inconclusive') ?? null;
    return {
      verdict: 'fail',
      code: 'not-in-table',
      text: 'An error is no row of the table.',
      expected: 'status, code and message of one row',
      received: describeAnswer(description, answer, reader),
    };
  }),
  'content-type': each((description, { outcome }) => {
    const type = outcome.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    if (
      outcome.body.length === 0 ||
      type?.split(';')[0]?.trim().toLowerCase() === description.http.contentType
    )
      return null;
    return {
      verdict: 'fail',
      code: 'content-type',
      text: 'An answer is not declared as JSON.',
      expected: description.http.contentType,
      received: type ?? 'no Content-Type',
    };
  }),
  unique: (context, step, exchanges) => {
    const seen = new Map<unknown, Exchange>();
    for (const { exchange, value } of values(context, step, allVersions(context, step, exchanges))) {
      const before = seen.get(value);
      if (before) {
        return {
          verdict: 'fail',
          code: 'repeated',
          text: `Two messages have the same ${step.field}.`,
          expected: `a ${step.field} of its own for every message`,
          received: `${short(value)} in the exchanges ${before.id} and ${exchange.id}`,
        };
      }
      seen.set(value, exchange);
    }
    return null;
  },
  unit: (context, step, exchanges) => {
    const field = Object.fromEntries(responseFields(context.description, step.operation ?? ''))[
      step.field ?? ''
    ];
    if (!field) throw new Error(`The operation ${step.operation} has no field ${step.field}.`);
    for (const { exchange, value } of values(context, step, exchanges)) {
      if (typeof value !== 'number') continue;
      const finding = judgeField(
        'unit',
        field,
        { where: step.field ?? '', value },
        exchange.outcome.startedAt,
        context.description,
      );
      if (finding) return finding;
    }
    return null;
  },
};

/** Ids are unique among all messages: other operations and versions count, the first of a pair is not blamed twice. */
function allVersions(context: CaseContext, step: LedgerStep, own: Judged[]): Judged[] {
  const ids = new Set(own.map(({ id }) => id));
  const others = context.scope.exchanges.filter(
    (exchange): exchange is Judged =>
      !ids.has(exchange.id) &&
      exchange.outcome.kind === 'answer' &&
      exchange.operation !== null &&
      hasField(context, exchange, step.field ?? ''),
  );
  return [
    ...own,
    ...others.filter(
      (exchange) => exchange.operation !== step.operation || exchange.version !== context.one.version,
    ),
  ];
}

function hasField(context: CaseContext, exchange: Exchange, field: string): boolean {
  return responseFields(context.scope.description(exchange.version), exchange.operation ?? '').some(
    ([name]) => name === field,
  );
}

function values(
  context: CaseContext,
  step: LedgerStep,
  exchanges: Judged[],
): { exchange: Judged; value: unknown }[] {
  return exchanges.flatMap((exchange) => {
    const read = readAnswer(context.scope.description(exchange.version), exchange.outcome);
    const value = 'answer' in read ? read.answer.body[step.field ?? ''] : undefined;
    return value === undefined ? [] : [{ exchange, value }];
  });
}

function successFlag(description: Description, answer: ReadAnswer): Finding | null {
  const { field } = description.success;
  const value = answer.body[field];
  const due = answer.status === description.http.successStatus;
  if (value === due) return null;
  const what =
    value === undefined
      ? 'is missing'
      : typeof value === 'boolean'
        ? 'contradicts the status'
        : 'is no boolean';
  return {
    verdict: 'fail',
    code: 'shape',
    text: `"${field}" ${what}.`,
    expected: `${field}: ${due} with status ${answer.status}`,
    received: value === undefined ? `no ${field}` : `${field}: ${short(value)}`,
  };
}

/** Infrastructure and unreadable answers make other cases inconclusive; a law is broken or not. */
function broken(finding: Finding | null): Finding | null {
  return finding?.verdict === 'fail' ? finding : null;
}

function each(
  judge: (description: Description, exchange: Judged, context: CaseContext) => Finding | null,
): Law {
  return (context, _step, exchanges) => {
    const failures = exchanges.flatMap((exchange) => {
      const finding = judge(context.description, exchange, context);
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

function eachAnswer(
  judge: (
    description: Description,
    answer: ReadAnswer,
    exchange: Judged,
    context: CaseContext,
  ) => Finding | null,
): Law {
  return each((description, exchange, context) => {
    const read = readAnswer(description, exchange.outcome);
    return 'answer' in read ? judge(description, read.answer, exchange, context) : null;
  });
}
