import { setMaxListeners } from 'node:events';
import { loadConfiguration } from '../src/configuration/load.js';
import { loadDescriptions } from '../src/description/load.js';
import type { Ports } from '../src/engine/ports.js';
import { type RunOptions, runCases } from '../src/engine/run-cases.js';
import { createOperator } from '../src/operator/create.js';
import { openPorts } from '../src/run/open-ports.js';
import { type Prepared, preflight } from '../src/run/preflight/preflight.js';
import { PreflightReport } from '../src/run/preflight/report.js';

export interface Engine {
  prepared: Prepared;
  ports: Ports;
  run(cases: Parameters<typeof runCases>[0], how?: Partial<RunOptions>): ReturnType<typeof runCases>;
  close(): Promise<void>;
}

/** The engine in this process, without the runner around it, ready for cases against the target. */
export async function openEngine(file: string, flags: Record<string, string> = {}): Promise<Engine> {
  const descriptions = await loadDescriptions();
  const configuration = await loadConfiguration({ flags, env: {}, cwd: '/', descriptions, file });
  const operator = createOperator(configuration.operator, {
    secrets: [],
    input: false,
    shows: [],
    instructions: {},
  });
  const { ports, close } = await openPorts({ configuration, operator, ca: null });
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const prepared = await preflight(configuration, descriptions, ports, new PreflightReport(), signal);
  return {
    prepared,
    ports,
    run: (cases, how = {}) => runCases(cases, { ports, world: prepared.world, signal, ...how }),
    async close() {
      await close();
      await operator.close();
    },
  };
}
