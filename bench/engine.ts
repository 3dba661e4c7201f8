import { setMaxListeners } from 'node:events';
import { loadConfiguration } from '../src/configuration/load.js';
import type { HttpOperatorSettings } from '../src/configuration/types.js';
import { namesTarget } from '../src/configuration/types.js';
import { loadDescriptions } from '../src/description/load.js';
import type { Ports } from '../src/engine/ports.js';
import { type RunOptions, runCases } from '../src/engine/run-cases.js';
import { createHttpOperator } from '../src/operator/http.js';
import { openPorts, systemClock } from '../src/run/deployment.js';
import { watchOperator } from '../src/run/operator-side.js';
import { PreflightReport } from '../src/run/preflight/context.js';
import { type Prepared, preflight } from '../src/run/preflight/preflight.js';

export interface Engine {
  prepared: Prepared;
  /** Settings of the driver. */
  operator: HttpOperatorSettings;
  /** What the employee has done so far. */
  acted: readonly Acted[];
  ports: Ports;
  run(cases: Parameters<typeof runCases>[0], how?: Partial<RunOptions>): ReturnType<typeof runCases>;
  close(): Promise<void>;
}

export interface Acted {
  action: string;
  parameters: Record<string, unknown>;
}

/** The engine in this process, without the runner around it, ready for cases against the target. */
export async function openEngine(file: string, flags: Record<string, string> = {}): Promise<Engine> {
  const descriptions = await loadDescriptions();
  const configuration = await loadConfiguration({ flags, env: {}, cwd: '/', descriptions, file });
  if (!namesTarget(configuration)) throw new Error('The benchmark needs a target.');
  const settings = configuration.operator;
  if (settings.kind !== 'http') throw new Error('The benchmark drives the employee over HTTP.');
  const { operator, actions } = watchOperator(createHttpOperator(settings), systemClock);
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const { ports, close } = await openPorts({ configuration, operator, ca: null, signal });
  const prepared = await preflight(configuration, descriptions, ports, new PreflightReport(), signal);
  return {
    prepared,
    operator: settings,
    acted: actions,
    ports,
    run: (cases, how = {}) => runCases(cases, { ports, runContext: prepared.runContext, signal, ...how }),
    async close() {
      await close();
      await operator.close();
    },
  };
}
