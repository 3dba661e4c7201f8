import type { Operator } from '../engine/ports.js';
import type { PlainReasonCode } from '../reasons.js';

/** An operator that may know by itself why it cannot do an action here. */
export interface Driver extends Operator {
  /** Reason code and sentence; null: there is nothing to say beyond what `supports` says. */
  whyNot?(action: string): { code: PlainReasonCode; text: string } | null;
}

/** What a driver says of an action that it lacks; `why` is a clause. */
export function lacking(action: string, why: string): { code: PlainReasonCode; text: string } {
  return { code: 'operator-lacks', text: `The employee's side cannot do "${action}": ${why}.` };
}
