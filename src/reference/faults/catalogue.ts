import { faults as answers } from './answers.js';
import { faults as cards } from './cards.js';
import { faults as closes } from './closes.js';
import { faults as crashes } from './crashes.js';
import { faults as deliveryReports } from './delivery-reports.js';
import { faults as destinations } from './destinations.js';
import { faults as events } from './events.js';
import type { NamedFault } from './fault.js';
import { faults as inboxes } from './inboxes.js';
import { faults as json } from './json.js';
import { faults as keptMessages } from './kept-messages.js';
import { faults as keys } from './keys.js';
import { faults as laterConversations } from './later-conversations.js';
import { faults as logOuts } from './log-outs.js';
import { faults as messageResults } from './message-results.js';
import { faults as mixtures } from './mixtures.js';
import { faults as paths } from './paths.js';
import { faults as races } from './races.js';
import { faults as replies } from './replies.js';
import { faults as requestBodies } from './request-bodies.js';
import { faults as selections } from './selections.js';
import { faults as texts } from './texts.js';
import { faults as users } from './users.js';
import { faults as waitingReplies } from './waiting-replies.js';
import { faults as webhookAddresses } from './webhook-addresses.js';

/** All named faults, by name. They cost a good start-up: load this module where a fault is wanted. */
export const namedFaults: readonly NamedFault[] = [
  ...answers,
  ...cards,
  ...closes,
  ...crashes,
  ...deliveryReports,
  ...destinations,
  ...events,
  ...inboxes,
  ...json,
  ...keptMessages,
  ...keys,
  ...laterConversations,
  ...logOuts,
  ...messageResults,
  ...mixtures,
  ...paths,
  ...races,
  ...replies,
  ...requestBodies,
  ...selections,
  ...texts,
  ...users,
  ...waitingReplies,
  ...webhookAddresses,
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** @throws RangeError for a name that no fault has */
export function namedFault(name: string): NamedFault {
  const fault = namedFaults.find((namedFault) => namedFault.name === name);
  if (fault === undefined) throw new RangeError(`There is no fault named ${name}.`);
  return fault;
}
