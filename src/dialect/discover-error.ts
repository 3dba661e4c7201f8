import { fieldOf, operationOf, operationsOf, requestFields, rowsOf } from '../cases/description-lookups.js';
import { sampleBody } from '../description/samples.js';
import type { Description, ErrorRow, ErrorStimulus } from '../description/types.js';
import { fitsTemplate, type MessageFacts } from '../engine/judge/refusal.js';

import { at, pointer } from '../json.js';
import { conjunction } from '../phrases.js';
import { heldAt, jsonOf, KEY, type Path, type Place, placesOf } from './places.js';
import type { ErrorDialect, ErrorPlaces, Found, RequestSender } from './types.js';

/** An error whose row is known, because the request has exactly that fault. */
export interface Provoked {
  row: ErrorRow;
  facts: MessageFacts;
  body: unknown;
}

/** Who sends the requests, and as whom: `nonce` marks their user. */
export interface Provoker {
  main: string;
  unregistered: string;
  nonce: string;
}

/**
 * Provokes errors of known rows, each by one fault in an otherwise valid request (section 7): no key and an
 * unregistered one, an unknown operation, an empty body, one that is not JSON, one with a value of another type.
 */
export async function provokeErrors(
  descriptions: readonly Description[],
  sender: RequestSender,
  provoker: Provoker,
): Promise<Provoked[]> {
  const asked = descriptions.flatMap((description) =>
    faultsOf(description, provoker).flatMap(([kind, ...request]) =>
      rowsOf(description, kind).map((id) => provoke(description, sender, description.errors[id], request)),
    ),
  );
  return (await Promise.all(asked)).filter((response) => response !== null);
}

type FaultyRequest = [operation: string, key: string | null, body: unknown];

function faultsOf(
  description: Description,
  { main, unregistered, nonce }: Provoker,
): [kind: ErrorStimulus['kind'], ...FaultyRequest][] {
  const list = operationOf(description, 'destinations');
  const [message = list] = operationsOf(description, 'message');
  const fields = requestFields(description, message);
  const good = sampleBody(fields, { user: `u-${nonce}-provoked`, placeholders: { nonce } });
  const user = fieldOf(fields, 'user') ?? '';
  return [
    ['no-key', list, null, null],
    ['no-key', message, null, good],
    ['unregistered-key', list, unregistered, null],
    ['unregistered-key', message, unregistered, good],
    ['unsupported-request', description.http.unknownOperation, main, null],
    ['empty-body', message, main, null],
    ['malformed-json', message, main, Buffer.from('{')],
    ['wrong-type', message, main, { ...good, [user]: { [user]: [] } }],
  ];
}

async function provoke(
  description: Description,
  sender: RequestSender,
  row: ErrorRow | undefined,
  [operation, key, sent]: FaultyRequest,
): Promise<Provoked | null> {
  const outcome = await sender.post(description, operation, key, sent);
  if (!row || outcome.kind !== 'response' || outcome.status !== row.status) return null;
  const body = jsonOf(outcome.body);
  if (body === undefined) return null;
  return { row, body, facts: { address: null, method: description.http.method, segment: operation } };
}

/**
 * The places that hold the right code (a number, or the digits) and the right message most often: what a service gets
 * wrong in some errors must not hide where the others have it. A part that has no place in most errors has none.
 */
export function errorPlaces(provoked: readonly Provoked[]): Found<ErrorDialect> {
  if (new Set(provoked.map(({ row }) => row.code)).size < 2) {
    return { value: null, evidence: 'fewer than two requests were refused with the status of their fault' };
  }
  const codes = vote(provoked, ({ value }, response) => holdsCode(value, response));
  const messages = vote(provoked, ({ value, isKey }, response) => !isKey && holdsMessage(value, response));
  const [message] = messages;
  const best = codes.filter(({ rows }) => rows.length === codes[0]?.rows.length);
  const code = best.find((candidate) => message && sameParent(candidate.path, message.path)) ?? best[0];
  const value: ErrorDialect = { code: code?.place ?? null, message: message?.place ?? null };
  if (!code || !message) {
    const lacks = conjunction([code ? [] : ['code'], message ? [] : ['message']].flat());
    return {
      value: code || message ? value : null,
      evidence: `${provoked.length} provoked errors hold no ${lacks} of their row in the same place`,
    };
  }
  const other = otherPlaces(provoked.filter((response) => !isHeld(value, response)));
  if (other !== null) value.others = [other];
  return {
    value,
    evidence: `held in ${heldBy(value, provoked)} of ${provoked.length} provoked errors (${rowsIn(provoked)})`,
  };
}

/**
 * Where errors that lack either one at the usual places have both: beside each other, in at least two of them and in
 * most. No third place is sought, so that a service that puts them anywhere does not pass as one with fixed places.
 */
function otherPlaces(left: readonly Provoked[]): ErrorPlaces | null {
  const votes = new Map<string, { places: ErrorPlaces; count: number }>();
  for (const response of left) {
    const places = placesOf(response.body).filter(({ isKey }) => !isKey);
    const messages = places.filter(({ value }) => holdsMessage(value, response));
    for (const { path, value } of places) {
      const beside = holdsCode(value, response)
        ? messages.find((message) => sameParent(path, message.path))
        : null;
      if (!beside) continue;
      const found = { code: pointer(...path), message: pointer(...beside.path) };
      const known = votes.get(JSON.stringify(found)) ?? { places: found, count: 0 };
      votes.set(JSON.stringify(found), { ...known, count: known.count + 1 });
    }
  }
  const [best] = [...votes.values()].sort((a, b) => b.count - a.count);
  return best && best.count >= FEWEST && best.count * 2 > left.length ? best.places : null;
}

/** A single error may hold both anywhere by chance. */
const FEWEST = 2;

/** How many of the provoked errors have the right code and message at these places. */
export function heldBy({ others = [], ...usual }: ErrorDialect, provoked: readonly Provoked[]): number {
  return provoked.filter((response) => [usual, ...others].some((places) => isHeld(places, response))).length;
}

function isHeld({ code, message }: Omit<ErrorDialect, 'others'>, response: Provoked): boolean {
  return (
    (code === null || holdsCode(heldAt(response.body, code), response)) &&
    (message === null || holdsMessage(at(response.body, message), response))
  );
}

function holdsCode(value: unknown, { row }: Provoked): boolean {
  return value === row.code || value === String(row.code);
}

function holdsMessage(value: unknown, { row, facts }: Provoked): boolean {
  return typeof value === 'string' && fitsTemplate(row.message, value, facts);
}

/** A place that holds what is due in errors of these rows. */
interface Vote {
  /** As a dialect says it. */
  place: string;
  path: Path;
  rows: ErrorRow[];
}

/**
 * Places by how often they hold, then by depth. One that holds for a single row may do so by chance: it counts only
 * if the others have places of their own, too.
 */
function vote(provoked: readonly Provoked[], holds: (place: Place, response: Provoked) => boolean): Vote[] {
  const votes = new Map<string, Vote>();
  let held = 0;
  for (const response of provoked) {
    const places = placesOf(response.body).filter((place) => holds(place, response));
    if (places.length > 0) held += 1;
    for (const { place, path } of places.flatMap((found) => saidPlaces(found, response))) {
      const known = votes.get(place) ?? { place, path, rows: [] };
      known.rows.push(response.row);
      votes.set(place, known);
    }
  }
  const byCount = [...votes.values()].sort(
    (a, b) => b.rows.length - a.rows.length || a.path.length - b.path.length,
  );
  const ofSeveral = byCount.filter(({ rows }) => new Set(rows.map(({ code }) => code)).size > 1);
  if (ofSeveral.length > 0) return ofSeveral;
  return held * 2 > provoked.length ? byCount : [];
}

/** How a dialect says where something is. Where the code is a key, other errors have another key there. */
function saidPlaces(
  { path, isKey }: Pick<Place, 'path' | 'isKey'>,
  { row }: Provoked,
): Pick<Vote, 'place' | 'path'>[] {
  if (isKey) return [{ place: `${KEY}${pointer(...path)}`, path: [...path, '*'] }];
  const plain = { place: pointer(...path), path };
  const at = path.lastIndexOf(String(row.code));
  if (at < 0) return [plain];
  const behindCode = path.with(at, '*');
  return [plain, { place: pointer(...behindCode), path: behindCode }];
}

function sameParent(a: Path, b: Path): boolean {
  return pointer(...a.slice(0, -1)) === pointer(...b.slice(0, -1));
}

function rowsIn(provoked: readonly Provoked[]): string {
  return `code ${[...new Set(provoked.map(({ row }) => row.code))].join(', ')}`;
}
