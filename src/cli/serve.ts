import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configurationText } from '../configuration/text.js';
import { listen, seed } from '../configuration/values.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { ListenError } from '../listening.js';
import type { ReferenceDialect } from '../reference/dialect.js';
import { loadDialect } from '../reference/dialects.js';
import { type ReferenceService, startReference } from '../reference/service.js';
import { writing } from '../reporters/write-whole.js';
import { settingsFor } from '../run/bundled.js';
import { NoVerdict } from '../run/no-verdict.js';
import { closest } from '../yaml/closest.js';
import { quoted } from '../yaml/problem.js';
import { flagValue } from './flag.js';
import { Interruption } from './interruption.js';

export interface ServeFlags {
  listen?: string;
  operatorListen?: string;
  configOut?: string;
  plain?: boolean;
  fault?: string[];
  dialect?: string;
  seed?: string;
  spec?: string;
}

/** `conform serve`: the reference service in the foreground, with all that one needs to check it or to develop against it. */
export async function serveCommand(flags: ServeFlags): Promise<number> {
  const interruption = new Interruption();
  const descriptions = await loadDescriptions(flags.spec);
  const service = await started(flags, descriptions);
  try {
    const caFile = service.caPem === null ? null : writeCa(service.caPem);
    const { configOut } = flags;
    if (configOut) {
      const text = configurationText(settingsFor(service, descriptions), caFile);
      await writing(configOut, () => writeFile(configOut, text, { mode: 0o600 }));
    }
    process.stdout.write(introduction(service, descriptions, { caFile, configOut }));
    if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
  } finally {
    interruption.stopListening();
    await service.close();
  }
  return 0;
}

async function started(flags: ServeFlags, descriptions: Description[]): Promise<ReferenceService> {
  const options = {
    descriptions,
    tls: !flags.plain,
    ...(flags.listen !== undefined && { listen: flagValue('--listen', flags.listen, listen) }),
    ...(flags.operatorListen !== undefined && {
      operatorListen: flagValue('--operator-listen', flags.operatorListen, listen),
    }),
    faults: await Promise.all((flags.fault ?? []).map(knownFault)),
    ...(flags.dialect !== undefined && { dialect: await namedDialect(flags.dialect) }),
    ...(flags.seed !== undefined && { seed: flagValue('--seed', flags.seed, seed) }),
  };
  try {
    return await startReference(options);
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    throw new NoVerdict(2, 'listen', error.message, 'Port 0 takes any free one: --listen 127.0.0.1:0.');
  }
}

function introduction(
  { baseUrl, keys, operator }: ReferenceService,
  descriptions: readonly Description[],
  { caFile, configOut }: { caFile: string | null; configOut: string | undefined },
): string {
  const lines: [string, string][] = [
    ['service', baseUrl],
    ['versions', descriptions.map(({ version }) => version).join(', ')],
    ['key', keys.main],
    ['second key', keys.second],
    ['restricted key', keys.restricted.key],
    ...keys.fresh.map((key, at): [string, string] => [at === 0 ? 'fresh keys' : '', key]),
    ...(caFile ? [['CA file', caFile] as [string, string]] : []),
    ['employees', operator.baseUrl],
    ['', `authorization: Bearer ${operator.token}`],
    ...(configOut ? [['configuration', configOut] as [string, string]] : []),
  ];
  const check = configOut
    ? `npx conform --config ${configOut}`
    : `CONFORM_KEY=${keys.main} npx conform --base-url ${baseUrl}${caFile ? ` --ca-file ${caFile}` : ''}`;
  const told = lines.map(([name, value]) => `${name.padEnd(16)}${value}\n`).join('');
  return `${told}\nCheck it:  ${check}\nEnd it with Ctrl-C.\n`;
}

async function knownFault(name: string): Promise<string> {
  const { namedFaults } = await import('../reference/faults/catalogue.js');
  const names = namedFaults.map((fault) => fault.name);
  if (names.includes(name)) return name;
  const near = closest(name, names);
  const message = `No fault is called ${quoted(name)}${near === undefined ? '' : `; expected ${near}`}.`;
  throw new NoVerdict(2, 'fault', message, `conform list --faults prints all ${names.length}.`);
}

async function namedDialect(name: string): Promise<ReferenceDialect> {
  try {
    return await loadDialect(name);
  } catch (error) {
    if (error instanceof RangeError) throw new NoVerdict(2, 'dialect', error.message);
    throw error;
  }
}

/** In a folder that goes when the process goes, whatever ends it short of a kill. */
function writeCa(pem: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'conform-ca-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, pem);
  return file;
}
