import type { Description } from '../description/types.js';
import { count } from '../phrases.js';
import type { CaseDraft, Step } from './types.js';

/**
 * What lasts an hour does so when midnight is in it: somebody may keep, or look for, what belongs to one day. The cases, and
 * beside each that waits an hour one that does so over midnight.
 */
export function overMidnight({ samples }: Description, drafts: readonly CaseDraft[]): CaseDraft[] {
  const [hour] = Object.entries(samples.hours ?? {}).find(([, hours]) => hours === 1) ?? [];
  return drafts.flatMap((draft) => [draft, ...(hour === undefined ? [] : withMidnight(draft, hour))]);
}

/** @param hour how cases are named that wait an hour */
function withMidnight(draft: CaseDraft, hour: string): CaseDraft[] {
  const name = draft.name.replace(`for-${hour}`, 'over-midnight').replace(`after-${hour}`, 'after-midnight');
  if (name === draft.name) return [];
  const evening: Step = { do: 'clock', hours: 0, from: 'evening' };
  const steps = draft.steps.map((step): Step => (step.do === 'clock' ? { ...step, from: 'evening' } : step));
  return [{ ...draft, name, title: `${draft.title}, with midnight in between`, steps: [evening, ...steps] }];
}

/** "2 hours after": how titles of cases say how long they wait, hours. */
export function hoursAfter(hours: number): string {
  return `${count(hours, 'hour')} after`;
}
