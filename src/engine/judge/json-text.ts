import { isDeepStrictEqual } from 'node:util';
import { isContainer, pointer, pointerNames } from '../../json.js';

/** What a JSON text says and `JSON.parse` hides; values by their JSON Pointers. */
export interface JsonOddities {
  /** Members that are given more than once, with different values: which of them counts is undefined. */
  ambiguous: ReadonlySet<string>;
  /** Numbers as they are spelled, where a double cannot represent them. */
  numbers: ReadonlyMap<string, string>;
}

/** Reads a valid JSON text, which must not be nested so deeply that recursion fails. */
export function jsonOddities(text: string): JsonOddities {
  const scanner = new Scanner(text);
  scanner.value();
  return scanner;
}

/** The value without its ambiguous members; the value itself where it has none. */
export function withoutAmbiguous<T extends object>(value: T, { ambiguous }: JsonOddities): T {
  if (ambiguous.size === 0) return value;
  const copy = structuredClone(value);
  for (const place of ambiguous) {
    const names = pointerNames(place);
    const last = names.pop() as string;
    // What was in a member that another one replaced is gone.
    const parent = names.reduce<unknown>(
      (parent, name) => (isContainer(parent) ? parent[name] : undefined),
      copy,
    );
    if (isContainer(parent)) delete parent[last];
  }
  return copy;
}

/** Longer values are the same only if they are spelled the same. */
const LONGEST_COMPARED = 4_096;
const BLANKS = ' \t\r\n';
const WORD = /[^\s,\]}]+/y;
const NUMBER = /^-?\d/;

class Scanner implements JsonOddities {
  readonly ambiguous = new Set<string>();
  readonly numbers = new Map<string, string>();
  private at = 0;
  /** Names that lead to the current value. */
  private readonly names: (string | number)[] = [];

  constructor(private readonly text: string) {}

  /** Reads the next value. */
  value(): void {
    this.skipBlanks();
    const first = this.text[this.at];
    if (first === '{') this.object();
    else if (first === '[') this.list();
    else if (first === '"') this.string();
    else this.word();
  }

  private word(): void {
    WORD.lastIndex = this.at;
    const [word = ''] = WORD.exec(this.text) ?? [];
    this.at += word.length;
    if (NUMBER.test(word) && String(Number(word)) !== word) this.numbers.set(pointer(...this.names), word);
  }

  private object(): void {
    /** Where the value of each name begins and ends: hardly any name is given twice. */
    const known = new Map<string, readonly [from: number, to: number]>();
    this.elements('}', () => {
      const name = textOf(this.string());
      this.skipBlanks();
      this.at += 1;
      this.skipBlanks();
      const from = this.at;
      this.member(name);
      const before = known.get(name);
      if (before && !isSame(this.text.slice(...before), this.text.slice(from, this.at)))
        this.ambiguous.add(pointer(...this.names, name));
      else known.set(name, [from, this.at]);
    });
  }

  private list(): void {
    let index = 0;
    this.elements(']', () => {
      this.member(index);
      index += 1;
    });
  }

  private member(name: string | number): void {
    this.names.push(name);
    this.value();
    this.names.pop();
  }

  /** Reads what is between brackets, up to `end`. */
  private elements(end: string, element: () => void): void {
    this.at += 1;
    this.skipBlanks();
    while (this.at < this.text.length && this.text[this.at] !== end) {
      element();
      this.skipBlanks();
      if (this.text[this.at] === ',') this.at += 1;
      this.skipBlanks();
    }
    this.at += 1;
  }

  private string(): string {
    const from = this.at;
    this.at = endOfString(this.text, from) + 1;
    return this.text.slice(from, this.at);
  }

  private skipBlanks(): void {
    while (this.at < this.text.length && BLANKS.includes(this.text[this.at] as string)) this.at += 1;
  }
}

/** What a string of a JSON text says. */
function textOf(string: string): string {
  return string.includes('\\') ? (JSON.parse(string) as string) : string.slice(1, -1);
}

function isSame(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.length > LONGEST_COMPARED || b.length > LONGEST_COMPARED) return false;
  return isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const OPENING = [0x7b, 0x5b];
const CLOSING = [0x7d, 0x5d];

/** How deeply a JSON text is nested. One pass that builds nothing and does not recurse, so neither depth nor length can hurt. */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.includes(code)) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (CLOSING.includes(code)) depth -= 1;
  }
  return deepest;
}

/** Whether a text that may be JSON has more than `most` commas outside strings, and so at least as many values side by side. */
export function hasMoreCommas(text: string, most: number): boolean {
  if (text.length <= most) return false;
  let commas = 0;
  for (let at = 0; at < text.length && commas <= most; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) commas += 1;
  }
  return commas > most;
}

/** Position of the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (at - before) % 2 === 0;
}
