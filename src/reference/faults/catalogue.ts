import { quoted } from '../../terminal-text.js';
import { closest } from '../../yaml/closest.js';
import { faults as addressRefusals } from './address-refusals.js';
import { faults as addressSpellings } from './address-spellings.js';
import { faults as cards } from './cards.js';
import { faults as closes } from './closes.js';
import { faults as crashes } from './crashes.js';
import { faults as crowds } from './crowds.js';
import { faults as destinations } from './destinations.js';
import { faults as events } from './events.js';
import type { NamedFault } from './fault.js';
import { faults as hours } from './hours.js';
import { faults as inboxes } from './inboxes.js';
import { faults as json } from './json.js';
import { faults as keptMessages } from './kept-messages.js';
import { faults as keys } from './keys.js';
import { faults as laterConversations } from './later-conversations.js';
import { faults as laterLogOuts } from './later-log-outs.js';
import { faults as laterMessages } from './later-messages.js';
import { faults as laterReplies } from './later-replies.js';
import { faults as likenesses } from './likenesses.js';
import { faults as limits } from './limits.js';
import { faults as longCourses } from './long-courses.js';
import { faults as mixtures } from './mixtures.js';
import { faults as races } from './races.js';
import { faults as reading } from './reading.js';
import { faults as refusals } from './refusals.js';
import { faults as replies } from './replies.js';
import { faults as requests } from './requests.js';
import { faults as responses } from './responses.js';
import { faults as secondSelections } from './second-selections.js';
import { faults as selections } from './selections.js';
import { faults as texts } from './texts.js';
import { faults as users } from './users.js';
import { faults as webhookAddresses } from './webhook-addresses.js';

/**
 * All named faults, by name. Loading them takes a good part of the start-up: import this module only where one is
 * wanted.
 */
export const namedFaults: readonly NamedFault[] = [
  ...responses,
  ...cards,
  ...closes,
  ...crashes,
  ...crowds,
  ...destinations,
  ...events,
  ...inboxes,
  ...json,
  ...keptMessages,
  ...keys,
  ...laterConversations,
  ...laterMessages,
  ...hours,
  ...laterLogOuts,
  ...laterReplies,
  ...likenesses,
  ...limits,
  ...reading,
  ...refusals,
  ...longCourses,
  ...mixtures,
  ...races,
  ...replies,
  ...requests,
  ...secondSelections,
  ...selections,
  ...texts,
  ...users,
  ...webhookAddresses,
  ...addressSpellings,
  ...addressRefusals,
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** @throws RangeError for a name that no fault has */
export function namedFault(name: string): NamedFault {
  const fault = namedFaults.find((namedFault) => namedFault.name === name);
  if (fault === undefined) throw new RangeError(`There is no fault named ${name}.`);
  return fault;
}

/** The message that no fault has this name, with a suggestion; null: there is one. */
export function unknownFault(name: string): string | null {
  const names = namedFaults.map((fault) => fault.name);
  if (names.includes(name)) return null;
  const near = closest(name, names) ?? only(names.filter((known) => known.startsWith(name)));
  return `No fault is called ${quoted(name)}${near === undefined ? '' : `; expected ${near}`}.`;
}

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
