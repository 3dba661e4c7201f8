import { setMaxListeners } from 'node:events';
import { deriveCases } from '../cases/derive.js';
import { selectCases } from '../cases/select.js';
import type { Case } from '../cases/types.js';
import { loadConfiguration } from '../configuration/load.js';
import type { Configuration } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import type { Ports } from '../engine/ports.js';
import { runCases } from '../engine/run-cases.js';
import type { CaseOutcome } from '../engine/world.js';
import { createHttpOperator } from '../operator/http.js';
import { type ReferenceOptions, type ReferenceService, startReference } from '../reference/service.js';
import { settingsFor } from '../run/bundled.js';
import { claimsOf } from '../run/claims.js';
import { openPorts } from '../run/open-ports.js';
import { preflight } from '../run/preflight/preflight.js';
import { PreflightReport } from '../run/preflight/report.js';
import { Stop } from '../run/stop.js';

export interface CheckRequest {
  descriptions: Description[];
  service: Omit<ReferenceOptions, 'descriptions'>;
  /** Flags of the run, as on the command line. */
  flags: Record<string, string>;
  only: (one: Case) => boolean;
  /** The run finds the dialect out by itself. */
  discover?: boolean;
  /** Changes what the run sees of the world. */
  around?: (ports: Ports, service: ReferenceService) => Ports;
}

export interface CheckResult {
  outcomes: CaseOutcome[];
  skipped: string[];
  /** Why the run came to no verdict; null: it did. */
  stopped: { code: string; text: string } | null;
}

/** The engine, without Vitest around it, against a reference service of its own; the referee keeps the true descriptions. */
export async function checkService({
  descriptions,
  service: options,
  flags,
  only,
  discover,
  around = (ports) => ports,
}: CheckRequest): Promise<CheckResult> {
  const service = await startReference({ descriptions, ...options });
  const configuration = await configure(service, descriptions, flags, discover === true);
  const operator = createHttpOperator(settingsFor(service, descriptions).operator);
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const { ports: opened, close } = await openPorts({ configuration, operator, ca: service.caPem, signal });
  const ports = around(opened, service);
  try {
    const prepared = await preflight(configuration, descriptions, ports, new PreflightReport(), signal);
    const claims = await claimsOf(prepared, configuration, operator);
    const { selected, skipped } = selectCases(casesOf(descriptions).filter(only), claims);
    const { outcomes } = await runCases(selected, { ports, world: prepared.world, signal });
    return { outcomes, skipped: skipped.map(({ case: one }) => one.id), stopped: null };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return { outcomes: [], skipped: [], stopped: { code: error.code, text: error.message } };
  } finally {
    await close();
    await operator.close();
    await service.close();
  }
}

async function configure(
  service: ReferenceService,
  descriptions: readonly Description[],
  flags: Record<string, string>,
  discover: boolean,
): Promise<Configuration> {
  const configured = await loadConfiguration({ flags, env: {}, cwd: '/', descriptions });
  const { target, dialect, operator } = settingsFor(service, descriptions);
  return {
    ...configured,
    target: { ...configured.target, ...target },
    dialect: discover ? { bodies: {} } : dialect,
    operator,
  };
}

const derived = new WeakMap<readonly Description[], Case[]>();

/** All cases that follow from the descriptions, derived once: it costs a tenth of a run. */
export function casesOf(descriptions: readonly Description[]): Case[] {
  const known = derived.get(descriptions) ?? deriveCases(descriptions);
  derived.set(descriptions, known);
  return known;
}
