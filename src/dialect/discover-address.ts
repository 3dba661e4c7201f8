import { operationOf, rowsOf } from '../cases/vocabulary.js';
import type { Description } from '../description/types.js';
import { fill } from '../engine/fill.js';
import { fitsTemplate } from '../engine/judge/template.js';
import type { Outcome } from '../engine/ports.js';
import { bodyWith, type Placement, packed } from './address-body.js';
import { ADDRESS_PLACES, suggestedPlaces } from './address-candidates.js';
import type { Asker, Found } from './asker.js';
import { type DeliveryProbe, discoverByDelivery } from './discover-by-delivery.js';
import { jsonOf, type Path, placesOf } from './places.js';

export interface AddressQuest {
  description: Description;
  asker: Asker;
  key: string;
  nonce: string;
  /** Requests at a time where places are tried one by one. */
  atOnce: number;
  /** For services that take any text for an address; without it their place is not found. */
  probe?: DeliveryProbe;
}

/**
 * The body of the operation that sets the webhook address. Every candidate place gets an invalid address of its own;
 * the refusal repeats the one that was read (section 7). Several places stand in one body at first; where unknown fields
 * are refused, each is tried alone. No valid address is sent, so a good service is left as it was, unless it takes
 * invalid ones: then good ones are, and the one that is called tells the place.
 */
export async function discoverAddress(
  quest: AddressQuest,
  how: { thorough: boolean } = { thorough: true },
): Promise<Found<unknown>> {
  const operation = operationOf(quest.description, 'address');
  const nothing = (evidence: string): Found<unknown> => ({ value: null, evidence });
  const blank = await ask(quest, []);
  const likely = [...suggestedPlaces(reasonsIn(blank)), ...ADDRESS_PLACES];
  const candidates = placements(quest, likely);
  const together = await firstEcho(quest, packed(candidates), 1);
  const apart =
    !together.found && how.thorough && together.refused
      ? await firstEcho(quest, alone(candidates), quest.atOnce)
      : together;
  const { found, unanswered } = together.found ? together : apart;
  if (unanswered) return nothing(`${operation} was not answered: ${unanswered}`);
  const taken = [...together.taken, ...apart.taken];
  if (!found && taken.length > 0 && quest.probe) {
    const { value, evidence } = await byDelivery(quest, quest.probe, taken);
    return { value, evidence: `${operation}: ${evidence}` };
  }
  if (!found) {
    return nothing(
      `no refusal of ${operation} repeats an address from any of ${candidates.length} places tried`,
    );
  }
  const where = found.path.join('.');
  const again = await firstEcho(quest, alone(placements(quest, [found.path], 'again')), 1);
  if (!again.found)
    return nothing(`${operation} reads the address at ${where}, but wants more in the body than that`);
  return {
    value: bodyWith([{ path: found.path, text: '{webhook_url}' }]),
    evidence: `${operation} repeats the invalid address sent at ${where}`,
  };
}

/** Whether the service reads the address where a body template says: it repeats an invalid one from there. */
export async function readsAddress(quest: AddressQuest, template: unknown): Promise<boolean> {
  const [one] = placements(quest, [[]], 'configured');
  const body = fill(template, { webhook_url: one?.text ?? '', user: `u-${quest.nonce}` });
  const outcome = await quest.asker.post(
    quest.description,
    operationOf(quest.description, 'address'),
    quest.key,
    body,
  );
  return one !== undefined && echoed(quest.description, outcome, [one]) !== null;
}

function ask({ description, asker, key }: AddressQuest, group: readonly Placement[]): Promise<Outcome> {
  return asker.post(description, operationOf(description, 'address'), key, bodyWith(group));
}

/** Invalid addresses, each told from all others. */
function placements(
  { description, nonce }: AddressQuest,
  paths: readonly Path[],
  mark = 'place',
): Placement[] {
  const [sample = '{nonce}'] = Object.values(description.samples.invalidAddresses);
  return paths.map((path, index) => ({
    path,
    text: String(fill(sample, { nonce: `${nonce}-${mark}-${index}` })),
  }));
}

/** The likeliest groups alone: each may have to wait for an event that does not come. */
const MOST_GROUPS = 6;

function byDelivery(
  quest: AddressQuest,
  probe: DeliveryProbe,
  taken: readonly Placement[][],
): Promise<Found<unknown>> {
  const { description, asker, key } = quest;
  const groups = taken.slice(0, MOST_GROUPS).map((group) => group.map(({ path }) => path));
  return discoverByDelivery(groups, probe, async (body) => {
    const outcome = await asker.post(description, operationOf(description, 'address'), key, body);
    return isTaken(description, outcome);
  });
}

interface Searched {
  found: Placement | null;
  /** Groups of invalid addresses that were taken all the same. */
  taken: Placement[][];
  /** A body was refused as wrong data: another one may fare better. */
  refused: boolean;
  /** Why there was no answer; null: there always was. The search ends there, for each further request may take as long. */
  unanswered: string | null;
}

/** Asks group after group until one is answered with an address that was sent. */
async function firstEcho(
  quest: AddressQuest,
  groups: readonly Placement[][],
  atOnce: number,
): Promise<Searched> {
  const { description } = quest;
  const searched: Searched = { found: null, taken: [], refused: false, unanswered: null };
  for (let next = 0; next < groups.length; next += atOnce) {
    const some = groups.slice(next, next + atOnce);
    const outcomes = await Promise.all(some.map((group) => ask(quest, group)));
    const found = outcomes
      .map((outcome, at) => echoed(description, outcome, some[at] ?? []))
      .find((one) => one);
    if (found) return { ...searched, found };
    searched.taken.push(...some.filter((_, at) => isTaken(description, outcomes[at])));
    searched.refused ||= outcomes.some((outcome) => isWrongData(description, outcome));
    const unanswered = outcomes.map((outcome) => noAnswer(description, outcome)).find((one) => one);
    if (unanswered) return { ...searched, unanswered };
  }
  return searched;
}

function alone(placements: readonly Placement[]): Placement[][] {
  return placements.map((one) => [one]);
}

function isTaken({ http }: Description, outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'answer' && outcome.status === http.successStatus;
}

function isWrongData({ errors }: Description, outcome: Outcome): boolean {
  const rows = Object.values(errors).filter(({ stimulus }) => stimulus.kind === 'wrong-type');
  return outcome.kind === 'answer' && rows.some(({ status }) => status === outcome.status);
}

function noAnswer({ http }: Description, outcome: Outcome): string | null {
  if (outcome.kind === 'no-answer') return outcome.failure.text;
  return http.infrastructureStatuses.includes(outcome.status) ? `status ${outcome.status}` : null;
}

/** The placement whose address the answer repeats in the words of the row for invalid addresses. */
function echoed(description: Description, outcome: Outcome, group: readonly Placement[]): Placement | null {
  const templates = rowsOf(description, 'invalid-address').flatMap(
    (row) => description.errors[row]?.message ?? [],
  );
  const texts = textsIn(outcome);
  const repeats = ({ text: address }: Placement): boolean =>
    texts.some((text) =>
      templates.some((template) => fitsTemplate(template, text, { address, method: '', segment: '' })),
    );
  return group.find(repeats) ?? null;
}

/** What the service says of a body without an address, in the words of the row for wrong data. */
function reasonsIn(outcome: Outcome): string[] {
  return textsIn(outcome).filter((text) => text.length < 500);
}

function textsIn(outcome: Outcome): string[] {
  if (outcome.kind !== 'answer') return [];
  return placesOf(jsonOf(outcome.body)).flatMap(({ value, isKey }) =>
    !isKey && typeof value === 'string' ? [value] : [],
  );
}
