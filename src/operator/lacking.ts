import type { PlainReasonCode } from '../reasons.js';
/** What a driver says of an action that it lacks; `why` is a clause. */
export function lacking(action: string, why: string): { code: PlainReasonCode; text: string } {
  return { code: 'operator-lacks', text: `The employee's side cannot do "${action}": ${why}.` };
}
