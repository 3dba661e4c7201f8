import { cutText } from '../cut-text.js';
import type { ExchangeRecord } from '../record/types.js';

/** Fewer answers may be alike by chance. */
const LEAST = 20;
const LONGEST = 80;

interface Told {
  request: Pick<ExchangeRecord['request'], 'method'>;
  response: ExchangeRecord['response'];
}

/**
 * What is to be said before all else of a target that answers the same to everything: verdicts over it say nothing. Null:
 * it does not.
 */
export function diagnosisOf(exchanges: readonly Told[]): string | null {
  // An answer to HEAD has no body, whatever the target answers to everything else.
  const telling = exchanges.filter(({ request, response }) => request.method !== 'HEAD' || response === null);
  const answers = telling.flatMap(({ response }) => response ?? []);
  const told = new Set(
    answers.map(({ status, body }) => `${status} ${body?.text ?? body?.base64 ?? ''}`.trim()),
  );
  const [first] = told;
  if (answers.length < LEAST || answers.length < telling.length || told.size !== 1 || first === undefined)
    return null;
  return `Every request was answered ${cutText(first, LONGEST).replaceAll(/\s+/g, ' ')}: this does not look like the interface.`;
}
