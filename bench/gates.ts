import type { Results, Scenario } from './results.js';
import { median, pairedRatio } from './statistics.js';

/** Titles of the runs as users start them, beside which the plain script does 200 checks. */
export const DEFAULT_BUNDLED = 'Default run, bundled service';
export const DEFAULT_OTHER_PROCESS = 'Default run, service in another process';

/** A promise about speed, and what was measured. */
interface Limiter {
  what: string;
  most: number;
  /** Null: not measured here. */
  value: number | null;
}

/** Whether every promise that was measured is held. */
export function isHeld(results: Results): boolean {
  return gatesOf(results).every(({ value, most }) => value === null || value <= most);
}

/** What must hold of the results, as a table. */
export function gateTable(results: Results): string[] {
  return [
    '| Promise | At most | Measured | |',
    '| --- | ---: | ---: | --- |',
    ...gatesOf(results).map(({ what, most, value }) => {
      const verdict = value === null ? 'not measured' : value <= most ? 'held' : 'missed';
      return `| ${what} | ${most} | ${value === null ? '–' : value.toFixed(value < 0.1 ? 3 : 2)} | ${verdict} |`;
    }),
  ];
}

function gatesOf({ scenarios, absences, late, throughput }: Results): Limiter[] {
  const whole = (roundTripMs: number) => find(scenarios, 'whole job', roundTripMs);
  const checks = (roundTripMs: number) => find(scenarios, '200 checks', roundTripMs);
  const against = (scenario: Scenario | undefined, name: string, what: 'wallMs' | 'cpuMs'): number | null =>
    ratio(scenario, name, what);
  const near = (what: 'wallMs' | 'cpuMs', most: number): Limiter[] =>
    [0, 50, 100].map((ms) => ({
      what: `Whole job, ${ms} ms: ${what === 'wallMs' ? 'wall' : 'CPU'} ÷ plain Node`,
      most,
      value: against(whole(ms), 'plain Node', what),
    }));
  const far = [100, 300].map((ms) => ({
    what: `Whole job, ${ms / 2} ms each way: time ÷ the report's own lower bound`,
    most: 1.5,
    value: timesBound(whole(ms)),
  }));
  const otherProcess = find(scenarios, DEFAULT_OTHER_PROCESS, 0);
  const bundled = find(scenarios, DEFAULT_BUNDLED, 0);
  const peak = bundled?.series['conform']?.peakMib ?? [];
  const defaultRun: Limiter[] = [
    {
      what: `${DEFAULT_OTHER_PROCESS}: wall ÷ plain Node`,
      most: 8,
      value: against(otherProcess, 'plain Node', 'wallMs'),
    },
    {
      what: `${DEFAULT_BUNDLED}: wall ÷ plain Node`,
      most: 10,
      value: against(bundled, 'plain Node', 'wallMs'),
    },
    {
      what: `${DEFAULT_OTHER_PROCESS}: CPU ÷ plain Node`,
      most: 8,
      value: against(otherProcess, 'plain Node', 'cpuMs'),
    },
    {
      what: `${DEFAULT_BUNDLED}: peak memory, MiB`,
      most: 200,
      value: peak.length === 0 ? null : median(peak),
    },
  ];
  return [
    ...defaultRun,
    ...near('wallMs', 1.45),
    ...near('cpuMs', 2.3),
    ...far,
    { what: '200 checks, 0 ms: wall ÷ Newman', most: 0.25, value: against(checks(0), 'Newman', 'wallMs') },
    { what: '200 checks, 50 ms: wall ÷ Newman', most: 0.1, value: against(checks(50), 'Newman', 'wallMs') },
    { what: '200 checks, 0 ms: wall ÷ StepCI', most: 0.5, value: against(checks(0), 'StepCI', 'wallMs') },
    {
      what: `${absences.cases} absences: side by side ÷ one after the other`,
      most: 0.07,
      value: absences.overlappedMs / absences.sequentialMs,
    },
    { what: 'Late events that were missed', most: 0, value: late.runs - late.found },
    { what: 'Reference service: CPU of a request ÷ bare route', most: 2, value: throughput.cpuRatio },
    {
      what: 'Sandbox with an open console: CPU of a request ÷ reference service',
      most: 2,
      value: throughput.consoleCpuRatio,
    },
  ];
}

function find(scenarios: readonly Scenario[], title: string, roundTripMs: number): Scenario | undefined {
  return scenarios.find(
    (scenario) => scenario.title.startsWith(title) && scenario.roundTripMs === roundTripMs,
  );
}

/** Conform against another; null where one of them was not there or failed. */
function ratio(scenario: Scenario | undefined, name: string, what: 'wallMs' | 'cpuMs'): number | null {
  const [own, other] = [scenario?.series['conform'], scenario?.series[name]];
  if (!own || !other || own.failed.length > 0 || other.failed.length > 0) return null;
  return pairedRatio(own[what], other[what]);
}

function timesBound(scenario: Scenario | undefined): number | null {
  const values = scenario?.series['conform']?.timesBound ?? [];
  return values.length === 0 ? null : median(values);
}
