import type { Spelling } from './spellings.js';

/** Characters that decide whether a spelling may begin at a place. */
const HEAD = 3;
const BITS = 7;
const SLOTS = 1 << (HEAD * BITS);

/**
 * Finds where a spelling may begin by a table of first characters: one lookup for each place, however many spellings there are.
 */
export class HeadIndex {
  readonly #bySlot = new Map<number, Spelling[]>();
  readonly #table = new Uint8Array(SLOTS);

  constructor(spellings: readonly Spelling[]) {
    for (const spelling of spellings) {
      for (const slot of new Set(headsOf(spelling, 0, '').map((head) => slotAt(head, 0)))) {
        this.#bySlot.set(slot, [...(this.#bySlot.get(slot) ?? []), spelling]);
        this.#table[slot] = 1;
      }
    }
  }

  /** The first place from `from` on where something may begin; -1: nowhere. */
  next(text: string, from: number): number {
    let slot = 0;
    for (let at = from; at < text.length; at += 1) {
      slot = ((slot << BITS) | folded(text.charCodeAt(at))) & (SLOTS - 1);
      if (this.#table[slot] === 1 && at >= from + HEAD - 1) return at - HEAD + 1;
    }
    return -1;
  }

  /** What may begin there. */
  candidates(text: string, at: number): readonly Spelling[] {
    return this.#bySlot.get(slotAt(text, at)) ?? [];
  }
}

/** All ways in which a spelling may begin. */
function headsOf(spelling: Spelling, unit: number, before: string): string[] {
  if (before.length >= HEAD) return [before.slice(0, HEAD)];
  return (spelling[unit] ?? []).flatMap((way) => headsOf(spelling, unit + 1, before + way));
}

function slotAt(text: string, at: number): number {
  let slot = 0;
  for (let next = at; next < at + HEAD; next += 1) slot = (slot << BITS) | folded(text.charCodeAt(next));
  return slot;
}

/** Lower case for capitals; all that is not ASCII counts as the same. */
function folded(code: number): number {
  if (code > 127) return 0;
  return code >= 65 && code <= 90 ? code + 32 : code;
}
