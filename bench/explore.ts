import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { randomWalks } from '../src/explore/draw.js';
import { type ExploreState, explore } from '../src/explore/explore.js';
import { inSession } from '../src/explore/session.js';
import { openTarget } from '../src/run/open-target.js';
import { PreflightReport } from '../src/run/preflight/context.js';
import { serve } from '../test/support/process/command-line.js';
import { machine } from './machine.js';

const PROGRAM = resolve('dist/src/cli/main.js');
const WALKS = 1_000;
const LENGTH = 16;
const AT_ONCE = 200;
const SEED = 1;

/** Defects that show after two, four and six moves, and a race. */
const DEFECTS = [
  { fault: 'stored-equal-dropped', concurrent: false },
  { fault: 'history-of-own-destination', concurrent: false },
  { fault: 'close-keeps-selection-after-two-replies', concurrent: false },
  { fault: 'race-kept-overwritten', concurrent: true },
];

/**
 * `npm run bench:explore`: moves a second of `conform explore` on the reference service, and of services with a defect the
 * time until a walk fails and until the first such walk is shrunk, from the first walk on. Nothing is judged.
 */
process.stdout.write(`${machine()}\n\n`);
await pace(false);
await pace(true);
process.stdout.write('\n| defect | found after | shrunk after | moves |\n| --- | ---: | ---: | ---: |\n');
for (const defect of DEFECTS) await hunt(defect);

async function pace(concurrent: boolean): Promise<void> {
  const { last } = await explored({ fault: null, concurrent, goesOn: () => true });
  const { walks, moves, durationMs } = last;
  process.stdout.write(
    `${walks} walks${concurrent ? ' with two moves at once' : ''}: ${Math.round((moves * 1_000) / durationMs)} moves a second\n`,
  );
}

async function hunt({ fault, concurrent }: (typeof DEFECTS)[number]): Promise<void> {
  const { states, last } = await explored({
    fault,
    concurrent,
    goesOn: ({ found }) => found.length === 0,
  });
  const after = (is: (state: ExploreState) => boolean): string => {
    const state = states.find(is);
    return state ? `${(state.durationMs / 1_000).toFixed(1)} s` : 'not';
  };
  process.stdout.write(
    `| ${fault} | ${after(({ failed }) => failed > 0)} | ${after(({ found }) => found.length > 0)} | ${last.shortest ?? ''} |\n`,
  );
}

interface Hunt {
  fault: string | null;
  concurrent: boolean;
  goesOn: (state: ExploreState) => boolean;
}

async function explored({
  fault,
  concurrent,
  goesOn,
}: Hunt): Promise<{ states: ExploreState[]; last: ExploreState }> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-bench-'));
  const config = join(folder, 'conform.config.yaml');
  const sandbox = await serve(
    folder,
    ['--plain', '-q', '--config-out', config, ...(fault === null ? [] : ['--fault', fault])],
    PROGRAM,
  );
  try {
    const target = await openTarget({ config, seed: String(SEED) });
    const request = {
      ...target,
      report: new PreflightReport(() => undefined),
      signal: new AbortController().signal,
      interrupted: () => null,
      command: '',
    };
    const states: ExploreState[] = [];
    try {
      const last = await inSession(request, ({ walkContext, versionMoves }) =>
        explore({
          walkContext,
          versionMoves,
          walks: atMost(
            WALKS,
            randomWalks(versionMoves, { seed: SEED, length: LENGTH, atOnce: AT_ONCE, concurrent }),
          ),
          goesOn,
          // The lists go on to grow.
          onProgress: (state) => states.push({ ...state, found: [...state.found] }),
        }),
      );
      return { states, last };
    } finally {
      await target.close();
    }
  } finally {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function* atMost<T>(count: number, batches: Iterable<T[]>): Generator<T[], void> {
  let left = count;
  for (const batch of batches) {
    yield batch.slice(0, left);
    left -= batch.length;
    if (left <= 0) return;
  }
}
