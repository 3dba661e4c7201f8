import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import type { Flags } from '../configuration/settings.js';
import { UsageError } from '../configuration/usage-error.js';
import { duration, flagValue, integer, seed as seedOf } from '../configuration/values.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { allWalks, randomWalks } from '../explore/draw.js';
import { type ExploreState, explore } from '../explore/explore.js';
import { explorationRecord } from '../explore/record.js';
import { inSession, type Session } from '../explore/session.js';
import { count } from '../phrases.js';
import type { RunRecord } from '../record/types.js';
import { caseCommand } from '../reporters/repeat-command.js';
import { withoutCommands } from '../reporters/text/escapes.js';
import { openTarget, type Target, withoutOwn } from '../run/open-target.js';
import { oneLine } from '../terminal-text.js';
import { publish, runRequest } from './check-target.js';
import { type Interruption, interruptible } from './ending.js';
import { ERASE_LINE, liveLine, PLAIN_EVERY_MS, Progress } from './progress.js';

import { mustTakeReports } from './write-new.js';

/** How much to explore. */
interface Extent {
  walks: number;
  forMs: number;
  length: number;
  /** Null: random walks. */
  exhaustive: number | null;
  /** Two simultaneous moves in each walk. */
  concurrent: boolean;
  seed: number;
}

/** `conform explore`: walks, shrinks what fails, writes the reports, prints the summary. Returns the exit code. */
export function exploreCommand(flags: Flags): Promise<number> {
  return interruptible(async (interruption) => {
    const extent = extentOf(flags);
    const target = await openTarget({
      ...withoutOwn(flags, ['walks', 'for', 'length', 'exhaustive', 'concurrent']),
      seed: String(extent.seed),
    });
    const { output } = target.configuration;
    const folder = flags['out'] === undefined ? join(output.folder, OWN_FOLDER) : output.folder;
    try {
      return await exploreTarget(target, { extent, output: { ...output, folder } }, interruption);
    } finally {
      await target.close();
    }
  });
}

/** Below the folder of the run reports, which are kept: an exploration proves less than a run. */
const OWN_FOLDER = 'explore';

const MOST_WALKS = 1_000_000;

/** @throws UsageError */
function extentOf(flags: Flags): Extent {
  const own = <T>(name: string, parse: (value: unknown, folder: string) => T, fallback: T): T => {
    const value = flags[name];
    return typeof value === 'string' ? flagValue(`--${name}`, value, parse) : fallback;
  };
  if (flags['concurrent'] === true && flags['exhaustive'] !== undefined)
    throw new UsageError([
      { where: '--concurrent', message: 'works with random walks only; expected without --exhaustive' },
    ]);
  const endless = flags['for'] !== undefined || flags['exhaustive'] !== undefined;
  return {
    walks: own('walks', integer(1, MOST_WALKS), endless ? Number.POSITIVE_INFINITY : 1_000),
    forMs: own('for', duration, Number.POSITIVE_INFINITY),
    length: own('length', integer(1, 64), 16),
    exhaustive: own<number | null>('exhaustive', integer(1, 8), null),
    concurrent: flags['concurrent'] === true,
    seed: own('seed', seedOf, randomInt(2 ** 31)),
  };
}

/** Walks that share one quiet window: enough of them to make it a small part of the time, and few enough to show progress. */
const AT_ONCE = 200;

async function exploreTarget(
  target: Target,
  { extent, output }: { extent: Extent; output: Target['configuration']['output'] },
  interruption: Interruption,
): Promise<number> {
  const { operator } = target.configuration;
  if (operator.kind === 'manual')
    throw new NoVerdict(
      EXIT.usage,
      'operator',
      'Walks make thousands of moves: no person can act for the employees.',
    );
  await mustTakeReports(output.folder);
  const live = process.stderr.isTTY === true && !process.env['CI'];
  const progress = new ExploreProgress({ quiet: output.quiet, live });
  const preflight = new Progress({ quiet: output.quiet, verbose: output.verbose, live });
  const record = await inSession(runRequest(target, interruption, preflight), async (session) => {
    for (const note of session.notes) progress.note(session.redact(note));
    if (extent.exhaustive === null) progress.note(`seed ${extent.seed}`);
    if (extent.concurrent && !session.seesAll)
      throw new NoVerdict(
        EXIT.usage,
        'not-seen',
        'Concurrent moves are judged by events and by what employees see, and not all of that is visible here.',
        session.redact(session.notes.join(' ')) || null,
      );
    const began = performance.now();
    const exploration = await explore({
      walkContext: session.walkContext,
      versionMoves: session.versionMoves,
      walks: walksOf(session, extent),
      goesOn: ({ durationMs }: ExploreState) => durationMs < extent.forMs,
      onProgress: (state) => progress.show(state),
    });
    const durationMs = performance.now() - began + session.readyMs;
    const seed = extent.exhaustive === null ? extent.seed : null;
    return explorationRecord(session, exploration, { seed, durationMs });
  }).finally(() => progress.end());
  await publish(record, output);
  if (!output.json) process.stdout.write(foundText(record));
  return record.exitCode;
}

function* walksOf({ versionMoves }: Session, { walks, length, exhaustive, concurrent, seed }: Extent) {
  const batches =
    exhaustive === null
      ? randomWalks(versionMoves, { seed, length, atOnce: AT_ONCE, concurrent })
      : allWalks(versionMoves, { longest: exhaustive, atOnce: AT_ONCE });
  let left = walks;
  for (const batch of batches) {
    if (left <= 0) return;
    yield batch.slice(0, left);
    left -= batch.length;
  }
}

/** Each way to fail with what it was shrunk from, how to play it again, and what repeats the whole exploration. */
function foundText(record: RunRecord): string {
  const { walks, cases } = record;
  if (!walks) return '';
  const ways = walks.found.flatMap(({ caseId, moves, from, times, again }) => {
    const found = cases.find(({ id }) => id === caseId);
    const line = found && caseCommand(record, found);
    return [
      '',
      `  ${oneLine(found?.reason?.text ?? '')}`,
      `    ${count(moves, 'move')}${moves < from ? `, shrunk from ${from}` : ''}; ${times > 0 ? `explains ${count(times, 'failing walk')}` : 'fails as it does under another version'}${again ? '' : '; did not fail again when it was walked once more'}`,
      ...(line ? [`    ${oneLine(line)}`] : []),
    ];
  });
  const more =
    walks.unexplained > 0
      ? [
          '',
          `  ${count(walks.unexplained, 'further failing walk')} of these kinds ${walks.unexplained === 1 ? 'was' : 'were'} not shrunk.`,
        ]
      : [];
  const seed =
    walks.seed === undefined ? [] : ['', `  Seed ${walks.seed} gives the same walks again (--seed).`];
  return `${[...ways, ...more, ...seed].join('\n')}\n`;
}

/** Shows the progress of an exploration on standard error. */
export class ExploreProgress {
  private lastShown = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly options: { quiet: boolean; live: boolean },
    private readonly stream: Pick<NodeJS.WriteStream, 'write' | 'columns'> = process.stderr,
  ) {}

  /** What is left out, or what repeats the walks. */
  note(text: string): void {
    if (!this.options.quiet) this.stream.write(`${withoutCommands(oneLine(text))}\n`);
  }

  show(progress: ExploreState): void {
    const { quiet, live } = this.options;
    if (quiet) return;
    const line = progressLine(progress);
    if (live) this.stream.write(liveLine(line, this.stream.columns));
    else if (performance.now() - this.lastShown >= PLAIN_EVERY_MS) this.stream.write(`${line}\n`);
    else return;
    this.lastShown = performance.now();
  }

  /** Clears the live line. */
  end(): void {
    if (this.options.live && !this.options.quiet) this.stream.write(ERASE_LINE);
  }
}

/** Walks, moves per second, what was covered, and the shortest failure so far. */
export function progressLine({ walks, moves, durationMs, windows, shortest, found }: ExploreState): string {
  const pace = durationMs > 0 ? Math.round((moves * 1_000) / durationMs) : 0;
  return [
    count(walks, 'walk'),
    `${pace} moves/s`,
    `${windows.covered}/${windows.legal} sequences of three`,
    ...(shortest === null ? [] : [`fails in ${count(shortest, 'move')}`]),
    ...(found.length === 0 ? [] : [`${count(found.length, 'way')} to fail`]),
  ].join(' · ');
}
