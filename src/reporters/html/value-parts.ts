import { isHalved, startOf } from '../../cut-text.js';

/** A part of a value, as it is shown. */
export interface Part {
  text: string;
  /** The other value has it too. */
  same: boolean;
}

/** What two texts share at the start and at the end, and what differs between; no character is cut in half. */
export function parted(expected: string, other: string): [Part[], Part[]] {
  const most = Math.min(expected.length, other.length);
  let head = 0;
  while (head < most && expected[head] === other[head]) head += 1;
  if (isHalved(expected, head) || isHalved(other, head)) head -= 1;
  let tail = 0;
  while (tail < most - head && expected.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  if (isHalved(expected, expected.length - tail) || isHalved(other, other.length - tail)) tail -= 1;
  const parts = (text: string): Part[] =>
    [
      { text: shortened(text.slice(0, head), 'start'), same: true },
      { text: startOf(text.slice(head, text.length - tail), LONGEST), same: false },
      { text: shortened(text.slice(text.length - tail), 'end'), same: true },
    ].filter((part) => part.text !== '');
  return [parts(expected), parts(other)];
}

const LONGEST = 600;
const AROUND = 200;

function shortened(text: string, side: 'start' | 'end'): string {
  if (text.length <= AROUND) return text;
  if (side === 'end') return `${startOf(text, AROUND)}…`;
  const from = text.length - AROUND;
  return `…${text.slice(isHalved(text, from) ? from + 1 : from)}`;
}
