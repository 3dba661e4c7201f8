import type { Description, ErrorRow } from '../../description/types.js';
import type { Finding } from '../finding.js';
import type { Reader } from '../world.js';
import type { ReadAnswer } from './answer.js';
import { short } from './field.js';
import { filledTemplate, fitsTemplate, type MessageFacts } from './template.js';

/** Whether an answer is one of the rows (section 7): status, code and message, all of them compared. */
export function judgeRefusal(
  description: Description,
  rows: readonly string[],
  answer: ReadAnswer,
  reader: Reader,
  facts: MessageFacts,
): Finding | null {
  const due = rows.flatMap((id) => description.errors[id] ?? []);
  const whole = due.length > 1 && due.length === Object.keys(description.errors).length;
  const named = due.map((row) => `${row.status}, code ${row.code}, "${filledTemplate(row.message, facts)}"`);
  const expected = whole ? 'a row of the error table' : named.join(' or ');
  const read = reader.error(answer.body);
  const received = describeAnswer(description, answer, reader);
  const finding = (code: string, text: string, verdict: 'fail' | 'inconclusive' = 'fail'): Finding => ({
    verdict,
    code,
    text,
    expected,
    received,
  });

  if (answer.status === description.http.successStatus) {
    return !whole && due.some(({ stimulus }) => KEY_FAULTS.includes(stimulus.kind))
      ? finding('auth', 'A request without a good key was accepted.')
      : finding('accepted', 'The request was accepted; a refusal was due.');
  }
  const sameStatus = due.filter((row) => row.status === answer.status);
  if (sameStatus.length === 0) {
    const { code, text } = wrongStatus(description, answer.status, due);
    return finding(code, text);
  }
  if (!read)
    return finding(
      'dialect-error',
      'The places of code and message in the body are not known; "dialect.error" in the configuration would settle it.',
      'inconclusive',
    );
  const sameCode = sameStatus.filter((row) => read.code === String(row.code));
  if (sameCode.length === 0)
    return finding(
      'code',
      `The status is right, the code is ${read.code === null ? 'missing' : 'another one'}.`,
    );
  if (!sameCode.some((row) => read.message !== null && fitsTemplate(row.message, read.message, facts))) {
    return finding(
      'message',
      `Status and code are right, the message is ${read.message === null ? 'missing' : "not the row's"}.`,
    );
  }
  return null;
}

const KEY_FAULTS = ['no-key', 'unregistered-key'];

function wrongStatus(
  description: Description,
  status: number,
  due: ErrorRow[],
): { code: string; text: string } {
  const unexpected = Object.values(description.errors).find(
    (row) => row.status === status && row.stimulus.kind === 'none',
  );
  if (unexpected)
    return { code: 'server-error', text: `The service failed (status ${status}) where a refusal was due.` };
  return {
    code: 'status',
    text: `The refusal has status ${status}; ${[...new Set(due.map((row) => row.status))].join(' or ')} was due.`,
  };
}

/** Rows of the table that the answer is, by status, code and message. */
export function matchingRows(
  description: Description,
  answer: ReadAnswer,
  reader: Reader,
  facts: MessageFacts,
): string[] {
  return Object.keys(description.errors).filter(
    (id) => judgeRefusal(description, [id], answer, reader, facts) === null,
  );
}

const LONGEST_MESSAGE = 300;

/** `400, code 9, "Invalid data: …"` or `200, accepted`, for people. */
export function describeAnswer(description: Description, answer: ReadAnswer, reader: Reader): string {
  const pair = statusAndCode(description, answer, reader);
  if (answer.status === description.http.successStatus) return pair;
  const message = reader.error(answer.body)?.message;
  return `${pair}, ${message ? short(message, LONGEST_MESSAGE) : 'no message'}`;
}

/** `400, code 9` or `200, accepted`: alike for alike answers, whatever they repeat of the request. */
export function statusAndCode(description: Description, answer: ReadAnswer, reader: Reader): string {
  if (answer.status === description.http.successStatus) return `${answer.status}, accepted`;
  return `${answer.status}, code ${reader.error(answer.body)?.code ?? 'unknown'}`;
}
