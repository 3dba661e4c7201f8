import type { Contender } from './contenders.js';
import { measure } from './measure.js';

export interface Series {
  wallMs: number[];
  cpuMs: number[];
  /** Rounds in which it did not end with success, with what it said. */
  failed: string[];
}

/** Measures all contenders in turn, round after round, each round begun by another one. */
export async function rounds(
  contenders: readonly Contender[],
  count: number,
  scratch: string,
): Promise<Record<string, Series>> {
  const series = Object.fromEntries(
    contenders.map(({ name }) => [name, { wallMs: [], cpuMs: [], failed: [] } as Series]),
  );
  for (let round = 0; round < count; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const { name, command } = contenders[(round + turn) % contenders.length] as Contender;
      const { wallMs, cpuMs, exitCode, output } = await measure(command, scratch);
      const own = series[name] as Series;
      own.wallMs.push(wallMs);
      own.cpuMs.push(cpuMs);
      if (exitCode !== 0) own.failed.push(`exit ${exitCode}: ${output.trim().slice(-300)}`);
    }
  }
  return series;
}
