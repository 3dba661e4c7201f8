import { describedDialects } from '../../reference/dialects.js';
import type { Entry } from './entry.js';

/** How the sandbox can fill what the interface leaves open, and how often each tries a delivery. */
export async function dialectEntries(): Promise<Entry[]> {
  return (await describedDialects()).map(({ name: id, summary, tries }) => ({
    line: `${id}  ${summary}; ${tries === 1 ? 'one attempt' : `${tries} attempts`} at a delivery`,
    data: { id, summary, attempts: tries },
  }));
}
