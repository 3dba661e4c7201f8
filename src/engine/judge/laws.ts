import type { LedgerRule } from '../../cases/types.js';
import { responseFields } from '../../cases/vocabulary.js';
import type { Description } from '../../description/types.js';
import type { Finding } from '../finding.js';
import type { Answer } from '../ports.js';
import type { Exchange, Reader } from '../world.js';
import { type ReadAnswer, readAnswer, statusProblem } from './answer.js';
import { short } from './field.js';
import { describeAnswer, judgeRefusal } from './refusal.js';

export type AnsweredExchange = Exchange & { outcome: Answer };

/** Laws that each answer keeps or breaks by itself. */
export type AnswerRule = Exclude<LedgerRule, 'unique' | 'unit'>;

type Judge = (description: Description, exchange: AnsweredExchange, reader: Reader) => Finding | null;

/** What is wrong with one answer by a law that holds for all. */
export const ANSWER_LAWS: Record<AnswerRule, Judge> = {
  status: (description, { outcome }) => broken(statusProblem(description, outcome)),
  'json-object': (description, { outcome }) => {
    if (statusProblem(description, outcome)) return null;
    const read = readAnswer(description, outcome);
    return 'finding' in read ? broken(read.finding) : null;
  },
  'success-flag': (description, exchange) => ofAnswer(description, exchange, successFlag),
  'error-row': (description, exchange, reader) =>
    ofAnswer(description, exchange, (_description, answer) =>
      errorRow(description, answer, exchange, reader),
    ),
  'content-type': (description, { outcome }) => {
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
  },
};

/** Fields of the answer that the operation lists; none where it cannot be read. */
export function answerFields(
  description: Description,
  { operation, outcome }: Exchange,
): Map<string, unknown> {
  const read = readAnswer(description, outcome);
  if (operation === null || !('answer' in read)) return new Map();
  const { body } = read.answer;
  return new Map(responseFields(description, operation).map(([name]) => [name, body[name]]));
}

function ofAnswer(
  description: Description,
  { outcome }: AnsweredExchange,
  judge: (description: Description, answer: ReadAnswer) => Finding | null,
): Finding | null {
  const read = readAnswer(description, outcome);
  return 'answer' in read ? judge(description, read.answer) : null;
}

/** Infrastructure and unreadable answers make other cases inconclusive; a law is broken or not. */
function broken(finding: Finding | null): Finding | null {
  return finding?.verdict === 'fail' ? finding : null;
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

function errorRow(
  description: Description,
  answer: ReadAnswer,
  { request }: AnsweredExchange,
  reader: Reader,
): Finding | null {
  if (answer.status === description.http.successStatus) return null;
  const segment = new URL(request.url).pathname.split('/').filter(Boolean).at(-1) ?? '';
  const facts = { address: null, method: request.method, segment };
  const rows = Object.keys(description.errors);
  const findings = rows.flatMap((row) => judgeRefusal(description, [row], answer, reader, facts) ?? []);
  if (findings.length < rows.length) return null;
  return {
    verdict: 'fail',
    code: 'not-in-table',
    text: 'An error is no row of the table.',
    expected: 'status, code and message of one row',
    received: describeAnswer(description, answer, reader),
  };
}
