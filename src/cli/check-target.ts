import { appendFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { RunRecord } from '../record/types.js';
import { annotations } from '../reporters/annotations.js';
import { renderMarkdown } from '../reporters/markdown.js';
import { terminalSummary } from '../reporters/terminal.js';
import { jsonParts, writeReports } from '../reporters/write-reports.js';
import type { WantedCases } from '../run/case-selection.js';
import type { RunRequest } from '../run/deployment.js';
import type { Target } from '../run/open-target.js';
import { PreflightReport } from '../run/preflight/context.js';
import { run } from '../run/run.js';
import { shellLine } from '../terminal-text.js';
import { writing } from '../write-whole.js';
import type { Interruption } from './ending.js';
import { Progress } from './progress.js';
import { mustTakeReports } from './write-new.js';

/** What to do about a run that late events make this long. */
const IF_LONG = {
  afterMs: 5 * 60_000,
  text: 'Events arrive late, or one after another, so this run will take a long time. --quick runs some of the cases; --shard i/n divides them among several runs.',
};

/** Checks a target, and shows its progress. */
export async function checkTarget(
  target: Target,
  interruption: Interruption,
  wanted?: WantedCases,
): Promise<RunRecord> {
  const { configuration } = target;
  const { output } = configuration;
  await mustTakeReports(output.folder);
  // Cards for a person share the terminal with the progress line: only one of them may write.
  const live =
    process.stderr.isTTY === true && !process.env['CI'] && configuration.operator.kind !== 'manual';
  const { quiet, verbose } = output;
  const progress = new Progress({
    quiet,
    verbose,
    live,
    failLevel: configuration.run.level,
    ...(!configuration.run.quick && { advice: IF_LONG }),
  });
  let unjudged: RunRecord | null = null;
  return run({
    ...runRequest(target, interruption, progress),
    ...(wanted && { wanted }),
    onSelected: (cases, skipped) => progress.selected(cases, skipped),
    onOutcome: (outcome) => progress.outcome(outcome),
    onWaits: (...waiting) => progress.waits(...waiting),
    onNoVerdict: (record) => {
      unjudged = record;
    },
    startUpMs: performance.now(),
  })
    .catch(async (error: unknown) => {
      // Reports of an earlier run must not pass for this one's.
      if (unjudged) await publish(unjudged, output);
      throw error;
    })
    .finally(() => progress.end());
}

/** What any work at a target needs: who reports its preflight, what ends it, and how to repeat it. */
export function runRequest(target: Target, interruption: Interruption, progress: Progress): RunRequest {
  return {
    ...target,
    report: new PreflightReport((line) => progress.preflight(line)),
    signal: interruption.signal,
    interrupted: () => interruption.receivedSignal(),
    command: commandLine(),
  };
}

/**
 * Writes the reports and prints the summary.
 * @param own whether this process ran the cases: then it says how long all of it took
 */
export async function publish(record: RunRecord, output: Output, { own = true } = {}): Promise<void> {
  const files = await writeReports(record, output.folder);
  await print(record, output, { files, own });
}

type Output = Pick<Target['configuration']['output'], 'folder' | 'json' | 'color'> & { quiet?: boolean };

async function print(
  record: RunRecord,
  output: Output,
  { files, own }: { files: string[]; own: boolean },
): Promise<void> {
  const report = files.find((file) => file.endsWith('.html'));
  if (output.json) for (const part of jsonParts(record)) process.stdout.write(part);
  // Why a run of this process came to no verdict is an error of its own.
  else if (!own || record.verdict !== 'no-verdict') {
    const color = output.color && process.stdout.isTTY === true;
    process.stdout.write(
      terminalSummary(record, {
        color,
        // A terminal of unknown size says 0.
        columns: process.stdout.columns || 80,
        report: report ? relative(process.cwd(), report) : output.folder,
        ...(own && { wholeMs: performance.now() }),
        log: process.stdout.isTTY !== true && output.quiet !== true,
      }),
    );
  }
  if (process.env['GITHUB_ACTIONS'] === 'true' && !output.json) {
    process.stdout.write(
      annotations(record)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const summary = process.env['GITHUB_STEP_SUMMARY'];
    if (summary)
      await writing(`GITHUB_STEP_SUMMARY ${summary}`, () => appendFile(summary, renderMarkdown(record)));
  }
}

/** The command that repeats the run. Arguments are never secret, because no flag takes a key. */
export function commandLine(): string {
  return shellLine(['npx', 'conform', ...process.argv.slice(2)]);
}
