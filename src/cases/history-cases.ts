import type { Description } from '../description/types.js';
import { allContentFields, operationOf, replies } from './description-lookups.js';
import { actionsOf, closeNeed, inboxNeeds, otherDestinationNeeds, WEBHOOK } from './needs.js';
import { type NamedReply, repliesInTurn } from './reply-steps.js';
import type { RequestPlan } from './request-plan.js';
import { closeConversation, look, numbered, prepare, writeInTurn } from './steps.js';
import type { CaseDraft, InboxStep, Need, SendStep, Step } from './types.js';

/** What cases are made of in which employees see earlier conversations of a user. */
export interface HistoryCases {
  /** A case with conversations at one destination. */
  draft: (name: string, title: string, steps: Step[], needs?: Need[]) => CaseDraft;
  /** A case in which employees of another destination have a later conversation. */
  draftAtOther: (name: string, title: string, steps: Step[], needs?: Need[]) => CaseDraft;
  select: (plan?: Partial<RequestPlan>) => SendStep;
  /** Employees see these messages. */
  see: (
    holds: readonly string[],
    more?: Partial<Pick<InboxStep, 'key' | 'destination' | 'replies' | 'setup'>>,
  ) => InboxStep;
  /** A reply of each kind, with the names of their steps, and what writing them needs. */
  answers: NamedReply[];
  answerNames: string[];
  answerNeeds: Need[];
}

/** Messages of one conversation, more than services show of it at once. */
export const MANY_MESSAGES = 53;

/** Setup: a conversation of many messages, which employees have seen, and its close; then a message of the next one. */
export function longConversation(description: Description): { steps: Step[]; messages: string[] } {
  const { select, see } = historyCases(description);
  const many = numbered(MANY_MESSAGES);
  return {
    messages: [...many, 'last'],
    steps: [
      ...writeInTurn(description, many.slice(0, 2)),
      select(),
      ...writeInTurn(description, many.slice(2)),
      see(many, { setup: true }),
      ...closeConversation(description),
      ...writeInTurn(description, ['last']),
    ],
  };
}

/** What is done at the other destination. */
export const OTHER_DESTINATION = { destination: 'other' } as const;

/** See `HistoryCases`. */
export function historyCases(description: Description): HistoryCases {
  const names = allContentFields(description);
  const select = operationOf(description, 'select');
  const kinds = replies(description);
  const answers = repliesInTurn(kinds, kinds.length);
  const draftWith =
    (usual: Need[]): HistoryCases['draft'] =>
    (name, title, steps, needs = []) => ({
      group: 'storage',
      name,
      title,
      needs: [...usual, ...needs],
      steps,
    });
  return {
    draft: draftWith([...inboxNeeds(names), WEBHOOK, closeNeed(description)]),
    draftAtOther: draftWith(otherDestinationNeeds(description, names)),
    select: (plan = {}) => prepare(description, select, plan),
    see: (holds, more = {}) => look('present', [...holds], names, more),
    answers,
    answerNames: answers.map(({ as }) => as),
    answerNeeds: actionsOf(kinds),
  };
}
