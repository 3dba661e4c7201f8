import { quoted } from '../terminal-text.js';
import { closest } from '../yaml/closest.js';
import { parseAddress, withoutTrailingSlash } from './address.js';
import type { Given, Sources } from './settings.js';
import type { DescribedVersions } from './target.js';
import type { HttpAction, HttpInbox, OperatorSettings } from './types.js';
import { WrongValue } from './usage-error.js';
import { duration, listen } from './values.js';

const KINDS = ['none', 'manual', 'console', 'exec', 'http'] as const;
type Kind = (typeof KINDS)[number];
const TIME_LIMIT_MS = 5 * 60_000;
const ANY_PORT = { host: '127.0.0.1', port: 0 };

/** How the employee's side is driven: what the command line picks, else the one section that the file holds. */
export function readOperator(sources: Sources, known: DescribedVersions): OperatorSettings {
  const settings = settingsOf(sources);
  if (settings.kind === 'http') {
    const { inbox, actions } = settings;
    noteUnknownActions(sources, known, { ...actions, ...(inbox && { inbox }) });
  }
  return settings;
}

function settingsOf(sources: Sources): OperatorSettings {
  const picked = sources.above('operator');
  const section = sources.inFile(['operator']);
  if (!picked) return fromFile(sources, section, onlyKind(sources, section));
  const word = String(picked.value);
  if (word.startsWith('exec:')) {
    return sources.attempt<OperatorSettings>(picked, { kind: 'none' }, () => ({
      kind: 'exec',
      command: splitCommand(word.slice('exec:'.length)),
      folder: sources.cwd,
    }));
  }
  if (word.startsWith('console:')) {
    return sources.attempt<OperatorSettings>(picked, { kind: 'none' }, () => ({
      kind: 'manual',
      timeLimitMs: timeLimit(sources, 'console'),
      console: listen(word.slice('console:'.length), sources.cwd),
    }));
  }
  const kind = KINDS.find((known) => known === word);
  if (kind === undefined) {
    sources.note(
      picked.where,
      `${quoted(word)} is not known; expected none, manual, console, exec:COMMAND or http`,
    );
    return { kind: 'none' };
  }
  if ((kind === 'http' || kind === 'exec') && !kindsOf(section).includes(kind)) {
    sources.note(picked.where, `the configuration file has no operator.${kind}; expected that section`);
    return { kind: 'none' };
  }
  return fromFile(sources, section, kind);
}

function kindsOf(section: Given | null): Kind[] {
  if (typeof section?.value === 'string') return KINDS.filter((kind) => kind === section.value);
  const value = (section?.value ?? {}) as Partial<Record<Kind, unknown>>;
  return KINDS.filter((kind) => value[kind] !== undefined && value[kind] !== null && value[kind] !== false);
}

function onlyKind(sources: Sources, section: Given | null): Kind {
  const [first = 'none', second] = kindsOf(section);
  if (section && second)
    sources.note(section.where, `both ${first} and ${second} are given; expected one, or --operator to pick`);
  return first;
}

function fromFile(sources: Sources, section: Given | null, kind: Kind): OperatorSettings {
  if (kind === 'manual') return { kind, timeLimitMs: timeLimit(sources, kind) };
  if (kind === 'console') {
    const given = sources.inFile(['operator', kind, 'listen']);
    const address = given ? sources.attempt(given, ANY_PORT, listen) : ANY_PORT;
    return { kind: 'manual', timeLimitMs: timeLimit(sources, kind), console: address };
  }
  if (kind === 'exec' && section) {
    return { kind, command: (section.value as { exec: string[] }).exec, folder: section.folder };
  }
  return kind === 'http' ? http(sources) : { kind: 'none' };
}

function timeLimit(sources: Sources, kind: 'manual' | 'console'): number {
  const given = sources.inFile(['operator', kind, 'timeLimit']);
  return given ? sources.attempt(given, TIME_LIMIT_MS, duration) : TIME_LIMIT_MS;
}

function http(sources: Sources): OperatorSettings {
  const given = sources.inFile(['operator', 'http']);
  const address = sources.inFile(['operator', 'http', 'baseUrl']);
  if (!given || !address) return { kind: 'none' };
  const { headers = {}, actions = {} } = given.value as {
    headers?: Record<string, string>;
    actions?: Record<string, RawAction>;
  };
  const { inbox, ...rest } = actions;
  return {
    kind: 'http',
    baseUrl: sources.attempt(address, '', (value) =>
      withoutTrailingSlash(parseAddress(value, 'the address of the driver')),
    ),
    headers,
    actions: Object.fromEntries(Object.entries(rest).map(([name, raw]) => [name, action(raw)])),
    inbox: inbox ? inboxOf(inbox) : null,
  };
}

interface RawAction {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  [more: string]: unknown;
}

function action({ method, path, headers = {}, body }: RawAction): HttpAction {
  return { method, path, headers, ...(body !== undefined && { body }) };
}

function inboxOf(raw: RawAction): HttpInbox {
  const { method: _m, path: _p, headers: _h, body: _b, items, from, fromUser, ...shown } = raw;
  return {
    ...action(raw),
    items: items as string,
    from: (from as string | undefined) ?? null,
    fromUser: fromUser ?? null,
    shown: shown as Record<string, string>,
  };
}

/**
 * Splits a command into program and arguments at spaces; quotes, single or double, keep spaces together. There is no
 * shell: nothing else has a meaning.
 * @throws WrongValue
 */
function splitCommand(command: string): string[] {
  const parts = command.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const words = parts.map((part) =>
    part.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single),
  );
  const quotes = command.replace(/"[^"]*"|'[^']*'/g, '');
  if (/["']/.test(quotes))
    throw new WrongValue('a quote is not closed in the command', 'expected quotes in pairs');
  if (!words[0]) throw new WrongValue('there is no command', 'expected exec:PROGRAM ARGUMENTS');
  return words;
}

/** Parameters of every action. */
const ALWAYS = ['version', 'key'];

/** Notes each action that no case asks for, and each placeholder of an action that is not a parameter of it, where it stands. */
export function noteUnknownActions(
  sources: Sources,
  known: DescribedVersions,
  actions: Readonly<Record<string, HttpAction>>,
): void {
  const parameters = parametersOfActions(known);
  for (const [name, action] of Object.entries(actions)) {
    const meant = parameters.has(name) ? name : closest(name, [...parameters.keys()]);
    if (meant !== name)
      sources.note(
        sources.place(['operator', 'http', 'actions', name]),
        `${quoted(name)} is not an action; expected ${meant ?? `one of ${[...parameters.keys()].join(', ')}`}`,
      );
    const own = [
      ...ALWAYS,
      ...(parameters.get(meant ?? '') ?? new Set([...parameters.values()].flatMap((all) => [...all]))),
    ];
    noteUnknownParameters(sources, name, action, own);
  }
}

function noteUnknownParameters(
  sources: Sources,
  name: string,
  action: HttpAction,
  parameters: readonly string[],
): void {
  for (const part of ['path', 'headers', 'body'] as const)
    for (const given of new Set(placeholders(action[part])))
      if (!parameters.includes(given)) {
        const near = closest(given, parameters);
        const all = parameters.map((parameter) => `{${parameter}}`).join(' ');
        sources.note(
          sources.place(['operator', 'http', 'actions', name, part]),
          `{${given}} is not a parameter of ${quoted(name)}; expected ${near ? `{${near}}` : `one of ${all}`}`,
        );
      }
}

/**
 * Names of each action's own parameters, by the action's name: those by which the descriptions cause events, and the
 * fixed ones.
 */
function parametersOfActions(known: DescribedVersions): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (action: string, names: readonly string[]): void =>
    void found.set(action, new Set([...(found.get(action) ?? []), ...names]));
  for (const { employee, events } of known) {
    const { user, destination } = employee;
    for (const { cause } of Object.values(events))
      if (cause.kind === 'operator') add(cause.action, [user, destination, ...Object.keys(cause.parameters)]);
    add('inbox', [user, destination]);
    add('set_presence', [destination, 'online']);
    add('advance_clock', ['seconds']);
    add('clear_webhook', []);
  }
  return found;
}

/** A name in braces, in a template of the configuration. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** Names of all placeholders in a template. */
export function placeholders(template: unknown): string[] {
  return [...JSON.stringify(template ?? null).matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? []);
}
