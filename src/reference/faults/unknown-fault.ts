import { closest } from '../../yaml/closest.js';
import { quoted } from '../../yaml/problem.js';
import { namedFaults } from './catalogue.js';

/** In a sentence, that no fault is called so, and which one may be meant; null: there is one. */
export function unknownFault(name: string): string | null {
  const names = namedFaults.map((fault) => fault.name);
  if (names.includes(name)) return null;
  const near = closest(name, names) ?? only(names.filter((known) => known.startsWith(name)));
  return `No fault is called ${quoted(name)}${near === undefined ? '' : `; expected ${near}`}.`;
}

function only<T>(all: readonly T[]): T | undefined {
  return all.length === 1 ? all[0] : undefined;
}
