import { isContainer, pointer } from '../../json.js';
import { divergence } from '../../terminal-text.js';
import type { Delivery, ReadEvent } from '../ports.js';
import { Mark } from './mark.js';
import { likeness } from './text-edits.js';

/**
 * Whether a value occurs somewhere in an event, unchanged: where is not shown (section 6). Without `exact`, whatever
 * services may normalize in texts does not count as a change.
 */
export function isHeld(read: readonly ReadEvent[], value: unknown, exact = false): boolean {
  const fits = fitting(value, exact);
  return read.some(({ payload, whole }) => someLeaf(payload, fits) || someLeaf(whole, fits));
}

/** All texts in an event. */
export function textsIn(read: readonly ReadEvent[]): string[] {
  const texts: string[] = [];
  for (const { payload, whole } of read)
    someLeaf(whole ?? payload, (leaf) => {
      if (typeof leaf === 'string') texts.push(leaf);
      return false;
    });
  return texts;
}

/**
 * The text in an event that is nearest to the value and nearly equals it; null: none does. The id of the event's user is
 * no such text, though a reply may quote it.
 */
export function nearlyHeld(read: readonly ReadEvent[], value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const likenessTo = likeness(value);
  let best = { text: '', alike: ALIKE };
  const users = new Set<unknown>(read.map(({ user }) => user));
  const look = (leaf: unknown): boolean => {
    if (typeof leaf !== 'string' || users.has(leaf)) return false;
    const alike = likenessTo(leaf);
    if (alike > best.alike) best = { text: leaf, alike };
    return false;
  };
  for (const { payload, whole } of read) someLeaf(whole ?? payload, look);
  if (best.text !== '') return best.text;
  // What is left of it if most of its characters were dropped.
  let rest: string | null = null;
  const search = (leaf: unknown): boolean => {
    const isLonger = typeof leaf === 'string' && leaf.length > (rest ?? '').length;
    if (isLonger && !users.has(leaf) && isRestOf(leaf, value)) rest = leaf;
    return false;
  };
  for (const { payload, whole } of read) someLeaf(whole ?? payload, search);
  return rest;
}

/** Whether a text is what remains of another after some of its characters were dropped. */
function isRestOf(text: string, whole: string): boolean {
  if (text.trim().length < LEAST_LEFT) return false;
  let at = 0;
  for (const character of whole) if (text.startsWith(character, at)) at += character.length;
  return at === text.length;
}

/** JSON Pointer of the first place in an event that holds the text. */
export function pointerTo(read: readonly ReadEvent[], text: string): string | undefined {
  for (const { payload, whole } of read) {
    const found = placeOf(whole ?? payload, text, '');
    if (found !== undefined) return found;
  }
  return undefined;
}

function placeOf(value: unknown, text: string, place: string): string | undefined {
  if (typeof value !== 'object' || value === null) return value === text ? place : undefined;
  for (const [name, member] of Object.entries(value)) {
    const found = placeOf(member, text, `${place}${pointer(name)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a string, number or the like somewhere in a value fits. */
export function someLeaf(value: unknown, fits: (leaf: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return fits(value);
  return Object.values(value).some((member) => someLeaf(member, fits));
}

/** Whether an event contains the id as a text of its own, or as the name of a member. */
export function isNamed(read: readonly ReadEvent[], id: string): boolean {
  return read.some(({ payload, whole }) => textsAndNamesIn(whole ?? payload).has(id));
}

/** Every text in a value: ids may be names of members as well. */
export function textsAndNamesIn(value: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part === 'string') found.add(part);
    if (typeof part !== 'object' || part === null) return;
    for (const [name, member] of Object.entries(part)) {
      if (!Array.isArray(part)) found.add(name);
      visit(member);
    }
  };
  visit(value);
  return found;
}

/** Every text in the lists of a value that have several elements: what an event says of more than one. */
export function textsInLists(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  if (Array.isArray(value) && value.length > 1) return textsAndNamesIn(value);
  return new Set(Object.values(value).flatMap((member) => [...textsInLists(member)]));
}

/** The smallest share of common pairs of characters at which one text may have been made from the other. */
const ALIKE = 0.3;
/** This few characters occur in identifiers and moments by chance. */
const SHORT = 2;
/** No text may be left with fewer characters. */
const LEAST_LEFT = 3;

function fitting(value: unknown, exact: boolean): (leaf: unknown) => boolean {
  if (typeof value !== 'string') return (leaf) => leaf === value;
  const plain = exact ? '' : unified(value);
  const stands = standsAlone(value);
  const standsPlain = standsAlone(plain);
  return (leaf) => typeof leaf === 'string' && (stands(leaf) || (plain !== '' && standsPlain(unified(leaf))));
}

/** Whether a text occurs in another; if it is short enough to be part of many words, numbers and ids, as a word of its own. */
function standsAlone(text: string): (whole: string) => boolean {
  if (text.length > SHORT) return (whole) => whole.includes(text);
  const before = /^[\p{L}\p{N}]/u.test(text) ? '(?<![\\p{L}\\p{N}])' : '';
  const after = /[\p{L}\p{N}]$/u.test(text) ? '(?![\\p{L}\\p{N}])' : '';
  const word = new RegExp(`${before}${literalPattern(text)}${after}`, 'u');
  return (whole) => word.test(whole);
}

/** The source of a regular expression that only this text matches. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Whether a value arrived unchanged (sections 1 and 6). A service may normalize line ends, blanks at the edges and the
 * Unicode form of texts: without `exact` that counts as unchanged. Leaving out an empty map does not count either.
 */
export function isUnchanged(sent: unknown, seen: unknown, exact = false): boolean {
  if (typeof sent === 'string' && typeof seen === 'string')
    return sent === seen || (!exact && !differPlainly(sent, seen) && unified(sent) === unified(seen));
  if (isNothing(sent) && (seen === undefined || seen === null)) return true;
  if (!isContainer(sent) || !isContainer(seen)) return sent === seen;
  const entries = Object.entries(sent);
  // Maps may hold thousands of entries, and nearly all that are compared differ in their number already.
  if (Object.keys(seen).length !== entries.length) return false;
  const named = (name: string): string => (exact ? name : unified(name));
  const asSeen = new Map(Object.entries(seen).map(([name, value]) => [named(name), value]));
  return entries.every(
    ([name, value]) => asSeen.has(named(name)) && isUnchanged(value, asSeen.get(named(name)), exact),
  );
}

/** An empty text or map, which need not be shown. */
function isNothing(value: unknown): boolean {
  return value === '' || (isContainer(value) && Object.keys(value).length === 0);
}

/** What services may normalize: nearly no text has any of it, and to look for it costs less than to take it away. */
const NORMALIZED = /[\r\u0080-\uffff]|^\s|\s$/;

/** A text without what services may normalize. */
export function unified(text: string): string {
  if (!NORMALIZED.test(text)) return text;
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .trim()
    .normalize('NFC');
}

/**
 * Whether two texts begin to differ in a character that nothing merges with others: then no service may make them alike, which
 * costs far less to see than to normalize long texts. False: it is not known.
 */
export function differPlainly(first: string, second: string): boolean {
  const at = divergence(first, second);
  const isPlain = (text: string): boolean => {
    const [own, next] = [text.charCodeAt(at), text.charCodeAt(at + 1)];
    return own > SPACE && own < DELETE && !(next >= FIRST_COMBINING);
  };
  const [isFirst, isSecond] = [isPlain(first), isPlain(second)];
  return (isFirst && (isSecond || at === second.length)) || (isSecond && at === first.length);
}

const SPACE = 0x20;
const DELETE = 0x7f;
const FIRST_COMBINING = 0x300;

/** Tells whether the body of a delivery holds a text, whatever its form. */
export function holdsText(text: string): (delivery: Delivery) => boolean {
  const mark = new Mark(text);
  return ({ body }) => mark.isIn(body);
}
