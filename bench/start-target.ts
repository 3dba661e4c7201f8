import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { TargetCard } from './target.js';

/** Starts the target beside this process; it ends when its standard input does. */
export async function startTarget(
  configFile: string,
  roundTripsMs: readonly number[],
): Promise<{ card: TargetCard; close(): void }> {
  const script = new URL('./target.ts', import.meta.url).pathname;
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, configFile, ...roundTripsMs.map(String)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { card: JSON.parse(line) as TargetCard, close: () => child.stdin.end() };
}
