import { readFileSync, writeFileSync } from 'node:fs';
import { isAsBuilt } from '../description/load.js';
import type { Description } from '../description/types.js';
import { codePlace } from '../package-root.js';
import { authentication, transport } from './groups/access.js';
import { addresses, addressLaw } from './groups/addresses.js';
import { afterRefusals } from './groups/after-refusals.js';
import { concurrency, repliesBesideAddress } from './groups/concurrency.js';
import { conversations } from './groups/conversations.js';
import { deliveries } from './groups/deliveries.js';
import { destinations, unlistedDestinations } from './groups/destinations.js';
import { duties } from './groups/duties.js';
import { employee } from './groups/employee.js';
import { errors } from './groups/errors.js';
import { events } from './groups/events.js';
import { bounds, fieldTypes } from './groups/field-values.js';

import { history, historyAtOtherDestination } from './groups/history.js';

import { historyOfContents } from './groups/history-of-contents.js';
import { isolationOfContactPoints } from './groups/isolation-of-contact-points.js';
import { isolationOfCards, isolationOfUsers } from './groups/isolation-of-users.js';

import { jsonSpellings } from './groups/json-spellings.js';
import { keptAnywhere } from './groups/kept-anywhere.js';
import { keptMessages } from './groups/kept-messages.js';
import { keptReplies } from './groups/kept-replies.js';
import { keptRepliesAnywhere } from './groups/kept-replies-anywhere.js';
import { equalKeptReplies, keptReplyContents } from './groups/kept-reply-contents.js';
import { keptUntilAddress } from './groups/kept-until-address.js';
import { lastingEvents } from './groups/lasting-events.js';
import { lastingSelections } from './groups/lasting-selections.js';
import { lastingSight } from './groups/lasting-sight.js';
import { laterConversations } from './groups/later-conversations.js';
import { laterSelections } from './groups/later-selections.js';
import { loggedOutDestinations } from './groups/logged-out-destinations.js';
import { eventsAfterLogOut } from './groups/logged-out-events.js';
import { loggedOutSelections } from './groups/logged-out-selections.js';
import { messagesAtOnce } from './groups/messages-at-once.js';
import { nearlyEqual } from './groups/nearly-equal.js';
import { closesWhileLoggedOut, outlastingLogOuts } from './groups/outlasting-log-outs.js';
import { precedence } from './groups/precedence.js';
import { reading } from './groups/reading.js';
import { receivers } from './groups/receivers.js';
import { refusedAddresses } from './groups/refused-addresses.js';
import { replyContents } from './groups/reply-contents.js';
import { replySequences, withoutDestination } from './groups/reply-sequences.js';
import { requestBodies } from './groups/request-bodies.js';
import { responses } from './groups/responses.js';
import { routing } from './groups/routing.js';
import { secondSelections } from './groups/second-selections.js';
import { shortTexts } from './groups/short-texts.js';
import { throughRefusals } from './groups/through-refusals.js';

import { users } from './groups/users.js';
import { values } from './groups/values.js';
import { versions } from './groups/versions.js';
import { waitingForLogin } from './groups/waiting-for-login.js';
import { walks } from './groups/walks.js';
import { whileOthersWrite } from './groups/while-others-write.js';
import { withoutAddress } from './groups/without-address.js';

import { withLostConversationChecks } from './lost-conversations.js';
import { statementMatcher } from './statements.js';
import { type Case, type CaseDraft, GROUPS, type Need } from './types.js';

/** What cases are about; each theme may have cases of several groups. */
const THEMES: readonly ((description: Description, others: readonly Description[]) => CaseDraft[])[] = [
  transport,
  authentication,
  errors,
  precedence,
  requestBodies,
  jsonSpellings,
  fieldTypes,
  bounds,
  unlistedDestinations,
  responses,
  destinations,
  routing,
  employee,
  events,
  values,
  shortTexts,
  users,
  nearlyEqual,
  replyContents,
  replySequences,
  addresses,
  refusedAddresses,
  addressLaw,
  receivers,
  deliveries,
  keptMessages,
  keptUntilAddress,
  keptReplyContents,
  keptAnywhere,
  isolationOfUsers,
  isolationOfContactPoints,
  isolationOfCards,
  historyAtOtherDestination,
  history,
  historyOfContents,
  conversations,
  laterConversations,
  laterSelections,
  secondSelections,
  throughRefusals,
  afterRefusals,
  reading,
  keptReplies,
  keptRepliesAnywhere,
  equalKeptReplies,
  withoutAddress,
  withoutDestination,
  waitingForLogin,
  outlastingLogOuts,
  loggedOutDestinations,
  closesWhileLoggedOut,
  loggedOutSelections,
  eventsAfterLogOut,
  whileOthersWrite,
  lastingSelections,
  lastingEvents,
  lastingSight,
  versions,
  walks,
  concurrency,
  messagesAtOnce,
  repliesBesideAddress,
];

/**
 * All cases that follow from the descriptions, in a stable order. Pure: the same descriptions give the same cases.
 * The level of a case is the highest of its statements; without one it only observes.
 */
export function deriveCases(descriptions: readonly Description[]): Case[] {
  return descriptions.flatMap((description) => {
    const others = descriptions.filter((other) => other !== description);
    const statementsOf = statementMatcher(description);
    return THEMES.flatMap((derive) => derive(description, others))
      .sort((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group))
      .concat(duties(description))
      .map((draft) => complete(draft, description, statementsOf));
  });
}

const derived = new WeakMap<readonly Description[], readonly Case[]>();

/**
 * The same list for whoever asks again with the same descriptions, because deriving takes a fifth of a second; for the
 * package's own descriptions the build has done it.
 */
export function casesOf(descriptions: readonly Description[]): readonly Case[] {
  const known = derived.get(descriptions) ?? builtCases(descriptions) ?? deriveCases(descriptions);
  derived.set(descriptions, known);
  return known;
}

/**
 * The cases that the build derived from the package's own descriptions; null for others, and for those that have changed
 * since.
 */
export function builtCases(descriptions: readonly Description[]): readonly Case[] | null {
  return isAsBuilt(descriptions) ? readCases(builtCasesFile()) : null;
}

/** What the file holds; null if it cannot be read: the cases can always be derived. */
export function readCases(file: string): readonly Case[] | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Case[];
  } catch {
    return null;
  }
}

/** Writes what was derived. A case is plain data, so what is read back is equal to it. */
export function writeCases(file: string, cases: readonly Case[]): void {
  writeFileSync(file, JSON.stringify(cases));
}

/** Where the build puts the cases. */
export function builtCasesFile(): string {
  return codePlace('cases.json');
}

/** Makes the cases of the version that depend on other versions as well. */
export function furtherCases(description: Description): (draft: CaseDraft) => Case {
  const statementsOf = statementMatcher(description);
  return (draft) => complete(draft, description, statementsOf);
}

function complete(
  draft: CaseDraft,
  description: Description,
  statementsOf: (path: string) => string[],
): Case {
  const path = [draft.group, draft.name, ...(draft.operation ? [draft.operation] : [])].join('/');
  const statements = statementsOf(path);
  const levels = statements.map((id) => description.statements[id]?.level);
  const level = (['required', 'expected'] as const).find((level) => levels.includes(level)) ?? 'observed';
  const needs: Need[] = mayOverwrite(description, draft)
    ? [...draft.needs, { kind: 'consent' }]
    : draft.needs;
  return {
    phase: 'open',
    ...draft,
    needs,
    steps: withLostConversationChecks(description, draft),
    id: `${description.version}/${path}`,
    version: description.version,
    level: draft.level ?? level,
    statements,
  };
}

/** Whether a request of the case carries a good address to the operation that sets it, accepted or not. */
function mayOverwrite(description: Description, { steps }: CaseDraft): boolean {
  return steps.some((step) => {
    if (step.do === 'address') return true;
    if (step.do !== 'send') return false;
    const { operation, body } = step.request;
    return description.operations[operation]?.kind === 'address' && !['literal', 'none'].includes(body.kind);
  });
}
