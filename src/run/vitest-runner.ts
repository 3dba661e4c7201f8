import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { TestCase, Vitest } from 'vitest/node';
import type { Case } from '../cases/types.js';
import type { CaseOutcome } from '../engine/world.js';
import { codePlace, packageRoot } from '../package-root.js';
import { openBridge } from './bridge.js';

export interface RunnerResult {
  /** Ids of the cases that Vitest reported. */
  reported: Set<string>;
  /** Faults of the runner or of a test file; none of the target's. */
  errors: string[];
}

export interface Runner {
  /** Runs the suites over the cases; each test waits for `outcome` of its case. Once a runner. */
  run(cases: readonly Case[], outcome: (id: string) => Promise<CaseOutcome>): Promise<RunnerResult>;
  /** Ends the runner, whether it ran or not; again: nothing. */
  close(): Promise<void>;
}

/**
 * Starts Vitest as the runner of the suites, for `most` cases at most: at once, for it costs some tenths of a second in
 * which the target can already be asked. Its test files wait until `run` tells the cases. The exit code and the signals
 * stay ours: Vitest's own are taken back.
 */
export function prepareRunner(most: number): Runner {
  const result: RunnerResult = { reported: new Set(), errors: [] };
  const before = process.exitCode;
  const release = keepSignals();
  const bridge = openBridge();
  const created = create(options(most, result), bridge.name);
  const ran = created
    .then((vitest) => vitest.start())
    .catch((error: unknown) => result.errors.push(error instanceof Error ? error.message : String(error)));
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    // Its worker cannot be ended while it starts: without cases the files come to their end at once.
    bridge.tell([], () => Promise.reject(new Error('No case was told.')));
    await ran;
    await created.then((vitest) => vitest.close()).catch(() => undefined);
    bridge.close();
    release();
    process.exitCode = before;
  };
  return {
    run: async (cases, outcome) => {
      bridge.tell(cases, outcome);
      await ran;
      return result;
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

async function create(settings: Settings, channel: string): Promise<Vitest> {
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest('test', settings);
  vitest.provide('bridge', channel);
  return vitest;
}

const SIGNALS: readonly (string | symbol)[] = ['SIGINT', 'SIGTERM'];

/**
 * Refuses every listener for the signals that is added meanwhile: Vitest's own would end the process before the
 * reports are written. Returns what ends the refusal.
 */
function keepSignals(): () => void {
  const refuse = (event: string | symbol, listener: () => void): void => {
    // It is added right after this call; no signal is told before the microtask.
    if (SIGNALS.includes(event)) queueMicrotask(() => process.off(event, listener));
  };
  process.on('newListener', refuse);
  return () => process.off('newListener', refuse);
}

type Settings = Parameters<Awaited<typeof import('vitest/node')>['createVitest']>[1];

function options(most: number, result: RunnerResult): Settings {
  return {
    root: packageRoot(),
    config: false,
    watch: false,
    include: [suitePattern()],
    exclude: [],
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: 1_000,
    maxConcurrency: most + 1,
    passWithNoTests: false,
    dangerouslyIgnoreUnhandledErrors: true,
    reporters: [
      {
        onTestCaseResult: (test: TestCase) => {
          const { caseId } = test.meta() as { caseId?: string };
          if (caseId) result.reported.add(caseId);
        },
        onTestRunEnd: (modules, errors) => {
          const inFiles = modules.flatMap((module) => module.errors());
          result.errors.push(...[...errors, ...inFiles].map(({ message }) => message));
        },
      },
    ],
  };
}

/** Compiled suites in the package, sources in the repository. */
function suitePattern(): string {
  const folder = codePlace('suites');
  if (!existsSync(folder)) throw new Error(`The folder ${folder} with the suites is missing.`);
  return relative(packageRoot(), codePlace('suites/*.test.ts')).replaceAll('\\', '/');
}
