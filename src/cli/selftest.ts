import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { flagValue, integer } from '../configuration/values.js';
import { count } from '../phrases.js';
import { summaryText } from '../selftest/findings.js';
import { writeSelftest } from '../selftest/report/page.js';
import { selftest } from '../selftest/selftest.js';
import { mustBeWritable } from '../write-whole.js';
import { printError } from './ending.js';

export interface SelftestFlags {
  grep?: string[];
  workers?: string;
  allCases?: boolean;
  out: string;
  spec?: string;
}

/** `conform selftest`: proves that the checks can fail, and fail only where they must. Returns the exit code. */
export async function selftestCommand(flags: SelftestFlags): Promise<number> {
  try {
    const workers =
      flags.workers === undefined
        ? availableParallelism()
        : flagValue('--workers', flags.workers, integer(1, 64));
    await mustBeWritable(flags.out);
    const progress = new Progress();
    const record = await selftest({
      spec: flags.spec === undefined ? null : resolve(flags.spec),
      workers,
      grep: flags.grep ?? [],
      allCases: flags.allCases === true,
      onStart: (mutants) => progress.start(mutants),
      onMutant: () => progress.step(),
    });
    const files = await writeSelftest(record, flags.out);
    process.stdout.write(summaryText(record));
    for (const file of files) process.stdout.write(`${relative(process.cwd(), file)}\n`);
    return record.exitCode;
  } catch (error) {
    return printError(error);
  }
}

/** A line on stderr at every hundredth mutant; more would be noise in a log. */
class Progress {
  private ran = 0;
  private total = 0;

  start(total: number): void {
    this.total = total;
    process.stderr.write(`${count(total, 'mutant')}\n`);
  }

  step(): void {
    this.ran += 1;
    if (this.ran % 100 === 0) process.stderr.write(`${this.ran} of ${this.total}\n`);
  }
}
