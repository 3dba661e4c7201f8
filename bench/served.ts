/** What a load needs to know of a service. */
export interface Served {
  origin: string;
  path: string;
  /** Fields of a request; true: the one that names the user. */
  fields: Record<string, boolean>;
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
