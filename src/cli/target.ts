import { loadConfiguration } from '../configuration/load.js';
import type { Flags } from '../configuration/settings.js';
import type { Configuration } from '../configuration/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { openConfigured, type Target } from '../run/open-target.js';

/** A command's own flags, which the configuration does not know, are not passed on. */
export function withoutOwn(flags: Flags, own: readonly string[]): Flags {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => !own.includes(name)));
}

/**
 * Reads flags, environment and file, and starts the bundled service if no address is given.
 * @param meanwhile called while the service starts; that does not change which cases are wanted
 */
export async function openTarget(
  flags: Flags,
  meanwhile: (settings: { configuration: Configuration; descriptions: Description[] }) => void = () =>
    undefined,
): Promise<Target> {
  const { spec, ...rest } = flags;
  const descriptions = await loadDescriptions(typeof spec === 'string' ? spec : undefined);
  const configuration = await withLastFailed(
    await loadConfiguration({ flags: rest, env: process.env, cwd: process.cwd(), descriptions }),
  );
  return openConfigured(configuration, descriptions, {
    driverless: configuration.operator.kind === 'none' && rest['operator'] === 'none',
    meanwhile: () => meanwhile({ configuration, descriptions }),
  });
}

/** The results are read only if they are asked for, because that takes time. */
async function withLastFailed(configuration: Configuration): Promise<Configuration> {
  const { run, output } = configuration;
  if (!run.lastFailed) return configuration;
  const { lastFailed } = await import('./record-at.js');
  return { ...configuration, run: { ...run, only: await lastFailed(output.folder) } };
}
