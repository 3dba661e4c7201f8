import { type Entry, inNaturalOrder } from './entry.js';

/** In what ways the sandbox can be broken. The faults are loaded here, for they take long. */
export async function faultEntries(): Promise<Entry[]> {
  const { namedFaults } = await import('../../reference/faults/catalogue.js');
  return inNaturalOrder(namedFaults, ({ name }) => [name]).map(({ name: id, summary }) => ({
    line: `${id}  ${summary}`,
    data: { id, summary },
  }));
}

/** How the sandbox can fill what the interface leaves open, and how often each tries a delivery. */
export async function dialectEntries(): Promise<Entry[]> {
  const { describedDialects } = await import('../../reference/dialect/dialects.js');
  return (await describedDialects()).map(({ name: id, summary, tries }) => ({
    line: `${id}  ${summary}; ${tries === 1 ? 'one attempt' : `${tries} attempts`} at a delivery`,
    data: { id, summary, attempts: tries },
  }));
}
