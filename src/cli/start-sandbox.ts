import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { flagValue, listen, path, seed } from '../configuration/values.js';
import type { Description } from '../description/types.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { ListenError } from '../local-server.js';
import { startOver } from '../reference/context.js';
import { defaultDialect, type ReferenceDialect } from '../reference/dialect/dialect.js';
import { loadDialect } from '../reference/dialect/dialects.js';
import { type ReferenceOptions, type ReferenceService, startReference } from '../reference/service.js';
import type { ServiceContext } from '../reference/service-context.js';
import type { Entry } from '../sandbox/entry.js';
import { type Keeper, keepState, restoreState } from '../sandbox/keeper.js';
import { AuthorityError, keptAuthority } from '../sandbox/kept-authority.js';
import { KeyError, ownKeys, pointNames } from '../sandbox/keys.js';
import { type Log, makeLog } from '../sandbox/log.js';
import { openStateFile, StateError, type StateFile } from '../sandbox/state-file.js';

/** Flags that describe the service. */
export interface SandboxFlags {
  listen?: string;
  operatorListen?: string;
  plain?: boolean;
  fault?: string[];
  dialect?: string;
  seed?: string;
  caDir?: string;
  key?: string[];
  state?: string;
}

/** A sandbox that runs. */
export interface StartedSandbox {
  service: ReferenceService;
  log: Log;
  caFile: string | null;
  /** Of the console; undefined: it draws one at random. */
  token: string | undefined;
  faults: readonly string[];
  /**
   * What happened before anybody could listen: deliveries of an earlier service continue at once. To be called once.
   */
  early(): Entry[];
  /** The console has changed the service's habits. */
  onHabits(dialect: string, faults: readonly string[]): void;
  close(): Promise<void>;
}

/** Starts the service with a log, and with what an earlier one has left. */
export async function startSandbox(
  flags: SandboxFlags,
  descriptions: Description[],
): Promise<StartedSandbox> {
  const authority = flags.caDir === undefined || flags.plain ? null : await authorityIn(flags.caDir);
  const state = flags.state === undefined ? null : await stateIn(flags);
  const before = state?.identity() ?? null;
  const faults = await Promise.all((flags.fault ?? before?.faults ?? []).map(knownFault));
  const dialect = await namedDialect(flags.dialect ?? before?.dialect ?? defaultDialect.name);
  const keys = { ...before?.keys, ...keysGiven(flags.key ?? []) };
  const token = state ? (before?.consoleToken ?? randomBytes(24).toString('hex')) : undefined;
  let log: Log | undefined;
  let keeper: Keeper | undefined;
  const early: Entry[] = [];
  let endEarly = (): void => undefined;
  const options: ReferenceOptions = {
    descriptions,
    tls: !flags.plain,
    ...(authority && { authority }),
    ...(flags.listen !== undefined && { listen: flagValue('--listen', flags.listen, listen) }),
    ...(flags.operatorListen !== undefined && {
      operatorListen: flagValue('--operator-listen', flags.operatorListen, listen),
    }),
    faults,
    dialect,
    ...(flags.seed !== undefined && { seed: flagValue('--seed', flags.seed, seed) }),
    keys,
    ...(before && { token: before.employeesToken }),
    prepare: (context) => {
      const made = makeLog(context);
      log = made;
      // As it is at that time: entries change.
      endEarly = made.follow((entry) => void early.push(structuredClone(entry)));
      context.observer = made.observer;
      if (state) keeper = resume(state, context, made);
    },
  };
  const service = await listening(() => startReference(options));
  if (!log) throw new Error('The service was not prepared.');
  state?.setIdentity({
    keys: Object.fromEntries(pointNames(service.context.accounts).all.map(([name, { key }]) => [name, key])),
    employeesToken: service.operator.token,
    consoleToken: token ?? '',
    dialect: dialect.name,
    faults,
  });
  const caFile = authority?.file ?? (service.caPem === null ? null : writeCa(service.caPem));
  return {
    service,
    log,
    caFile,
    token,
    faults,
    early() {
      endEarly();
      return early.splice(0);
    },
    onHabits(name, changed) {
      service.applyHabits();
      const now = state?.identity();
      if (now) state?.setIdentity({ ...now, dialect: name, faults: [...changed] });
      keeper?.saveAll();
    },
    async close() {
      await service.close();
      keeper?.close();
      state?.close();
    },
  };
}

/** Continues where the sandbox of this file ended, and keeps what comes. */
function resume(state: StateFile, context: ServiceContext, log: Log): Keeper {
  const { dialect } = context;
  restoreState(state, context, log);
  const keeper = keepState(state, context, log);
  context.observer = keeper.observer;
  const before = state.identity();
  // This dialect cannot tell the users of another one apart: changing the dialect starts from scratch.
  if (before && before.dialect !== dialect.name) startOver(context, false);
  keeper.saveAll();
  return keeper;
}

async function stateIn({ state = '', seed: given }: SandboxFlags): Promise<StateFile> {
  if (given !== undefined)
    throw new NoVerdict(
      EXIT.usage,
      'state',
      '--seed and --state exclude each other: a file keeps its own keys.',
    );
  try {
    return await openStateFile(flagValue('--state', state, path));
  } catch (error) {
    if (error instanceof StateError) throw new NoVerdict(EXIT.usage, 'state', error.message);
    throw error;
  }
}

/** An address that cannot be listened on is a mistake in the command line. */
export async function listening<T>(start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof ListenError)) throw error;
    throw new NoVerdict(EXIT.usage, 'listen', error.message, 'Port 0 takes any free one: 127.0.0.1:0.');
  }
}

async function authorityIn(folder: string) {
  try {
    return await keptAuthority(flagValue('--ca-dir', folder, path));
  } catch (error) {
    if (error instanceof AuthorityError) throw new NoVerdict(EXIT.usage, 'ca-dir', error.message);
    throw error;
  }
}

function keysGiven(given: readonly string[]): Record<string, string> {
  try {
    return ownKeys(given);
  } catch (error) {
    if (error instanceof KeyError) throw new NoVerdict(EXIT.usage, 'key', error.message);
    throw error;
  }
}

async function knownFault(name: string): Promise<string> {
  const { unknownFault } = await import('../reference/faults/catalogue.js');
  const problem = unknownFault(name);
  if (problem === null) return name;
  throw new NoVerdict(EXIT.usage, 'fault', problem, 'conform list --faults prints all of them.');
}

/** In a folder that is removed when the process ends in any way but a kill. */
function writeCa(pem: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'conform-ca-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, pem);
  return resolve(file);
}

/**
 * The dialect that a flag names.
 * @throws NoVerdict if none has this name
 */
export async function namedDialect(name: string): Promise<ReferenceDialect> {
  try {
    return await loadDialect(name);
  } catch (error) {
    if (error instanceof RangeError) throw new NoVerdict(EXIT.usage, 'dialect', error.message);
    throw error;
  }
}
