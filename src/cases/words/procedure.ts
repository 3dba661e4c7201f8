import type { Description } from '../../description/types.js';
import type { Case, SendStep, Step, UpheldStep } from '../types.js';
import { actionWords, destinationWords, notifiedWords, userWords } from './events.js';
import { expectationWords } from './expectation.js';
import { inboxWords, stepNumbers } from './inbox.js';
import { invariantWords } from './invariant.js';
import { keyWords, requestWords } from './request.js';

/** The steps of a case in plain sentences, for `explain` and the report. What only prepares says so. */
export function procedure({ steps }: Pick<Case, 'steps'>, description: Description): string[] {
  return steps.map((step) => {
    const sentence = describe(step, steps, description);
    if ('setup' in step && step.setup) return `Setup: ${sentence}`;
    return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
  });
}

function describe(step: Step, steps: readonly Step[], description: Description): string {
  switch (step.do) {
    case 'send':
      return sentWords(step, description, asksAgain(step, steps));
    case 'operate':
      return `let an employee ${actionWords(step, description)}${keyWords(step.key)}${step.beside ? ', without waiting for it to finish' : ''}.`;
    case 'notified':
      return notifiedWords(step, description, asksAgain(step, steps));
    case 'refuse':
      return `let the webhook catcher refuse the first ${step.times} deliveries for ${userWords(step.user)}.`;
    case 'repeated':
      return `watch for one quiet window, and record whether and when the refused deliveries for ${userWords(step.user)} come again.`;
    case 'arrivals':
      return `record in which order the ${step.of.length} events for ${userWords(step.user)} came.`;
    case 'inbox':
      return inboxWords(step, steps);
    case 'address':
      return addressWords(
        step.label,
        `${step.version === undefined ? '' : ` in version ${step.version}`}${keyWords(step.key)}`,
      );
    case 'clock':
      return step.hours === 0
        ? "wait for the other cases that advance the service's clock."
        : `advance the service's clock until ${step.hours} ${step.hours === 1 ? 'hour has' : 'hours have'} passed on it.`;
    case 'presence':
      return `let all employees of ${destinationWords(step.destination)} log ${step.online ? 'in' : 'out'}${keyWords(step.key)}.${step.setup ? '' : ` The list of destinations must show it${step.alone ? ', and no other destination may change the other way' : ''}.`}`;
    case 'invariant':
      return `throughout the run, ${invariantWords(step, description)}.`;
    case 'event-address':
      return "check at the end that no event of this run came to a former address, or to another contact point's.";
    case 'prompt-count':
      return `check at the end that ${step.event} came for no user of this run more often than the messages and closes of that user allow.`;
    case 'event-cause':
      return step.law === 'cause'
        ? `check at the end that ${step.event} came only for users for whom an employee did "${step.action}".`
        : `check at the end that no ${step.event} of this run carries what an employee wrote to another user.`;
    case 'upheld':
      return upheldWords(step);
    case 'explained':
      return `some order of ${stepNumbers(
        '',
        step.done.map(({ of }) => of),
        steps,
      )} must explain the answers, the events, and what employees of the chosen destination see of ${userWords(step.user)}.${step.settles ? ' This must still hold at the end of the run.' : ''}`;
    case 'alike':
      return `check that ${stepNumbers('the answer', step.of, steps)} have the same status and code.`;
  }
}

/** Whether an earlier step of the case answers the same open question. */
function asksAgain(step: Step, steps: readonly Step[]): boolean {
  const gap = gapOf(step);
  const first = steps.find((other) => gap !== undefined && gapOf(other) === gap);
  return first !== undefined && first !== step;
}

function gapOf(step: Step): string | undefined {
  if (step.do === 'send') return 'gap' in step.expect ? step.expect.gap : undefined;
  return step.do === 'notified' && typeof step.times === 'object' ? step.times.gap : undefined;
}

/** That a preparing request must be accepted goes without saying. */
function sentWords(
  { request, expect, setup, beside, instead }: SendStep,
  description: Description,
  again: boolean,
): string {
  const call = `call ${requestWords(request, description)}${beside ? ', without waiting for the answer' : ''}.`;
  const otherwise = instead ? ' If it is refused, send it again with ordinary values.' : '';
  return setup && expect.kind === 'accepted'
    ? call
    : `${call} ${expectationWords(expect, description, again)}${otherwise}`;
}

function addressWords(label: string | null | { later: true }, where: string): string {
  if (label === null) return `clear the webhook address${where}.`;
  return typeof label === 'string'
    ? `set the webhook address to the catcher's address "${label}"${where}.`
    : "when the case ends, set the run's own webhook address again.";
}

function upheldWords({ duty: { kind, about } }: UpheldStep): string {
  const what: Record<UpheldStep['duty']['kind'], string> = {
    refused: `no faulty request of ${about} was accepted`,
    accepted: `no valid request of ${about} was refused`,
    due: `no ${about} was missing`,
    delivered: `no message of ${about} failed to reach its employees`,
    listed: `every answer of ${about} listed a destination`,
  };
  return `check at the end that ${what[kind]} in the setup of any case of this run.`;
}
