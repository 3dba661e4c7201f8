import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  duration as durationValue,
  flagValue,
  readableFile,
  webhookAddress,
} from '../configuration/values.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { duration } from '../duration.js';
import { EXIT, NoVerdict, TRIGGER_EXIT } from '../exit-codes.js';
import { defaultDialect } from '../reference/dialect/dialect.js';
import type { EventFacts, EventRequest } from '../reference/webhooks/webhook-sender.js';
import { employeeAct } from '../sandbox/act-as-employee.js';
import { failureWords } from '../sandbox/entry.js';
import { EXAMPLE_USER } from '../sandbox/examples.js';
import { type KnownEvent, knownEvents, madeEvent, sendEventTo } from '../sandbox/send-event.js';
import { inline } from '../sandbox/terminal.js';
import { quoted } from '../terminal-text.js';
import { closest } from '../yaml/closest.js';
import { interruptible } from './ending.js';
import { namedDialect } from './start-sandbox.js';

export interface TriggerFlags {
  to?: string;
  user?: string;
  apiVersion?: string;
  dialect?: string;
  field?: string[];
  twice?: boolean;
  after?: string;
  reversed?: boolean;
  retry?: boolean;
  badJson?: boolean;
  huge?: boolean;
  caFile?: string;
  insecure?: boolean;
  point?: string;
  service?: string;
  spec?: string;
}

/**
 * `conform trigger`: sends an event to a receiver, without any state behind it; without an address, asks the employee
 * of a running sandbox to do what causes it.
 */
export function triggerCommand(name: string, flags: TriggerFlags): Promise<number> {
  return interruptible(async (interruption) => {
    const { signal } = interruption;
    const act = await actOf(name, flags);
    // Every mistake of the command line is reported before the wait.
    const afterMs = flags.after === undefined ? 0 : flagValue('--after', flags.after, durationValue);
    await sleep(afterMs, undefined, { signal });
    const code = await act(signal);
    return interruption.exitCode() ?? code;
  }, false);
}

/** Does what was asked for. Resolves with the exit code, rejects when it is interrupted. */
type Act = (signal: AbortSignal) => Promise<number>;

async function actOf(name: string, flags: TriggerFlags): Promise<Act> {
  const descriptions = await loadDescriptions(flags.spec);
  const { deliveryName } = (await namedDialect(flags.dialect ?? defaultDialect.name)).event;
  const event = eventNamed(name, { descriptions, version: flags.apiVersion, deliveryName });
  const fields = fieldsOf(flags.field ?? []);
  if (flags.to !== undefined) return sendingOf(event, { ...flags, to: flags.to }, fields);
  refuseWithoutAddress(flags);
  const act = employeeAct(event, {
    user: flags.user ?? EXAMPLE_USER,
    fields,
    point: flags.point ?? 'main',
    service: flags.service ?? null,
  });
  return async (signal) => {
    process.stdout.write(`${await act(signal)}\n`);
    return TRIGGER_EXIT.done;
  };
}

/** If the sandbox delivers, it decides how. */
function refuseWithoutAddress(flags: TriggerFlags): void {
  const given = Object.entries({
    '--twice': flags.twice,
    '--reversed': flags.reversed,
    '--retry': flags.retry,
    '--bad-json': flags.badJson,
    '--huge': flags.huge,
    '--dialect': flags.dialect,
    '--ca-file': flags.caFile,
    '--insecure': flags.insecure,
  }).find(([, value]) => value !== undefined)?.[0];
  if (given !== undefined)
    throw new NoVerdict(EXIT.usage, 'trigger', `${given} needs --to URL: a sandbox delivers in its own way.`);
}

async function sendingOf(
  event: KnownEvent,
  flags: TriggerFlags & { to: string },
  fields: Record<string, string>,
): Promise<Act> {
  const url = flagValue('--to', flags.to, webhookAddress);
  const dialect = await namedDialect(flags.dialect ?? defaultDialect.name);
  const caFile = flags.caFile === undefined ? undefined : flagValue('--ca-file', flags.caFile, readableFile);
  const options = {
    dialect,
    tries: flags.retry ? Math.max(dialect.event.tries, FEWEST_TRIES) : 1,
    isBroken: flags.badJson === true,
    trust: {
      ...(caFile !== undefined && { ca: readFileSync(caFile, 'utf8') }),
      ...(flags.insecure === true && { any: true }),
    },
  };
  return async (signal) => {
    let worst: number = TRIGGER_EXIT.done;
    for (const made of madeEvents(event, flags, fields, dialect.event.deliveryName)) {
      signal.throwIfAborted();
      const { ok, status } = await sendEventTo(url, made, { ...options, signal }, SENDING);
      worst = Math.max(
        worst,
        ok ? TRIGGER_EXIT.done : status === null ? TRIGGER_EXIT.noResponse : TRIGGER_EXIT.refused,
      );
    }
    return worst;
  };
}

/** Everything that is sent, in order. */
function madeEvents(
  event: KnownEvent,
  { user = EXAMPLE_USER, reversed, twice, huge }: TriggerFlags,
  fields: Record<string, string>,
  deliveryName: string,
): EventFacts[] {
  const now = Date.now();
  // A second apart, so that a receiver can tell which is later; the later one comes first.
  const moments = reversed ? [now + 1_000, now] : [now];
  return moments.flatMap((at, before) => {
    const nth = moments.length - before;
    const made = madeEvent(event, { user, nth, at, fields, padding: huge ? HUGE : 0 }, deliveryName);
    return twice ? [made, made] : [made];
  });
}

/** Characters; more than most receivers take. */
const HUGE = 8 * 1024 * 1024;
const FEWEST_TRIES = 3;

const SENDING = {
  leaves({ url, method, headers, body }: EventRequest): void {
    const length = Buffer.byteLength(body);
    const shown = body.length > SHOWN ? `${body.slice(0, SHOWN)}… (${length} bytes in all)` : body;
    const lines = [
      `${method} ${url}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      shown,
      '',
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
  },
  tried({ nth, tookMs, outcome, pauseMs }: Parameters<Parameters<typeof sendEventTo>[3]['tried']>[0]): void {
    const { status, failure, ok } = outcome;
    const came = status === null ? `no response: ${failureWords(failure ?? 'UNKNOWN')}` : `status ${status}`;
    const then = ok ? '' : pauseMs === null ? ', not delivered' : `, again in ${duration(pauseMs)}`;
    const which = nth > 1 || pauseMs !== null ? `attempt ${nth}: ` : '';
    process.stdout.write(`${which}${came} after ${duration(Math.max(1, Math.round(tookMs)))}${then}\n`);
  },
};

const SHOWN = 2_000;

/** By the name of the description, or by the one that the dialect gives to what has none. */
function eventNamed(
  name: string,
  {
    descriptions,
    version,
    deliveryName,
  }: { descriptions: readonly Description[]; version: string | undefined; deliveryName: string },
): KnownEvent {
  const versions = descriptions.map((description) => description.version);
  if (version !== undefined && !versions.includes(version))
    throw new NoVerdict(
      EXIT.usage,
      'trigger',
      `There is no version ${quoted(version)}; expected ${versions.join(' or ')}.`,
    );
  const events = knownEvents(descriptions, version);
  const namesOf = (each: KnownEvent): string[] => [each.name, ...(each.rule.unnamed ? [deliveryName] : [])];
  const meant = name.toLowerCase();
  const found = events.find((each) => namesOf(each).some((name) => name.toLowerCase() === meant));
  if (found) return found;
  const names = events.flatMap(namesOf);
  const near = closest(name, names);
  throw new NoVerdict(
    EXIT.usage,
    'trigger',
    `No event is called ${quoted(name)}${near === undefined ? '' : `; expected ${near}`}.`,
    `Known events: ${events.map((each) => (each.rule.unnamed ? deliveryName : each.name)).join(', ')}.`,
  );
}

function fieldsOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((pair) => {
      const at = pair.indexOf('=');
      if (at < 1)
        throw new NoVerdict(EXIT.usage, 'trigger', `--field ${inline(pair, 60)}: expected NAME=VALUE.`);
      return [pair.slice(0, at), pair.slice(at + 1)];
    }),
  );
}
