import type { Description } from '../description/types.js';
import { builtCases } from './built-cases.js';
import { authentication, transport } from './groups/access.js';
import { addresses } from './groups/addresses.js';
import {
  notifiedAfterRefusals,
  seenBetweenRefusals,
  selectedThroughRefusedAddress,
} from './groups/after-refusals.js';
import { cardsApart, keptApart } from './groups/apart.js';
import { concurrency } from './groups/concurrency.js';
import { laterRouting, laterStorage } from './groups/conversations.js';
import { deliveries } from './groups/deliveries.js';
import { destinations } from './groups/destinations.js';
import { employee } from './groups/employee.js';
import { errors } from './groups/errors.js';
import { events } from './groups/events.js';
import { history } from './groups/history.js';
import { keptReplies } from './groups/kept-replies.js';
import { lasting, lastingLogOut, lastingSight, notifiedAfterTime, overMidnight } from './groups/lasting.js';
import { repliesAtOther } from './groups/later-conversations.js';
import { changingCards, formerDestinations, laterCards } from './groups/later-selections.js';
import { storedWhileLoggedOut } from './groups/logged-out.js';
import { notifiedAfterLogOut } from './groups/logged-out-events.js';
import {
  cardsOfLoggedOut,
  detailsOfLoggedOut,
  selectedEarlyThroughLogOut,
} from './groups/logged-out-selections.js';
import { nearlyEqual, sameEverywhere } from './groups/nearly-equal.js';
import {
  keptThroughReading,
  notifiedAfterReading,
  routedAfterReading,
  selectedEarlyThroughReading,
  waitingThroughReading,
} from './groups/reading.js';
import { receivers } from './groups/receivers.js';
import {
  cardAfterRefusals,
  forbiddenUnseen,
  keptThroughRefusals,
  refused,
  seenAfterRefusals,
} from './groups/refused.js';
import { replyContents } from './groups/reply-contents.js';
import { requests } from './groups/requests.js';
import { responses } from './groups/responses.js';
import { routing } from './groups/routing.js';
import { closedAfterSelectedAgain, waitingAfterSelectedAgain } from './groups/selected-again.js';
import { keptShortTexts, shortReplies, shortTexts } from './groups/short-texts.js';
import { storage } from './groups/storage.js';
import { stored } from './groups/stored.js';
import { upheld } from './groups/upheld.js';
import {
  closedUsers,
  exactUsers,
  keptThroughCloseOfShorter,
  routedUsers,
  similarRoutedUsers,
  similarUsers,
  userHistories,
} from './groups/users.js';
import { keptValues, values } from './groups/values.js';
import { versions } from './groups/versions.js';
import { journeys, walks } from './groups/walks.js';
import {
  closedWithoutAddress,
  keptFromOtherAddress,
  keptWithoutAddress,
  throughNewAddress,
} from './groups/without-address.js';
import { keptThroughEarlyReplies, routedAfterEarlyReplies } from './groups/without-destination.js';
import { withProbes } from './probes.js';
import { statementMatcher } from './statements.js';
import type { Case, CaseDraft, Group, Need } from './types.js';

type Derivation = (description: Description, others: readonly Description[]) => CaseDraft[];

const DERIVATIONS: Record<Group, Derivation[]> = {
  transport: [transport],
  authentication: [authentication],
  errors: [errors],
  requests: [requests],
  responses: [responses],
  destinations: [destinations],
  routing: [
    routing,
    routedUsers,
    similarRoutedUsers,
    refused,
    selectedThroughRefusedAddress,
    overMidnight(lasting),
    laterRouting,
    routedAfterReading,
    closedAfterSelectedAgain,
    closedWithoutAddress,
    routedAfterEarlyReplies,
  ],
  employee: [
    employee,
    values,
    shortTexts,
    exactUsers,
    similarUsers,
    cardsApart,
    changingCards,
    laterCards,
    cardsOfLoggedOut,
    sameEverywhere,
    formerDestinations,
    seenAfterRefusals,
    forbiddenUnseen,
    cardAfterRefusals,
  ],
  events: [
    events,
    replyContents,
    shortReplies,
    repliesAtOther,
    addresses,
    receivers,
    deliveries,
    closedUsers,
    notifiedAfterLogOut,
    notifiedAfterRefusals,
    notifiedAfterReading,
    overMidnight(notifiedAfterTime),
  ],
  storage: [
    storage,
    nearlyEqual,
    keptThroughReading,
    selectedEarlyThroughReading,
    keptThroughEarlyReplies,
    waitingThroughReading,
    keptValues,
    keptShortTexts,
    keptApart,
    overMidnight(stored),
    keptThroughRefusals,
    seenBetweenRefusals,
    lastingLogOut,
    overMidnight(lastingSight),
    history,
    laterStorage,
    keptReplies,
    storedWhileLoggedOut,
    selectedEarlyThroughLogOut,
    waitingAfterSelectedAgain,
    detailsOfLoggedOut,
    keptWithoutAddress,
    keptFromOtherAddress,
    throughNewAddress,
    keptThroughCloseOfShorter,
    userHistories,
  ],
  versions: [versions],
  walks: [walks, journeys],
  concurrency: [concurrency],
};

/**
 * All cases that follow from the descriptions, in a stable order. Pure: the same descriptions give the same cases.
 * The level of a case is the highest of its statements; without one it only observes.
 */
export function deriveCases(descriptions: readonly Description[]): Case[] {
  return descriptions.flatMap((description) => {
    const others = descriptions.filter((other) => other !== description);
    const capabilities = statementMatcher(description);
    return Object.values(DERIVATIONS)
      .flat()
      .flatMap((derive) => derive(description, others))
      .concat(upheld(description))
      .map((draft) => complete(draft, description, capabilities));
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

/** Makes the cases of the version that depend on other versions as well. */
export function furtherCases(description: Description): (draft: CaseDraft) => Case {
  const capabilities = statementMatcher(description);
  return (draft) => complete(draft, description, capabilities);
}

function complete(
  draft: CaseDraft,
  description: Description,
  capabilities: (path: string) => string[],
): Case {
  const path = [draft.group, draft.name, ...(draft.operation ? [draft.operation] : [])].join('/');
  const statements = capabilities(path);
  const levels = statements.map((id) => description.statements[id]?.level);
  const level = (['required', 'expected'] as const).find((level) => levels.includes(level)) ?? 'observed';
  const needs: Need[] = mayOverwrite(description, draft)
    ? [...draft.needs, { kind: 'consent' }]
    : draft.needs;
  return {
    phase: 'open',
    ...draft,
    needs,
    steps: withProbes(description, draft),
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
