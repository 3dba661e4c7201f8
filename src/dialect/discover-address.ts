import { operationOf, rowsOf } from '../cases/description-lookups.js';
import { fill } from '../description/samples.js';
import type { Description } from '../description/types.js';
import { fitsTemplate } from '../engine/judge/refusal.js';
import type { Outcome } from '../engine/ports.js';
import {
  ADDRESS_PLACES,
  bodyWith,
  type DeliveryProbe,
  discoverByDelivery,
  type Placement,
  packed,
  suggestedPlaces,
} from './address-bodies.js';
import { jsonOf, type Path, placesOf } from './places.js';
import type { Found, RequestSender } from './types.js';

export interface AddressQuest {
  description: Description;
  sender: RequestSender;
  key: string;
  nonce: string;
  /** Concurrent requests where places are tried one by one. */
  atOnce: number;
  /** For services that never repeat an invalid address: without it their place is not found. */
  probe?: DeliveryProbe;
}

/**
 * The body of the operation that sets the webhook address. Every candidate place gets an invalid address of its own;
 * the refusal repeats the one that was read (section 7). At first, several places share one body; if unknown fields
 * are refused, each is tried alone. No valid address is sent, so a correct service stays as it was. If no refusal
 * reveals the place, valid addresses do: by being accepted, or called.
 */
export async function discoverAddress(
  quest: AddressQuest,
  how: { thorough: boolean } = { thorough: true },
): Promise<Found<unknown>> {
  const { description } = quest;
  const operation = operationOf(description, 'address');
  const nothing = (evidence: string): Found<unknown> => ({ value: null, evidence });
  const unanswered = (why: string): Found<unknown> => nothing(`${operation} was not answered: ${why}`);
  const blank = await ask(quest, []);
  const silence = noResponse(description, blank);
  if (silence !== null) return unanswered(silence);
  const likely = [...suggestedPlaces(reasonsIn(blank)), ...ADDRESS_PLACES];
  const candidates = placements(quest, likely);
  const together = await firstEcho(quest, packed(candidates), 1);
  const apart =
    !together.found && how.thorough && together.refused
      ? await firstEcho(quest, singly(candidates), quest.atOnce)
      : together;
  const found = together.found ?? apart.found;
  if (!found && quest.probe) {
    const { value, evidence } = await byGoodAddresses(quest, quest.probe, { likely, blank });
    return { value, evidence };
  }
  if (!found && apart.unanswered !== null) return unanswered(apart.unanswered);
  if (!found) {
    return nothing(
      `no refusal of ${operation} repeats an address from any of ${candidates.length} places tried`,
    );
  }
  const where = found.path.join('.');
  const again = await firstEcho(quest, singly(placements(quest, [found.path], 'again')), 1, repeatedAtAll);
  if (!again.found)
    return nothing(`${operation} reads the address at ${where}, but the body must hold more than that`);
  return {
    value: bodyWith([{ path: found.path, text: '{webhook_url}' }]),
    evidence: `${operation} repeats the invalid address sent at ${where}`,
  };
}

/** Whether the service reads the address at the place of a body template: it repeats an invalid one from there. */
export async function readsAddress(quest: AddressQuest, template: unknown): Promise<boolean> {
  const [placement] = placements(quest, [[]], 'configured');
  const body = fill(template, { webhook_url: placement?.text ?? '', user: `u-${quest.nonce}` });
  const outcome = await quest.sender.post(
    quest.description,
    operationOf(quest.description, 'address'),
    quest.key,
    body,
  );
  return placement !== undefined && repeatedAtAll(quest.description, outcome, [placement]) !== null;
}

function ask({ description, sender, key }: AddressQuest, group: readonly Placement[]): Promise<Outcome> {
  return sender.post(description, operationOf(description, 'address'), key, bodyWith(group));
}

/** Invalid addresses, all different. */
function placements(
  { description, nonce }: AddressQuest,
  paths: readonly Path[],
  mark = 'place',
): Placement[] {
  const [sample = '{nonce}'] = Object.values(description.samples.invalidAddresses);
  return paths.map((path, index) => ({
    path,
    // None is a prefix of another.
    text: String(fill(sample, { nonce: `${nonce}-${mark}-${String(index).padStart(4, '0')}` })),
  }));
}

/**
 * For services whose refusals do not reveal the place. One that refuses a body without an address reads the place at
 * which a valid one is accepted; one that accepts any body calls what it has read.
 */
async function byGoodAddresses(
  quest: AddressQuest,
  probe: DeliveryProbe,
  { likely, blank }: { likely: readonly Path[]; blank: Outcome },
): Promise<Found<unknown>> {
  const { description } = quest;
  const good = likely.map((path, index) => ({ path, text: probe.address(`place-${index}`) }));
  const pathless = { path: [`none-${quest.nonce}`], text: probe.address('place-none') };
  const picky = !isTaken(description, blank) && !isTaken(description, await ask(quest, [pathless]));
  if (picky) return firstTaken(quest, good);
  const groups = [...packed(good), ...singly(good.slice(0, MOST_ALONE))];
  return discoverByDelivery(groups, probe, async (group) => isTaken(description, await ask(quest, group)));
}

/** If no two fields are accepted together, only the likeliest ones. */
const MOST_ALONE = 6;

/** The first place at which a valid address is accepted by itself. */
async function firstTaken(quest: AddressQuest, good: readonly Placement[]): Promise<Found<unknown>> {
  const { description } = quest;
  const together = await Promise.all(packed(good).map((group) => ask(quest, group)));
  const hopeful = together.some(
    (outcome) => isTaken(description, outcome) || isWrongData(description, outcome),
  );
  for (let next = 0; hopeful && next < good.length; next += quest.atOnce) {
    const some = good.slice(next, next + quest.atOnce);
    const outcomes = await Promise.all(some.map((placement) => ask(quest, [placement])));
    const found = some.find((_, at) => isTaken(description, outcomes[at]));
    if (found)
      return {
        value: bodyWith([{ path: found.path, text: '{webhook_url}' }]),
        evidence: `a valid address is accepted at ${found.path.join('.')}, and no body without it; no refusal repeats an invalid one`,
      };
    if (outcomes.some((outcome) => noResponse(description, outcome) !== null)) break;
  }
  if (together.some((outcome) => isTaken(description, outcome)))
    return {
      value: null,
      evidence:
        'a valid address is accepted among others, but at no place alone: the body must hold more than that',
    };
  return {
    value: null,
    evidence: `no refusal repeats an address from any of ${good.length} places tried, and a valid one is accepted at none of them`,
  };
}

interface Searched {
  found: Placement | null;
  /** A body was refused as wrong data: another one may be accepted. */
  refused: boolean;
  /**
   * Why there was no response; null: there always was one. The search ends there, because each further request may take
   * as long.
   */
  unanswered: string | null;
}

/** Sends one group after the other until a response repeats an address that was sent. */
async function firstEcho(
  quest: AddressQuest,
  groups: readonly Placement[][],
  atOnce: number,
  repeats: Repeats = repeated,
): Promise<Searched> {
  const { description } = quest;
  const searched: Searched = { found: null, refused: false, unanswered: null };
  for (let next = 0; next < groups.length; next += atOnce) {
    const some = groups.slice(next, next + atOnce);
    const outcomes = await Promise.all(some.map((group) => ask(quest, group)));
    const found = outcomes
      .map((outcome, at) => repeats(description, outcome, some[at] ?? []))
      .find((placement) => placement);
    if (found) return { ...searched, found };
    searched.refused ||= outcomes.some((outcome) => isWrongData(description, outcome));
    const unanswered = outcomes.map((outcome) => noResponse(description, outcome)).find((reason) => reason);
    if (unanswered) return { ...searched, unanswered };
  }
  return searched;
}

function singly(placements: readonly Placement[]): Placement[][] {
  return placements.map((placement) => [placement]);
}

function isTaken({ http }: Description, outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'response' && outcome.status === http.successStatus;
}

function isWrongData({ errors }: Description, outcome: Outcome): boolean {
  const rows = Object.values(errors).filter(({ stimulus }) => stimulus.kind === 'wrong-type');
  return outcome.kind === 'response' && rows.some(({ status }) => status === outcome.status);
}

function noResponse({ http }: Description, outcome: Outcome): string | null {
  if (outcome.kind === 'no-response') return outcome.failure.text;
  return http.infrastructureStatuses.includes(outcome.status) ? `status ${outcome.status}` : null;
}

type Repeats = (description: Description, outcome: Outcome, group: readonly Placement[]) => Placement | null;

/** The placement whose address the response repeats, in the words of the row for invalid addresses. */
function repeatedInItsWords(
  description: Description,
  outcome: Outcome,
  group: readonly Placement[],
): Placement | null {
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

/** The placement whose address the response repeats at all. */
function repeatedAtAll(_: Description, outcome: Outcome, group: readonly Placement[]): Placement | null {
  const texts = textsIn(outcome);
  const [held = null, ...others] = group.filter(({ text: address }) =>
    texts.some((text) => text.includes(address)),
  );
  return others.length === 0 ? held : null;
}

/**
 * The placement whose address the response repeats: in the words of its row or, for a service with other words, if it
 * is the only one repeated. A response that repeats the whole body reveals nothing.
 */
function repeated(description: Description, outcome: Outcome, group: readonly Placement[]): Placement | null {
  return (
    repeatedInItsWords(description, outcome, group) ??
    (group.length > 1 ? repeatedAtAll(description, outcome, group) : null)
  );
}

/** The service's complaint about a body without an address, in the words of the row for wrong data. */
function reasonsIn(outcome: Outcome): string[] {
  return textsIn(outcome).filter((text) => text.length < 500);
}

function textsIn(outcome: Outcome): string[] {
  if (outcome.kind !== 'response') return [];
  return placesOf(jsonOf(outcome.body)).flatMap(({ value, isKey }) =>
    !isKey && typeof value === 'string' ? [value] : [],
  );
}
