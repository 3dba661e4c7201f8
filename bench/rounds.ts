import type { Contender } from './contenders.js';
import { measure } from './measure.js';

export interface Series {
  wallMs: number[];
  cpuMs: number[];
  /** Of runs that tell it: how many times their own lower bound they took. */
  timesBound: number[];
  /** Of runs that tell it: the most memory that they held, MiB. */
  peakMib: number[];
  /** Rounds in which it did not end with success, with what it said. */
  failed: string[];
}

export interface Extent {
  /** Rounds, if the time allows. */
  count: number;
  /** No round is begun that would end later than this; one is always made. */
  budgetMs: number;
  /** File for the measurements. */
  scratch: string;
}

/** Measures all contenders in turn, round after round, each round begun by another one. */
export async function rounds(
  contenders: readonly Contender[],
  { count, budgetMs, scratch }: Extent,
): Promise<Record<string, Series>> {
  const series = Object.fromEntries(
    contenders.map(({ name }) => [
      name,
      { wallMs: [], cpuMs: [], timesBound: [], peakMib: [], failed: [] } as Series,
    ]),
  );
  const started = performance.now();
  for (let round = 0; round < count; round += 1) {
    const spent = performance.now() - started;
    if (round > 0 && (spent * (round + 1)) / round > budgetMs) break;
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const { name, command, timesBound, peakMib } = contenders[
        (round + turn) % contenders.length
      ] as Contender;
      const { wallMs, cpuMs, exitCode, output } = await measure(command, scratch);
      const own = series[name] as Series;
      own.wallMs.push(wallMs);
      own.cpuMs.push(cpuMs);
      if (timesBound && exitCode === 0) own.timesBound.push(await timesBound());
      if (peakMib && exitCode === 0) own.peakMib.push(await peakMib());
      if (exitCode !== 0) own.failed.push(`exit ${exitCode}: ${output.trim().slice(-300)}`);
    }
  }
  return series;
}
