import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { configurationText } from '../configuration/text.js';
import { listen, path, seed } from '../configuration/values.js';
import type { ConsoleServer } from '../console/server.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { ListenError } from '../listening.js';
import { type ReferenceOptions, type ReferenceService, startReference } from '../reference/service.js';
import { writing } from '../reporters/write-whole.js';
import { settingsFor } from '../run/bundled.js';
import { NoVerdict } from '../run/no-verdict.js';
import { examples } from '../sandbox/examples.js';
import { type Introduced, introduction } from '../sandbox/introduction.js';
import { AuthorityError, keptAuthority } from '../sandbox/kept-authority.js';
import { lineOf } from '../sandbox/lines.js';
import { type Log, makeLog } from '../sandbox/log.js';
import { KeyError, ownKeys } from '../sandbox/own-keys.js';
import { pointNames } from '../sandbox/point-names.js';
import { announce } from '../sandbox/running.js';
import { startSandboxConsole } from '../sandbox/sandbox-console.js';
import { closest } from '../yaml/closest.js';
import { quoted } from '../yaml/problem.js';
import { openInBrowser } from './browser.js';
import { flagValue } from './flag.js';
import { Interruption } from './interruption.js';
import { namedDialect } from './named-dialect.js';

export interface ServeFlags {
  listen?: string;
  operatorListen?: string;
  configOut?: string;
  plain?: boolean;
  fault?: string[];
  dialect?: string;
  seed?: string;
  spec?: string;
  caDir?: string;
  key?: string[];
  quiet?: boolean;
  open?: boolean;
  consoleListen?: string;
  json?: boolean;
}

/** `conform serve`: the reference service in the foreground, with all that one needs to check it or to develop against it. */
export async function serveCommand(flags: ServeFlags): Promise<number> {
  const interruption = new Interruption();
  const descriptions = await loadDescriptions(flags.spec);
  const { service, log, caFile } = await started(flags, descriptions);
  const opened: { close(): Promise<void> }[] = [service];
  try {
    const page = await consoleOf({ service, log, caFile }, descriptions, flags);
    opened.unshift(page);
    const { configOut } = flags;
    if (configOut) {
      const text = configurationText(settingsFor(service, descriptions), caFile);
      await writing(configOut, () => writeFile(configOut, text, { mode: 0o600 }));
    }
    const told = introduced(service, descriptions, { caFile, flags, link: page.link });
    const quieten = announce({
      baseUrl: service.baseUrl,
      employees: service.operator,
      keys: Object.fromEntries(told.keys),
      versions: [...told.versions],
    });
    opened.unshift({ close: async () => quieten() });
    process.stdout.write(flags.json ? `${JSON.stringify({ kind: 'ready', ...told })}\n` : introduction(told));
    if (flags.open) openInBrowser(page.link);
    if (!flags.quiet) show(log, service, flags.json === true);
    if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
  } finally {
    interruption.stopListening();
    for (const one of opened) await one.close();
  }
  return 0;
}

async function consoleOf(
  { service, log, caFile }: Started,
  descriptions: readonly Description[],
  { consoleListen, fault = [] }: ServeFlags,
): Promise<ConsoleServer> {
  const address = consoleListen === undefined ? null : flagValue('--console-listen', consoleListen, listen);
  return listening(() =>
    startSandboxConsole({
      world: service.world,
      log,
      descriptions,
      baseUrl: service.baseUrl,
      caFile,
      faults: fault,
      ...(address && { listen: address }),
    }),
  );
}

/** Nobody can listen where it was asked for: that is a mistake of the command line. */
async function listening<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    throw new NoVerdict(2, 'listen', error.message, 'Port 0 takes any free one: 127.0.0.1:0.');
  }
}

/** A line for each request, and for each attempt at a delivery. */
function show(log: Log, { world }: ReferenceService, asJson: boolean): void {
  log.follow((entry) => {
    const line = asJson ? JSON.stringify(entry) : lineOf(entry, world.dialect.event.tries);
    if (line !== null) process.stdout.write(`${line}\n`);
  });
}

interface Started {
  service: ReferenceService;
  log: Log;
  caFile: string | null;
}

async function started(flags: ServeFlags, descriptions: Description[]): Promise<Started> {
  const authority = flags.caDir === undefined || flags.plain ? null : await authorityIn(flags.caDir);
  let log: Log | undefined;
  const options: ReferenceOptions = {
    descriptions,
    tls: !flags.plain,
    ...(authority && { authority }),
    ...(flags.listen !== undefined && { listen: flagValue('--listen', flags.listen, listen) }),
    ...(flags.operatorListen !== undefined && {
      operatorListen: flagValue('--operator-listen', flags.operatorListen, listen),
    }),
    faults: await Promise.all((flags.fault ?? []).map(knownFault)),
    ...(flags.dialect !== undefined && { dialect: await namedDialect(flags.dialect) }),
    ...(flags.seed !== undefined && { seed: flagValue('--seed', flags.seed, seed) }),
    keys: keysGiven(flags.key ?? []),
    prepare: (world) => {
      log = makeLog(world);
      world.witness = log.witness;
    },
  };
  const service = await listening(() => startReference(options));
  if (!log) throw new Error('The service was not prepared.');
  const caFile = authority?.file ?? (service.caPem === null ? null : writeCa(service.caPem));
  return { service, log, caFile };
}

function introduced(
  { baseUrl, keys, operator, world }: ReferenceService,
  descriptions: readonly Description[],
  { caFile, flags, link }: { caFile: string | null; flags: ServeFlags; link: string },
): Introduced {
  const { main } = world.accounts;
  const [destinationId = ''] = main.point.destinations.keys();
  const { configOut } = flags;
  return {
    baseUrl,
    versions: descriptions.map(({ version }) => version),
    keys: pointNames(world.accounts).all.map(([name, { key }]) => [name, key]),
    caFile,
    employees: operator,
    console: link,
    dialect: world.dialect.name,
    faults: flags.fault ?? [],
    configuration: configOut ?? null,
    stateFile: null,
    examples: examples(descriptions, {
      baseUrl,
      key: keys.main,
      caFile,
      destinationId,
      addressPath: world.dialect.address.path,
      webhookUrl: 'http://127.0.0.1:8080/webhook',
    }),
    check: configOut
      ? `npx conform --config ${configOut}`
      : `CONFORM_KEY=${keys.main} npx conform --base-url ${baseUrl}${caFile ? ` --ca-file ${caFile}` : ''}`,
  };
}

async function authorityIn(folder: string) {
  try {
    return await keptAuthority(flagValue('--ca-dir', folder, path));
  } catch (error) {
    if (error instanceof AuthorityError) throw new NoVerdict(2, 'ca-dir', error.message);
    throw error;
  }
}

function keysGiven(given: readonly string[]): Record<string, string> {
  try {
    return ownKeys(given);
  } catch (error) {
    if (error instanceof KeyError) throw new NoVerdict(2, 'key', error.message);
    throw error;
  }
}

async function knownFault(name: string): Promise<string> {
  const { namedFaults } = await import('../reference/faults/catalogue.js');
  const names = namedFaults.map((fault) => fault.name);
  if (names.includes(name)) return name;
  const near = closest(name, names);
  const message = `No fault is called ${quoted(name)}${near === undefined ? '' : `; expected ${near}`}.`;
  throw new NoVerdict(2, 'fault', message, `conform list --faults prints all ${names.length}.`);
}

/** In a folder that goes when the process goes, whatever ends it short of a kill. */
function writeCa(pem: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'conform-ca-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, pem);
  return resolve(file);
}
