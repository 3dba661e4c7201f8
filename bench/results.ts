import { gateTable } from './gates.js';
import type { Series } from './rounds.js';
import { median, pairedRatio } from './statistics.js';
import type { Throughput } from './throughput.js';

export interface Scenario {
  title: string;
  roundTripMs: number;
  series: Record<string, Series>;
}

export interface Results {
  startedAt: string;
  machine: string;
  rounds: number;
  /** Peers that could not be installed, with the reason. */
  missing: Record<string, string>;
  scenarios: Scenario[];
  absences: { cases: number; overlappedMs: number; sequentialMs: number };
  late: { runs: number; found: number };
  throughput: Throughput;
}

/** The table for bench/RESULTS.md, with how it was made. */
export function toMarkdown(results: Results): string {
  const { machine, rounds, missing, scenarios, absences, late, throughput, startedAt } = results;
  const failures = scenarios.flatMap(({ title, roundTripMs, series }) =>
    Object.entries(series)
      .filter(([, { failed }]) => failed.length > 0)
      .map(
        ([name, { failed }]) =>
          `- ${name}, ${title}, ${roundTripMs} ms: ${failed.length} runs did not end with success, first: \`${failed[0]?.replaceAll(/[`\s]+/g, ' ')}\``,
      ),
  );
  return `${[
    `Whole processes, medians of up to ${rounds} interleaved rounds, as many as the time allows; ratios are medians of the ratios within a round. The target is the reference service over plain HTTP on loopback, in a process of its own; latency is injected per round trip.`,
    '',
    `${machine}; ${startedAt.slice(0, 10)}.`,
    '',
    ...gateTable(results),
    '',
    '| Job | Round trip | Rounds | Tool | Wall | CPU | Wall of conform ÷ this | CPU of conform ÷ this |',
    '| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |',
    ...scenarios.flatMap(rows),
    '',
    `${absences.cases} absence cases with a window of 1 s: ${seconds(absences.overlappedMs)} side by side, ${seconds(absences.sequentialMs)} one after the other, ratio ${(absences.overlappedMs / absences.sequentialMs).toFixed(3)}.`,
    `Reference service, ${throughput.users} users at once: ${load(throughput.reference)}; a bare fastify route with the same checks ${load(throughput.fastify)}; the sandbox with an open console ${load(throughput.console)}.`,
    `A forbidden event 900 ms after the stimulus, in a window of 1 s: found in ${late.found} of ${late.runs} runs.`,
    ...Object.entries(missing).map(([name, reason]) => `${name} could not be installed here: ${reason}`),
    ...(failures.length > 0 ? ['', ...failures] : []),
  ].join('\n')}\n`;
}

function rows({ title, roundTripMs, series }: Scenario): string[] {
  const own = series['conform'];
  return Object.entries(series).map(([name, { wallMs, cpuMs, failed }]) => {
    const start = [title, `${roundTripMs} ms`, String(wallMs.length), name];
    // A run that failed did not do the work: its time says nothing.
    if (failed.length > 0) return row(...start, 'failed', '', '', '');
    const ratios =
      own && own.failed.length === 0 && name !== 'conform'
        ? [pairedRatio(own.wallMs, wallMs), pairedRatio(own.cpuMs, cpuMs)].map((ratio) => ratio.toFixed(2))
        : ['', ''];
    return row(...start, seconds(median(wallMs)), seconds(median(cpuMs)), ...ratios);
  });
}

function load({ perSecond, cpuMs }: Throughput['reference']): string {
  return `${Math.round(perSecond)} requests a second, ${cpuMs.toFixed(3)} ms of CPU each`;
}

function row(...cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
