import type { Description } from '../../description/types.js';
import type { Expectation } from '../types.js';

/**
 * What the answer to a request must be, in a sentence, and what is recorded of it.
 * @param again whether an earlier step of the case has put the open question
 */
export function expectationWords(expect: Expectation, description: Description, again: boolean): string {
  const told = (gap: string | undefined): string => recorded(gap, description, again);
  switch (expect.kind) {
    case 'accepted':
      return `It must be accepted (status ${description.http.successStatus}).`;
    case 'refused':
      return `It must be refused with ${rowWords(expect.rows, description)}.${told(expect.gap)}`;
    case 'documented': {
      const refusal = expect.refusal
        ? `refused with ${rowWords(expect.refusal, description)}`
        : 'refused with an error from the table';
      return `It may be accepted, or ${refusal}.${told(expect.gap)}`;
    }
    case 'anything':
      return `Any answer is fine.${told(expect.gap)}`;
    case 'not':
      return `Any answer is fine except ${rowWords(expect.rows, description)}.${told(expect.gap)}`;
    case 'no-success':
      return 'It must not be accepted: no answer, an error or a redirect is fine.';
  }
}

/** The open question that what comes is recorded for, unless an earlier step has put it. */
export function recorded(gap: string | undefined, { gaps }: Description, again: boolean): string {
  if (gap === undefined) return '';
  if (again) return ' The result is recorded for the same question.';
  const question = gaps[gap]?.question;
  return ` The result is recorded${question ? `, because the interface leaves this open: ${question}` : '.'}`;
}

/** `400, code 9 ("Invalid data: <reason>")`, each row of the table of errors. */
function rowWords(rows: readonly string[], { errors }: Description): string {
  return rows
    .map((id) => {
      const row = errors[id];
      return row ? `${row.status}, code ${row.code} ("${row.message.replace(PLACEHOLDERS, '<$1>')}")` : id;
    })
    .join(' or ');
}

/** Of `$url` and `${request.path}` the last word. */
const PLACEHOLDERS = /\$\{?(?:\w+\.)*(\w+)\}?/g;
