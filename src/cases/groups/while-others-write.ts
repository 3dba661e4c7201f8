import type { Description } from '../../description/types.js';
import {
  allContentFields,
  closeRule,
  employeeEvents,
  operationOf,
  operationsOf,
  replies,
  routingEvent,
  shownFields,
  timesAsked,
} from '../description-lookups.js';
import { actionsOf, closeNeed, inboxNeeds, WEBHOOK } from '../needs.js';
import { replyWithEvent } from '../reply-steps.js';
import {
  conversation,
  earlierConversation,
  expectOnePrompt,
  look,
  operate,
  prepare,
  send,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/**
 * However many other users write meanwhile, nothing of what a user has is lost (section 3): these cases begin before all
 * others of the run, and go on once those have ended.
 */
export function whileOthersWrite(description: Description): CaseDraft[] {
  return [
    kept(description),
    asked(description),
    selected(description),
    employeeActs(description),
    card(description),
    history(description),
    closed(description),
  ];
}

const OTHERS: Step = { do: 'await-others' };

function draft(
  name: string,
  { group, title, needs, steps }: Pick<CaseDraft, 'group' | 'title' | 'needs' | 'steps'>,
): CaseDraft {
  return {
    group,
    name: `${name}-while-others-write`,
    title: `${title} after all other users of the run have written`,
    needs,
    phase: 'spanning',
    steps,
  };
}

function kept(description: Description): CaseDraft {
  const names = allContentFields(description);
  const messages = ['m1', 'm2', 'm3', 'm4'];
  return draft('kept', {
    group: 'storage',
    title: 'Messages before the selection reach the employee at a selection',
    needs: inboxNeeds(names),
    steps: [
      ...writeInTurn(description, messages),
      OTHERS,
      prepare(description, operationOf(description, 'select')),
      look('present', messages, names),
    ],
  });
}

function asked(description: Description): CaseDraft {
  const event = routingEvent(description);
  const [first, other = first] = operationsOf(description, 'message') as [string, ...string[]];
  const times = timesAsked(description, ['message', 'message', 'message']);
  return draft('second-message', {
    group: 'routing',
    title: `Later messages without a selection ${times === 1 ? 'still do not ask' : 'ask'} for a destination`,
    needs: [WEBHOOK],
    steps: [
      prepare(description, first),
      { do: 'expect-event', event, user: 'a', times: 1, setup: true },
      OTHERS,
      send(description, other, { kind: 'accepted' }),
      send(description, first, { kind: 'accepted' }),
      { do: 'expect-event', event, user: 'a', times, settles: true },
    ],
  });
}

function selected(description: Description): CaseDraft {
  const names = allContentFields(description);
  return draft('selected', {
    group: 'routing',
    title: 'Messages while a destination is selected do not ask for one, and reach its employees',
    needs: [WEBHOOK, ...inboxNeeds(names)],
    steps: [
      ...conversation(description),
      OTHERS,
      ...writeInTurn(description, ['m1', 'm2']),
      look('present', ['m1', 'm2'], names),
      expectOnePrompt(description),
    ],
  });
}

/** What employees of an old conversation write is sent, and so is its close. */
function employeeActs(description: Description): CaseDraft {
  const rules = employeeEvents(description);
  return draft('told', {
    group: 'events',
    title: 'Replies and the close send their events',
    needs: [WEBHOOK, { kind: 'online' }, ...actionsOf(rules)],
    steps: [...conversation(description), OTHERS, ...rules.flatMap((rule) => replyWithEvent(rule))],
  });
}

function card(description: Description): CaseDraft {
  const select = operationOf(description, 'select');
  const shown = shownFields(description, select);
  return draft('card', {
    group: 'employee',
    title: 'Employees see the name and attributes from the selection',
    needs: inboxNeeds([...allContentFields(description), ...shown]),
    steps: [
      prepare(description, operationOf(description, 'message')),
      prepare(description, select, {}, 'selection'),
      OTHERS,
      ...writeInTurn(description, ['m1']),
      look('present', ['m1'], shown, { card: 'selection' }),
    ],
  });
}

function history(description: Description): CaseDraft {
  const names = allContentFields(description);
  return draft('history', {
    group: 'storage',
    title: 'Employees see an earlier conversation',
    needs: [...inboxNeeds(names), WEBHOOK, closeNeed(description)],
    steps: [
      ...earlierConversation(description),
      OTHERS,
      ...writeInTurn(description, ['m3']),
      prepare(description, operationOf(description, 'select')),
      look('present', ['m1', 'm2', 'm3'], names),
    ],
  });
}

/** A conversation in which both sides have written ends as any other does. */
function closed(description: Description): CaseDraft {
  const event = routingEvent(description);
  const close = closeRule(description);
  const answers = replies(description);
  const message = operationOf(description, 'message');
  return draft('closed', {
    group: 'routing',
    title: 'A close is reported, and the next message asks for a destination,',
    needs: [WEBHOOK, ...actionsOf(answers), closeNeed(description)],
    steps: [
      ...conversation(description),
      ...answers.flatMap((rule) => replyWithEvent(rule)),
      OTHERS,
      operate(close.action, {}),
      { do: 'expect-event', event: close.event, user: 'a', times: 1 },
      send(description, message, { kind: 'accepted' }),
      {
        do: 'expect-event',
        event,
        user: 'a',
        times: timesAsked(description, ['message', 'select', 'close', 'message']),
        settles: true,
      },
    ],
  });
}
