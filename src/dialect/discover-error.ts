import { operationOf, rowsOf } from '../cases/vocabulary.js';
import type { Description, ErrorRow } from '../description/types.js';
import { fitsTemplate, type MessageFacts } from '../engine/judge/template.js';
import type { Asker, Found } from './asker.js';
import { jsonOf, type Path, placesOf } from './places.js';
import { at, pointerOf } from './pointer.js';
import type { ErrorDialect } from './types.js';

/** An error whose row is known, for the request has exactly that fault. */
export interface Provoked {
  row: ErrorRow;
  facts: MessageFacts;
  body: unknown;
}

/** Provokes errors of known rows: no key, a key that nobody has, an operation that nobody knows (section 7). */
export async function provokeErrors(
  descriptions: readonly Description[],
  asker: Asker,
  keys: { main: string; unregistered: string },
): Promise<Provoked[]> {
  const asked = descriptions.flatMap((description) => {
    const list = operationOf(description, 'destinations');
    const faults = [
      ['no-key', list, null],
      ['unregistered-key', list, keys.unregistered],
      ['unsupported-request', description.http.unknownOperation, keys.main],
    ] as const;
    return faults.flatMap(([kind, operation, key]) =>
      rowsOf(description, kind).map((id) =>
        provoke(description, asker, description.errors[id], [operation, key]),
      ),
    );
  });
  return (await Promise.all(asked)).filter((one) => one !== null);
}

async function provoke(
  description: Description,
  asker: Asker,
  row: ErrorRow | undefined,
  [operation, key]: readonly [string, string | null],
): Promise<Provoked | null> {
  const outcome = await asker.post(description, operation, key, null);
  if (!row || outcome.kind !== 'answer' || outcome.status !== row.status) return null;
  const body = jsonOf(outcome.body);
  if (body === undefined) return null;
  return { row, body, facts: { address: null, method: description.http.method, segment: operation } };
}

/**
 * The places that hold the right code (a number, or the digits) and the right message in every provoked error, or in
 * most of them: one row that a service gets wrong must not hide the places of the others.
 */
export function errorPlaces(provoked: readonly Provoked[]): Found<ErrorDialect> {
  if (new Set(provoked.map(({ row }) => row.code)).size < 2) {
    return { value: null, evidence: 'fewer than two requests were refused with the status of their fault' };
  }
  const codes = vote(provoked, holdsCode);
  const messages = vote(provoked, holdsMessage);
  const [message] = messages;
  const best = codes.filter(({ rows }) => rows.length === codes[0]?.rows.length);
  const code = best.find((one) => message && sameParent(one.path, message.path)) ?? best[0];
  if (!code || !message) {
    const lacks = [code ? [] : ['code'], message ? [] : ['message']].flat().join(' and ');
    return {
      value: null,
      evidence: `${provoked.length} provoked errors hold no ${lacks} of their row in the same place`,
    };
  }
  const value = { code: pointerOf(code.path), message: pointerOf(message.path) };
  return {
    value,
    evidence: `held in ${heldBy(value, provoked)} of ${provoked.length} provoked errors (${rowsIn(provoked)})`,
  };
}

/** How many of the provoked errors have the right code and message at these places. */
export function heldBy({ code, message }: ErrorDialect, provoked: readonly Provoked[]): number {
  return provoked.filter(
    (one) => holdsCode(at(one.body, code), one) && holdsMessage(at(one.body, message), one),
  ).length;
}

function holdsCode(value: unknown, { row }: Provoked): boolean {
  return value === row.code || value === String(row.code);
}

function holdsMessage(value: unknown, { row, facts }: Provoked): boolean {
  return typeof value === 'string' && fitsTemplate(row.message, value, facts);
}

/** Places that hold in most of the errors and in at least two rows; those that hold most often and least deep come first. */
function vote(
  provoked: readonly Provoked[],
  holds: (value: unknown, one: Provoked) => boolean,
): { path: Path; rows: ErrorRow[] }[] {
  const votes = new Map<string, { path: Path; rows: ErrorRow[] }>();
  for (const one of provoked) {
    for (const { path, value, isKey } of placesOf(one.body)) {
      if (isKey || !holds(value, one)) continue;
      const known = votes.get(pointerOf(path)) ?? { path, rows: [] };
      known.rows.push(one.row);
      votes.set(pointerOf(path), known);
    }
  }
  return [...votes.values()]
    .filter(({ rows }) => rows.length * 2 > provoked.length && new Set(rows.map(({ code }) => code)).size > 1)
    .sort((a, b) => b.rows.length - a.rows.length || a.path.length - b.path.length);
}

function sameParent(one: Path, other: Path): boolean {
  return pointerOf(one.slice(0, -1)) === pointerOf(other.slice(0, -1));
}

function rowsIn(provoked: readonly Provoked[]): string {
  return `code ${[...new Set(provoked.map(({ row }) => row.code))].join(', ')}`;
}
