import { closest } from '../yaml/closest.js';
import { OPTION_ROWS, PREFIX, variablesOf } from './option-table.js';
import type { Sources } from './sources.js';

/**
 * Notes every `CONFORM_…` variable that neither stands for an option nor is used by the configuration file: a misspelt
 * one would leave its setting out, and a gate would check something else than it was meant to.
 */
export function noteUnknownVariables(sources: Sources): void {
  const known = OPTION_ROWS.flatMap(variablesOf);
  const used = sources.file?.variables ?? new Set();
  for (const name of Object.keys(sources.env).sort()) {
    if (!name.startsWith(PREFIX) || known.includes(name) || used.has(name)) continue;
    const near = closest(withoutSeparators(name), known.map(withoutSeparators));
    const meant = known.find((name) => near !== undefined && withoutSeparators(name) === near);
    sources.note(
      name,
      meant
        ? `there is no such variable; expected ${meant}`
        : 'there is no such variable; expected the name of an option in capitals, such as CONFORM_BASE_URL',
    );
  }
}

/** `CONFORM_BASEURL` is meant for `CONFORM_BASE_URL`. */
function withoutSeparators(name: string): string {
  return name.slice(PREFIX.length).replaceAll('_', '');
}
