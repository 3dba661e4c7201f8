import type { Description } from '../../description/types.js';
import { operationsOf } from '../description-lookups.js';
import { historyCases, longConversation, MANY_MESSAGES, OTHER_DESTINATION } from '../history-cases.js';
import { writeReplies } from '../reply-steps.js';
import {
  closeAtOwnPoint,
  closeConversation,
  closeEmptyConversation,
  earlierConversation,
  ifPossible,
  numbered,
  OWN_POINT,
  prepare,
  setAddress,
  writeInTurn,
} from '../steps.js';
import type { CaseDraft, Step } from '../types.js';

/** Employees see every earlier conversation, however many there are, and however long or short they are (section 1). */
export function history(description: Description): CaseDraft[] {
  return [
    ofThird(description),
    beyondEmpty(description),
    waitingRepliesAtOther(description),
    waitingReplies(description),
    ofLong(description),
    ofMany(description),
  ];
}

function ofThird(description: Description): CaseDraft {
  const { draft, select, see } = historyCases(description);
  return draft('history-of-third', 'Employees see all conversations before a third one', [
    ...earlierConversation(description),
    ...earlierConversation(description, ['m3', 'm4'], 2),
    ...writeInTurn(description, ['m5', 'm6']),
    select(),
    see(['m1', 'm2', 'm3', 'm4', 'm5', 'm6']),
  ]);
}

function beyondEmpty(description: Description): CaseDraft {
  const { draft, select, see } = historyCases(description);
  return draft(
    'history-beyond-empty-conversation',
    'Employees see the conversations before one without any message',
    [
      ...earlierConversation(description),
      select(),
      ...closeEmptyConversation(description, 2),
      ...writeInTurn(description, ['m3', 'm4']),
      select(),
      see(['m1', 'm2', 'm3', 'm4']),
    ],
  );
}

/** A conversation at the contact point of the case's own, with replies that wait for an address. */
function withWaitingReplies(description: Description): Step[] {
  const { select, answers } = historyCases(description);
  return [
    setAddress(null),
    ...writeInTurn(description, ['m1', 'm2'], OWN_POINT),
    select(OWN_POINT),
    ...writeReplies(answers),
  ];
}

function waitingRepliesAtOther(description: Description): CaseDraft {
  const { draftAtOther, select, see, answerNames, answerNeeds } = historyCases(description);
  return {
    ...draftAtOther(
      'history-elsewhere-of-kept-replies',
      'Employees of another destination see replies that wait for an address',
      [
        ...withWaitingReplies(description),
        closeAtOwnPoint(description),
        ...writeInTurn(description, ['m3'], OWN_POINT),
        select({ ...OWN_POINT, ...OTHER_DESTINATION }),
        see(['m1', 'm2', 'm3'], { ...OWN_POINT, ...OTHER_DESTINATION, replies: answerNames }),
      ],
      [{ kind: 'unset-address' }, ...answerNeeds],
    ),
    phase: 'unset',
  };
}

function waitingReplies(description: Description): CaseDraft {
  const { draft, select, see, answerNames, answerNeeds } = historyCases(description);
  return {
    ...draft(
      'history-of-kept-replies',
      'Employees see replies that wait for an address, when it is set and in the next conversation, too',
      [
        ...withWaitingReplies(description),
        see(['m1', 'm2'], { ...OWN_POINT, replies: answerNames }),
        setAddress('late'),
        see(['m1', 'm2'], { ...OWN_POINT, replies: answerNames }),
        closeAtOwnPoint(description),
        ...writeInTurn(description, ['m3'], OWN_POINT),
        select(OWN_POINT),
        see(['m1', 'm2', 'm3'], { ...OWN_POINT, replies: answerNames }),
      ],
      [{ kind: 'unset-address' }, ...answerNeeds],
    ),
    phase: 'unset',
  };
}

function ofLong(description: Description): CaseDraft {
  const { draft, select, see } = historyCases(description);
  const { steps, messages } = longConversation(description);
  return draft(
    'history-of-long',
    `Employees see all of ${MANY_MESSAGES} messages of an earlier conversation`,
    [...steps, select(), see(messages)],
  );
}

/** More conversations than services show on one page. */
const CONVERSATIONS = 22;

function ofMany(description: Description): CaseDraft {
  const { draft, select, see } = historyCases(description);
  const conversations = numbered(CONVERSATIONS);
  const kinds = operationsOf(description, 'message');
  return draft(
    'history-of-many',
    `Employees see all of ${CONVERSATIONS} conversations before the present one`,
    [
      ...conversations.flatMap((as, at) => [
        prepare(description, kinds[at % kinds.length] as string, {}, as),
        select(),
        // A conversation that ends before the message has reached anybody may never show it.
        see([as], { setup: true }),
        ...closeConversation(description, at + 1),
      ]),
      ...writeInTurn(description, ['last']),
      select(),
      see([...conversations, 'last']),
    ],
  );
}

/** Employees see the conversations that another destination had (section 1). */
export function historyAtOtherDestination(description: Description): CaseDraft[] {
  return [
    ofMessages(description),
    selectedEarly(description),
    ...ofOneMessage(description),
    ofSeveral(description),
    openedByReplies(description),
    ofRepliesAlone(description),
    ofLongConversation(description),
  ];
}

function ofMessages(description: Description): CaseDraft {
  const { draftAtOther, select, see } = historyCases(description);
  return draftAtOther('history-elsewhere', 'Employees see conversations that another destination had', [
    ...earlierConversation(description),
    ...writeInTurn(description, ['m3', 'm4']),
    select(OTHER_DESTINATION),
    see(['m1', 'm2', 'm3', 'm4'], OTHER_DESTINATION),
  ]);
}

function selectedEarly(description: Description): CaseDraft {
  const { draftAtOther, select, see } = historyCases(description);
  return draftAtOther(
    'history-elsewhere-selected-early',
    'Employees see conversations that another destination had, though theirs was selected before the next message',
    [
      ...writeInTurn(description, ['m1', 'm2']),
      select(),
      ...writeInTurn(description, ['m3', 'm4']),
      see(['m1', 'm2', 'm3', 'm4'], { setup: true }),
      ...closeConversation(description),
      select(OTHER_DESTINATION),
      ...writeInTurn(description, ['m5']),
      see(['m1', 'm2', 'm3', 'm4', 'm5'], OTHER_DESTINATION),
    ],
  );
}

function ofOneMessage(description: Description): CaseDraft[] {
  const { draftAtOther, select, see } = historyCases(description);
  return operationsOf(description, 'message').map((kind) =>
    draftAtOther(
      `history-elsewhere-of-one/${kind}`,
      'Employees see a conversation of a single message that another destination had',
      [
        prepare(description, kind, {}, 'm1'),
        select(),
        see(['m1'], { setup: true }),
        ...closeConversation(description),
        ...writeInTurn(description, ['m2']),
        select(OTHER_DESTINATION),
        see(['m1', 'm2'], OTHER_DESTINATION),
      ],
    ),
  );
}

/** Each of them, not the latest alone. */
function ofSeveral(description: Description): CaseDraft {
  const { draftAtOther, select, see } = historyCases(description);
  return draftAtOther(
    'history-elsewhere-of-several',
    'Employees see every one of the conversations that another destination had',
    [
      ...earlierConversation(description),
      ...earlierConversation(description, ['m3', 'm4'], 2),
      ...writeInTurn(description, ['m5', 'm6']),
      select(OTHER_DESTINATION),
      see(['m1', 'm2', 'm3', 'm4', 'm5', 'm6'], OTHER_DESTINATION),
    ],
  );
}

function openedByReplies(description: Description): CaseDraft {
  const { draftAtOther, select, see, answers, answerNames, answerNeeds } = historyCases(description);
  return draftAtOther(
    'history-elsewhere-opened-by-replies',
    'Employees see a conversation in which employees of another destination wrote before the user did, if they can',
    [
      select(),
      ...writeReplies(answers, {}).map(ifPossible),
      ...writeInTurn(description, ['m1']),
      see(['m1'], { replies: answerNames, setup: true }),
      ...closeConversation(description),
      ...writeInTurn(description, ['m2']),
      select(OTHER_DESTINATION),
      see(['m1', 'm2'], { ...OTHER_DESTINATION, replies: answerNames }),
    ],
    answerNeeds,
  );
}

function ofRepliesAlone(description: Description): CaseDraft {
  const { draftAtOther, select, see, answers, answerNames, answerNeeds } = historyCases(description);
  return draftAtOther(
    'history-elsewhere-of-replies-alone',
    'Employees see a conversation in which employees of another destination wrote and the user did not, if they can',
    [
      select(),
      ...writeReplies(answers, {}).map(ifPossible),
      ...closeConversation(description),
      ...writeInTurn(description, ['m1']),
      select(OTHER_DESTINATION),
      see(['m1'], { ...OTHER_DESTINATION, replies: answerNames }),
    ],
    answerNeeds,
  );
}

function ofLongConversation(description: Description): CaseDraft {
  const { draftAtOther, select, see } = historyCases(description);
  const { steps, messages } = longConversation(description);
  return draftAtOther(
    'history-elsewhere-of-long',
    `Employees see all of ${MANY_MESSAGES} messages of a conversation that another destination had`,
    [...steps, select(OTHER_DESTINATION), see(messages, OTHER_DESTINATION)],
  );
}
