import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type File, startTests, type VitestRunner } from '@vitest/runner';
import { getTests } from '@vitest/runner/utils';
import type { Case } from '../cases/types.js';
import type { CaseOutcome } from '../engine/evidence.js';
import { codePlace, packageRoot } from '../package-root.js';

/** What the suites run over. */
export interface Session {
  cases: readonly Case[];
  /** The final outcome of the case of this id: the one in the record. */
  outcome(id: string): Promise<CaseOutcome>;
}

/** Registers the tests of a group with Vitest's runner. */
export type Suite = (session: Session) => void;

export interface RunnerResult {
  /** Ids of the cases whose tests came to an end. */
  reported: Set<string>;
  /** Faults of the runner or of a test file; none of the target's. */
  errors: string[];
  /** What the system refused while a test file was loaded, such as opening another file. */
  refused: NodeJS.ErrnoException | null;
}

/** The previous run: the runner takes one set of files at a time. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs the suites over the cases with Vitest's runner, in this thread, where the engine is: without Vite, which would
 * take a quarter of a second and a worker with a heap of its own to transform files that are compiled already.
 */
export function runSuites(session: Session): Promise<RunnerResult> {
  // Somebody's own tests check a deployment: their Vitest is using the runner.
  if (isWithinVitest()) return engineAlone(session);
  const ran = turn.then(() => underVitest(session));
  turn = ran.catch(() => undefined);
  return ran;
}

async function underVitest(session: Session): Promise<RunnerResult> {
  let refused: RunnerResult['refused'] = null;
  const load = (path: string): Promise<{ default: Suite }> =>
    import(pathToFileURL(path).href).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== undefined) refused ??= error;
      throw error;
    });
  const files = await startTests(suiteFiles(), runnerFor(session, load));
  const ended = getTests(files).filter(({ result }) => ENDED.has(result?.state));
  return {
    reported: new Set(ended.map(({ meta }) => (meta as { caseId?: string }).caseId ?? '')),
    errors: files.flatMap(errorsOf),
    refused,
  };
}

const ENDED: ReadonlySet<unknown> = new Set(['pass', 'fail', 'skip']);

/** Faults of the file itself; those of its tests are verdicts. */
function errorsOf({ result }: File): string[] {
  return (result?.errors ?? []).map(({ message }) => message);
}

async function engineAlone({ cases, outcome }: Session): Promise<RunnerResult> {
  await Promise.all(cases.map(({ id }) => outcome(id)));
  return { reported: new Set(cases.map(({ id }) => id)), errors: [], refused: null };
}

/** Compiled suites in the package, sources in the repository. */
function suiteFiles(): string[] {
  const folder = codePlace('suites');
  const files = readdirSync(folder).filter((name) => /\.test\.[jt]s$/.test(name));
  if (files.length === 0) throw new Error(`The folder ${folder} has no suites.`);
  return files.map((name) => codePlace(`suites/${name}`));
}

function runnerFor(session: Session, load: (path: string) => Promise<{ default: Suite }>): VitestRunner {
  return {
    importFile: async (path) => {
      const { default: register } = await load(path);
      register(session);
    },
    config: {
      root: packageRoot(),
      setupFiles: [],
      name: undefined,
      passWithNoTests: false,
      testNamePattern: undefined,
      allowOnly: true,
      sequence: { seed: 0, hooks: 'stack', setupFiles: 'list' },
      chaiConfig: undefined,
      maxConcurrency: 1,
      testTimeout: 0,
      hookTimeout: 0,
      retry: 0,
      includeTaskLocation: false,
      tags: [],
      tagsFilter: undefined,
      strictTags: true,
    },
  };
}

/** Whether Vitest runs this process or thread; processes that it starts would inherit its variables. */
export function isWithinVitest(): boolean {
  return '__vitest_worker__' in globalThis;
}
