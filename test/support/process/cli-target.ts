import { onTestFinished } from 'vitest';
import { type HostileOptions, type HostileTarget, startHostileTarget } from '../hostile/target.js';
import { folderFor } from './cli-process.js';

/** For tests: a target and a folder whose configuration checks it; both are gone when the test has finished. */
export async function openTarget(
  options: HostileOptions,
): Promise<{ target: HostileTarget; folder: string }> {
  const target = await startHostileTarget(options);
  onTestFinished(() => target.close());
  const { folder, remove } = await folderFor(target, options.descriptions, options.key);
  onTestFinished(remove);
  return { target, folder };
}
