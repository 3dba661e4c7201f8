import { isObject } from '../../json.js';
import { conjunction } from '../../phrases.js';
import type { Place } from '../../record/types.js';
import type { CaseContext, Sent } from '../case-context.js';
import type { Finding } from '../finding.js';
import { shortPair } from '../judge/field.js';
import { isUnchanged } from '../judge/payload.js';
import { knownChanges } from '../judge/text-changes.js';
import { likeness } from '../judge/text-edits.js';
import { valueChanges } from '../judge/value-changes.js';
import type { InboxItem } from '../ports.js';
import { isGivenForOthers } from './other-users.js';

/** Names the fields that arrived differently from how they were sent. */
export function altered(context: CaseContext, { wanted, near, exact = false, sent, card }: Altered): Finding {
  const names = Object.keys(wanted);
  const wrong = names.filter((name) => !isUnchanged(wanted[name], near.shown[name], exact));
  const [first = ''] = wrong;
  const seen = (name: string): unknown => inOrderOf(wanted[name], near.shown[name]);
  const isOfUser = card !== null && wrong.every((name) => card.names.includes(name));
  const [origin, ...others] = new Set(
    wrong.map((name) =>
      sourceInWords(context, card?.sent ?? sent, { name, due: wanted[name], seen: near.shown[name] }),
    ),
  );
  const isOfAll = typeof origin === 'string' && others.length === 0;
  const changes = isOfAll ? [origin] : changesOf(context, wanted[first], near.shown[first]);
  return {
    verdict: 'fail',
    code: 'content',
    text: seenWords(wrong, near, { owner: isOfUser ? 'the user' : 'the message', changes, isOfAll }),
    // What is not shown is absent, not null.
    ...shortPair(wanted, Object.fromEntries(names.map((name) => [name, seen(name) ?? undefined]))),
    item: near,
    place: {
      part: 'inbox',
      ...aboutOf(isOfUser ? card.sent : sent),
      field: first,
      values: {
        expected: wanted[first],
        ...(near.shown[first] !== undefined && { received: seen(first) }),
      },
      ...(changes.length > 0 && { changes }),
    },
  };
}

/** An inbox is read again and again while something is wrong: what became of a long text is found out once. */
function changesOf(context: CaseContext, due: unknown, seen: unknown): string[] {
  const before = compared.get(context);
  if (before && before.due === due && before.seen === seen) return before.changes;
  const changes = valueChanges(due, seen);
  compared.set(context, { due, seen, changes });
  return changes;
}

const compared = new WeakMap<CaseContext, { due: unknown; seen: unknown; changes: string[] }>();

interface Altered {
  wanted: Record<string, unknown>;
  near: InboxItem;
  exact?: boolean | undefined;
  sent: Sent;
  card: Card | null;
}

/**
 * Which other request of the case, or of another one for another user, gave the value that is seen in place of the one that
 * was due, as a phrase to follow "the employee sees the name"; null: none did, or what was due is the same but for what
 * services may normalize.
 */
function sourceInWords(
  context: CaseContext,
  request: Sent,
  { name, due, seen }: { name: string; due: unknown; seen: unknown },
): string | null {
  if (isUnchanged(due, seen)) return null;
  const isTelling =
    typeof seen === 'string' ? seen.length >= TELLING : isObject(seen) && Object.keys(seen).length > 0;
  const own = context.sent.indexOf(request);
  // Of several that gave it, the last one before: what comes later is less likely the cause.
  const given = (exact: boolean): number => {
    const fits = ({ exchange, fields }: Sent): boolean =>
      exchange.operation === request.exchange.operation && isUnchanged(fields[name], seen, exact);
    const before = context.sent.slice(0, own).findLastIndex(fits);
    return before >= 0 ? before : context.sent.findLastIndex(fits);
  };
  if (!isTelling) return null;
  // What is known to become of such texts is likelier than a value that is nearly another one.
  const isExplained = isKnownChange(context, due, seen);
  if (given(false) < 0)
    return !isExplained && isGivenForOthers(context, request, { name, value: seen }) ? FOR_ANOTHER : null;
  const at = given(isExplained);
  const origin = context.sent[at];
  if (origin === undefined) return null;
  if (origin.exchange.user !== request.exchange.user) return FOR_ANOTHER;
  if (origin.key !== request.key) return 'given at another contact point';
  if (origin.refused) return 'given in a refused request';
  return at < own ? 'given in an earlier request' : 'given in a later request';
}

/** Whether services are known to make the one text of the other; found out once, like all that became of a text. */
function isKnownChange(context: CaseContext, due: unknown, seen: unknown): boolean {
  if (typeof due !== 'string' || typeof seen !== 'string') return false;
  const before = explained.get(context) ?? new Map<string, boolean>();
  explained.set(context, before);
  const both = JSON.stringify([due, seen]);
  const known = before.get(both) ?? knownChanges(due, seen).length > 0;
  before.set(both, known);
  return known;
}

const explained = new WeakMap<CaseContext, Map<string, boolean>>();

const FOR_ANOTHER = 'given for another user';

/** Shorter texts, and empty maps, may be the same by chance. */
const TELLING = 4;

/** A map's entries in the order in which they were sent, then others: so the two compare line by line. */
function inOrderOf(sent: unknown, shown: unknown): unknown {
  if (!isObject(sent) || !isObject(shown)) return shown;
  const sentKeys = Object.keys(sent).filter((key) => Object.hasOwn(shown, key));
  return Object.fromEntries(
    [...new Set([...sentKeys, ...Object.keys(shown)])].map((key) => [key, shown[key]]),
  );
}

/** What is missing in the inbox, as opposed to what is there and altered. */
function seenWords(
  wrong: readonly string[],
  { shown }: InboxItem,
  { owner, changes: [change], isOfAll }: { owner: string; changes: readonly string[]; isOfAll: boolean },
): string {
  const isMissing = (name: string): boolean => (shown[name] ?? null) === null;
  const missing = conjunction(wrong.filter(isMissing));
  const others = wrong.filter((name) => !isMissing(name));
  const changed = conjunction(others);
  if (others.length === 0) return `The employee does not see ${missing} of ${owner}.`;
  const altered =
    change !== undefined && (isOfAll || (others.length === 1 && others[0] === wrong[0]))
      ? `The employee sees ${changed} of ${owner} ${change}`
      : `The employee sees ${changed} of ${owner}, but not as sent`;
  return missing ? `${altered}, and does not see ${missing}.` : `${altered}.`;
}

/** The operation of the message. */
export function aboutOf({ exchange: { operation } }: Sent): Pick<Place, 'about'> {
  return operation === null ? {} : { about: operation };
}

/** The request that gave what is shown of the user, and the names of that. */
export interface Card {
  sent: Sent;
  names: readonly string[];
}

/** The item that is most like what was sent; of several, the latest; undefined: there is none. */
export function nearest(wanted: Record<string, unknown>, items: readonly InboxItem[]): InboxItem | undefined {
  const written = (values: Record<string, unknown>): string =>
    JSON.stringify(Object.keys(wanted).map((name) => values[name]));
  const likenessTo = likeness(written(wanted));
  const [best] = items
    .map((item) => ({ item, alike: likenessTo(written(item.shown)) }))
    .reverse()
    .sort((a, b) => b.alike - a.alike);
  return best?.item;
}
