/** As much of Stryker's JSON report as is read here. */
export interface Report {
  files: Record<string, { mutants: { status: string }[] }>;
}

/** What became of the mutants of a folder. */
export interface Tally {
  folder: string;
  /** Changes that some test noticed. */
  noticed: number;
  /** Those that none did. */
  left: number;
  minutes: number;
}

export function tally(folder: string, files: Report['files'], minutes: number): Tally {
  const count = (...statuses: string[]): number =>
    Object.values(files)
      .flatMap(({ mutants }) => mutants)
      .filter(({ status }) => statuses.includes(status)).length;
  return { folder, noticed: count('Killed', 'Timeout'), left: count('Survived', 'NoCoverage'), minutes };
}

/** A line for each folder, and one for all. */
export function told(tallies: readonly Tally[]): string {
  const sum = (of: (one: Tally) => number): number => tallies.reduce((total, one) => total + of(one), 0);
  const all: Tally = {
    folder: 'all',
    noticed: sum(({ noticed }) => noticed),
    left: sum(({ left }) => left),
    minutes: sum(({ minutes }) => minutes),
  };
  return [...tallies, all].map(line).join('');
}

function line({ folder, noticed, left, minutes }: Tally): string {
  const total = noticed + left;
  const percent = total === 0 ? '–' : `${((100 * noticed) / total).toFixed(1)} %`;
  return `${folder}: ${percent} of ${total} changes are noticed, ${left} are left (${minutes.toFixed(0)} min)\n`;
}
