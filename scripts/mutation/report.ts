/** As much of Stryker's JSON report as is read here. */
export interface Report {
  files: Record<string, { source: string; mutants: Mutant[] }>;
}

export interface Mutant {
  status: string;
  replacement?: string;
  /** Lines and columns from 1; the end is the first column after it. */
  location: { start: Place; end: Place };
}

interface Place {
  line: number;
  column: number;
}

/** A change that no test noticed. */
export interface Survivor {
  file: string;
  line: number;
  /** `before «what stands there» after → what stood there instead`: on one line, the middle cut where it is long. */
  change: string;
}

export function isNoticed({ status }: Mutant): boolean {
  return status === 'Killed' || status === 'Timeout';
}

export function survivorsOf({ files }: Report): Survivor[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map((mutant) => ({ file, line: mutant.location.start.line, change: changeOf(lines, mutant) }));
  });
}

function changeOf(lines: readonly string[], { location: { start, end }, replacement = '' }: Mutant): string {
  const touched = lines.slice(start.line - 1, end.line);
  const last = touched.at(-1) ?? '';
  const before = (touched[0] ?? '').slice(0, start.column - 1);
  const after = last.slice(end.column - 1);
  const whole = touched.join('\n');
  const was = whole.slice(before.length, whole.length - after.length);
  return `${before.trimStart()}«${short(was)}»${after.trimEnd()} → ${short(replacement)}`;
}

const LONGEST = 90;

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 30)} … ${line.slice(-20)}`;
}
