import type { Description } from '../../description/types.js';
import { operationsOf } from '../description-lookups.js';
import { historyCases, longConversation, MANY_MESSAGES, OTHER_DESTINATION } from '../history-cases.js';
import { writeReplies } from '../reply-steps.js';
import { closeConversation, earlierConversation, ifPossible, prepare, writeInTurn } from '../steps.js';
import type { CaseDraft } from '../types.js';

/** Employees see the conversations that another destination had (section 1). */
export function historyAtOtherDestination(description: Description): CaseDraft[] {
  return [
    ofMessages(description),
    selectedEarly(description),
    ...ofOneMessage(description),
    openedByReplies(description),
    ofRepliesAlone(description),
    ofLong(description),
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

function ofLong(description: Description): CaseDraft {
  const { draftAtOther, select, see } = historyCases(description);
  const { steps, messages } = longConversation(description);
  return draftAtOther(
    'history-elsewhere-of-long',
    `Employees see all of ${MANY_MESSAGES} messages of a conversation that another destination had`,
    [...steps, select(OTHER_DESTINATION), see(messages, OTHER_DESTINATION)],
  );
}
