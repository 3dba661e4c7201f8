import type { Description } from '../description/types.js';
import type { Discovered } from './discovered.js';

/** What a document in another format is made from: one version of the interface, and what a run found out about a target. */
export interface Source {
  description: Description;
  /** Null: nothing; what the interface does not show stays open. */
  discovered: Discovered | null;
}

/** JSON of a document. */
export type Json = Record<string, unknown>;

/** The questions that the interface leaves open, each with the target's answers where they are known. */
export function openQuestions({ description, discovered }: Source): Json[] {
  return Object.entries(description.gaps).map(([id, { section, question, unobservable }]) => {
    const answers = discovered?.answers[id] ?? [];
    return {
      id,
      section,
      question,
      ...(answers.length > 0 && { answers }),
      ...(unobservable !== undefined && { unobservable }),
    };
  });
}

/** Marks what the interface does not show. */
export const NOT_SHOWN = 'x-not-shown';
/** Marks what the interface does not show and a run found out. */
export const DISCOVERED = 'x-discovered';
