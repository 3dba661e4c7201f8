import type { Description } from '../../description/types.js';
import type { Expectation } from '../types.js';

/** What the answer to a request must be, in a sentence, and what is recorded of it. */
export function expectationWords(expect: Expectation, description: Description): string {
  switch (expect.kind) {
    case 'accepted':
      return `It must be accepted (status ${description.http.successStatus}).`;
    case 'refused':
      return `It must be refused with ${rowWords(expect.rows, description)}.${recorded(expect.gap, description)}`;
    case 'documented': {
      const refusal = expect.refusal
        ? `refused with ${rowWords(expect.refusal, description)}`
        : 'refused with an error from the table';
      return `It may be accepted, or ${refusal}.${recorded(expect.gap, description)}`;
    }
    case 'anything':
      return `Any answer is fine.${recorded(expect.gap, description)}`;
    case 'not':
      return `Any answer is fine except ${rowWords(expect.rows, description)}.${recorded(expect.gap, description)}`;
    case 'no-success':
      return 'It must not be accepted: no answer, an error or a redirect is fine.';
  }
}

/** The open question that an answer is recorded for. */
export function recorded(gap: string | undefined, { gaps }: Description): string {
  if (gap === undefined) return '';
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
