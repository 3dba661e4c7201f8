import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { configurationText } from '../configuration/text.js';
import { flagValue, listen } from '../configuration/values.js';
import type { ConsoleServer } from '../console/server.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { isEveryAddress } from '../local-server.js';
import type { ReferenceService } from '../reference/service.js';
import { settingsFor } from '../run/reference-settings.js';
import { announce } from '../sandbox/act-as-employee.js';
import type { Entry } from '../sandbox/entry.js';
import { examples } from '../sandbox/examples.js';
import { pointNames } from '../sandbox/keys.js';
import type { Log } from '../sandbox/log.js';
import { startSandboxConsole } from '../sandbox/sandbox-console.js';
import { type Introduced, introduction, lineOf } from '../sandbox/terminal.js';
import { shellLine, shellWord } from '../terminal-text.js';
import { writing } from '../write-whole.js';
import { openInBrowser } from './browser.js';
import { Interruption } from './ending.js';
import { listening, type SandboxFlags, type StartedSandbox, startSandbox } from './start-sandbox.js';

export interface ServeFlags extends SandboxFlags {
  configOut?: string;
  spec?: string;
  quiet?: boolean;
  open?: boolean;
  consoleListen?: string;
  json?: boolean;
}

/** `conform serve`: the reference service in the foreground, with everything needed to check it or to develop against it. */
export async function serveCommand(flags: ServeFlags): Promise<number> {
  const interruption = new Interruption();
  const descriptions = await loadDescriptions(flags.spec);
  const begun = await startSandbox(flags, descriptions);
  const { service, log, caFile, faults } = begun;
  const opened: { close(): Promise<void> }[] = [begun];
  try {
    const page = await consoleOf(begun, descriptions, flags);
    opened.unshift(page);
    const { configOut } = flags;
    if (configOut) {
      const text = configurationText(settingsFor(service, descriptions), caFile);
      await writing(configOut, () => writeFile(configOut, text, { mode: 0o600 })).catch((error: Error) => {
        throw new NoVerdict(EXIT.checkerError, 'config-out', error.message);
      });
    }
    const facts = introduced(service, descriptions, { caFile, flags, link: page.link, faults });
    const quieten = announce({
      baseUrl: service.baseUrl,
      employees: service.operator,
      keys: Object.fromEntries(facts.keys),
      versions: [...facts.versions],
    });
    opened.unshift({ close: async () => quieten() });
    process.stdout.write(
      flags.json ? `${JSON.stringify({ kind: 'ready', ...facts })}\n` : introduction(facts),
    );
    if (flags.open) openInBrowser(page.link, () => process.stderr.write(NO_BROWSER));
    const early = begun.early();
    if (!flags.quiet) show(log, early, service, flags.json === true);
    if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
    if (!flags.json) process.stdout.write(farewell(flags));
  } finally {
    interruption.stopListening();
    for (const server of opened) await server.close();
  }
  return 0;
}

/** The link below the addresses by which other machines reach this one. */
function linksFromOutside(link: string, consoleListen = ''): string[] {
  const host = consoleListen.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  if (!isEveryAddress(host)) return [];
  return Object.values(networkInterfaces()).flatMap((own = []) =>
    own
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => link.replace('//localhost:', `//${address}:`)),
  );
}

const NO_BROWSER = 'No browser could be opened: open the link of the console above by hand.\n';

function farewell({ state }: ServeFlags): string {
  return state === undefined
    ? '\nThe sandbox has ended; nothing of it is kept (--state FILE keeps it).\n'
    : `\nThe sandbox has ended; ${state} keeps its state.\n`;
}

async function consoleOf(
  { service, log, caFile, token, faults, onHabits }: StartedSandbox,
  descriptions: readonly Description[],
  { consoleListen }: ServeFlags,
): Promise<ConsoleServer> {
  const address = consoleListen === undefined ? null : flagValue('--console-listen', consoleListen, listen);
  return listening(() =>
    startSandboxConsole({
      context: service.context,
      log,
      descriptions,
      baseUrl: service.baseUrl,
      caFile,
      faults,
      ...(address && { listen: address }),
      ...(token !== undefined && { token }),
      onHabits,
    }),
  );
}

/** A line for each request, and for each attempt at a delivery. */
function show(log: Log, early: readonly Entry[], { context }: ReferenceService, asJson: boolean): void {
  const tell = (entry: Entry): void => {
    const line = asJson ? JSON.stringify(entry) : lineOf(entry, context.dialect.event.tries);
    if (line === null) return;
    const print = (): void => void process.stdout.write(`${line}\n`);
    // A new event is reported before its cause has ended, within this turn.
    if (entry.kind === 'delivery' && entry.attempts.length === 0) setImmediate(print);
    else print();
  };
  for (const entry of early) tell(entry);
  log.follow(tell);
}

function introduced(
  { baseUrl, keys, operator, context }: ReferenceService,
  descriptions: readonly Description[],
  {
    caFile,
    flags,
    link,
    faults,
  }: { caFile: string | null; flags: ServeFlags; link: string; faults: readonly string[] },
): Introduced {
  const { main } = context.accounts;
  const [destinationId = ''] = main.point.destinations.keys();
  const { configOut } = flags;
  return {
    baseUrl,
    versions: descriptions.map(({ version }) => version),
    keys: pointNames(context.accounts).all.map(([name, { key }]) => [name, key]),
    caFile,
    employees: operator,
    console: link,
    consoleFromOutside: linksFromOutside(link, flags.consoleListen),
    dialect: context.dialect.name,
    faults,
    configuration: configOut ?? null,
    stateFile: flags.state ?? null,
    examples: examples(descriptions, {
      baseUrl,
      key: keys.main,
      caFile,
      destinationId,
      addressPath: context.dialect.address.path,
      webhookUrl: 'http://127.0.0.1:8080/webhook',
    }),
    check: configOut
      ? shellLine(['npx', 'conform', '--config', configOut])
      : `CONFORM_KEY=${shellWord(keys.main)} ${shellLine(['npx', 'conform', '--base-url', baseUrl, ...(caFile ? ['--ca-file', caFile] : [])])}`,
  };
}
