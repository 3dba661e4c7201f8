import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import type { TestCase, Vitest } from 'vitest/node';
import type { Case } from '../cases/types.js';
import { explain, firstLine } from '../engine/explanation.js';
import type { CaseOutcome } from '../engine/world.js';
import { packageRoot } from '../package-root.js';
import type { CaseAnswer } from './bridge-types.js';

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
 * Prepares Vitest as the runner of the suites, for `most` cases at most: while the preflight still runs, for it costs
 * some tenths of a second. The exit code and the signals stay ours: Vitest's own are taken back.
 */
export async function prepareRunner(most: number): Promise<Runner> {
  const { createVitest } = await import('vitest/node');
  const result: RunnerResult = { reported: new Set(), errors: [] };
  const before = process.exitCode;
  const release = keepSignals();
  const vitest = await createVitest('test', options(most, result)).catch((error: unknown) => {
    release();
    throw error;
  });
  let closed: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await vitest.close();
    release();
    process.exitCode = before;
  };
  return {
    run: async (cases, outcome) => {
      const channelName = `conform-${process.pid}-${cases.length}-${performance.now()}`;
      const channel = new BroadcastChannel(channelName);
      channel.onmessage = (event) => {
        const { ask } = (event as unknown as MessageEvent<{ ask: string }>).data;
        void outcome(ask).then((found) => channel.postMessage(answer(ask, found)));
      };
      const cards = cases.map(({ id, group, title }) => ({ id, group, title }));
      vitest.provide('bridge', { channel: channelName, cases: cards });
      await runAll(vitest, result);
      channel.close();
      return result;
    },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
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

function answer(id: string, outcome: CaseOutcome): CaseAnswer {
  const { verdict, reason } = outcome;
  return { id, verdict, text: verdict === 'fail' ? firstLine(explain(outcome)) : (reason?.text ?? '') };
}

function options(
  most: number,
  result: RunnerResult,
): Parameters<Awaited<typeof import('vitest/node')>['createVitest']>[1] {
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

async function runAll(vitest: Vitest, result: RunnerResult): Promise<void> {
  try {
    await vitest.start();
  } catch (error) {
    result.errors.push(error instanceof Error ? error.message : String(error));
  }
}

/** Compiled suites in the package, sources in the repository. */
function suitePattern(): string {
  const compiled = import.meta.url.includes('/dist/');
  const folder = compiled ? 'dist/suites' : 'suites';
  if (!existsSync(join(packageRoot(), folder)))
    throw new Error(`The folder ${folder} with the suites is missing.`);
  return `${folder}/*.test.${compiled ? 'js' : 'ts'}`;
}
