import { divergence } from '../../terminal-text.js';

/** A stretch of text that both sides share, or that one side has alone. */
export interface Stretch {
  text: string;
  same: boolean;
}

/** Splits both texts into stretches that are shared and stretches that are not, word by word. */
export function difference(expected: string, received: string): { expected: Stretch[]; received: Stretch[] } {
  const left = words(expected);
  const right = words(received);
  const shared = left.length * right.length > LARGEST_TABLE ? ends(left, right) : common(left, right);
  if (!worthMarking(left, right, shared))
    return { expected: [{ text: expected, same: false }], received: [{ text: received, same: false }] };
  return { expected: stretches(left, shared.left), received: stretches(right, shared.right) };
}

/** Both texts from shortly before they diverge, for a single line each. */
export function firstDifference(
  expected: string,
  received: string,
  lead = 24,
): { expected: string; received: string } {
  const from = Math.max(0, divergence(expected, received) - lead);
  const open = (text: string) => (from > 0 && text.length > 2 * lead ? `…${text.slice(from)}` : text);
  return { expected: open(expected), received: open(received) };
}

const LARGEST_TABLE = 250_000;

interface Shared {
  left: Set<number>;
  right: Set<number>;
}

function words(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** Texts with hardly a word in common are easier to read unmarked. */
function worthMarking(left: string[], right: string[], shared: Shared): boolean {
  const lengths = [left, right].map((side) => side.filter(isWord).length);
  const same = [...shared.left].filter((at) => isWord(left[at] ?? '')).length;
  return same > 0 && same >= Math.min(...lengths) / 3;
}

function isWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Longest common subsequence of words. */
function common(left: string[], right: string[]): Shared {
  const wide = right.length + 1;
  const table = new Uint16Array((left.length + 1) * wide);
  const cell = (i: number, j: number) => table[i * wide + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      table[i * wide + j] =
        left[i] === right[j] ? cell(i + 1, j + 1) + 1 : Math.max(cell(i + 1, j), cell(i, j + 1));
    }
  }
  const shared: Shared = { left: new Set(), right: new Set() };
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      shared.left.add(i++);
      shared.right.add(j++);
    } else if (cell(i + 1, j) >= cell(i, j + 1)) i++;
    else j++;
  }
  return shared;
}

/** For long texts: what they share at the start and at the end. */
function ends(left: string[], right: string[]): Shared {
  const shared: Shared = { left: new Set(), right: new Set() };
  const most = Math.min(left.length, right.length);
  let head = 0;
  while (head < most && left[head] === right[head]) {
    shared.left.add(head);
    shared.right.add(head++);
  }
  for (let tail = 1; tail <= most - head && left.at(-tail) === right.at(-tail); tail++) {
    shared.left.add(left.length - tail);
    shared.right.add(right.length - tail);
  }
  return shared;
}

/** Adjacent parts of a kind joined; blanks between two differing words differ with them. */
function stretches(all: string[], shared: Set<number>): Stretch[] {
  const out: Stretch[] = [];
  all.forEach((text, at) => {
    const between = /^\s+$/.test(text) && at > 0 && !shared.has(at - 1) && !shared.has(at + 1);
    const same = shared.has(at) && !between;
    const last = out.at(-1);
    if (last && last.same === same) last.text += text;
    else out.push({ text, same });
  });
  return out;
}
