import type { Description } from '../src/description/types.js';
import type { ReferenceService } from '../src/reference/service.js';

/** What a load needs to know of a service. */
export interface Served {
  origin: string;
  path: string;
  /** Fields of a request; true: the one that names the user. */
  fields: Record<string, boolean>;
  /** What an open console reads. */
  stream?: { url: string; token: string };
}

/** The request that a user's message is. */
export function messageRequest([first]: readonly Description[], service: ReferenceService): Served {
  if (!first) throw new Error('There is no description.');
  const [operation = '', rule] =
    Object.entries(first.operations).find(([, { kind }]) => kind === 'message') ?? [];
  const fields = first.resources[rule?.request ?? '']?.fields ?? {};
  return {
    origin: service.baseUrl,
    path: `/${first.version}/${operation}?${first.http.keyParameter}=${service.keys.main}`,
    fields: Object.fromEntries(Object.entries(fields).map(([name, { role }]) => [name, role === 'user'])),
  };
}

/** Answers of a serving process to its parent: where it is, then its processor time in milliseconds, when asked. */
export type FindingList = { served: Served } | { cpuMs: number };

export function tellOnRequest(served: Served): void {
  const tell = (told: FindingList): void => void process.send?.(told);
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    tell({ cpuMs: (user + system) / 1_000 });
  });
  process.on('disconnect', () => process.exit(0));
  tell({ served });
}
