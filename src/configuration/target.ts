import type { Description } from '../description/types.js';
import { isLoopback } from '../network-address.js';
import { quoted } from '../terminal-text.js';
import { closest } from '../yaml/closest.js';
import { parseAddress, withoutTrailingSlash } from './address.js';
import { checkKey, type ReadInput, readAuthorities, readKey } from './credentials.js';
import type { Given, Sources } from './settings.js';
import type { DialectSettings, TargetSettings } from './types.js';
import { WrongValue } from './usage-error.js';

/** What is described: versions in ascending order, each with its operations. */
export type DescribedVersions = readonly Pick<
  Description,
  'version' | 'operations' | 'employee' | 'events'
>[];

/** Settings of the target. Mistakes are noted in `sources`. */
export async function readTarget(
  sources: Sources,
  known: DescribedVersions,
  input: ReadInput,
): Promise<TargetSettings> {
  const allowHttp = sources.read('allowHttp');
  const versions = known.map(({ version }) => version);
  const operations = known.flatMap((description) => Object.keys(description.operations));
  const given = sources.find('baseUrl');
  if (!given && sources.env['CONFORM_BASE_URL'] === '') {
    sources.note(
      'CONFORM_BASE_URL',
      'it is empty; expected the address of a deployment, or no such variable for the bundled service',
    );
  }
  const base =
    given &&
    sources.attempt(given, null, (value) => parseBaseUrl(value, { versions, operations, allowHttp }));
  const key = await readKey(sources, input);
  if (base && key === null && sources.mistakes.length === 0) {
    sources.note(
      'key',
      'a target needs an authentication key; expected CONFORM_KEY, --key-file or target.key in the file',
    );
  }
  const settings = {
    baseUrl: base?.service ?? null,
    versions: chosenVersions(sources, versions, base?.version ?? null),
    key,
    secondKey: keyInFile(sources, ['target', 'secondKey']),
    freshKeys: freshKeys(sources),
    restricted: restricted(sources, known),
    ...(await readAuthorities(sources)),
    insecure: sources.read('insecure'),
  };
  noteSameKeys(sources, settings);
  return settings;
}

/** Service address and, where its last segment is a known version, that version. */
interface BaseUrl {
  service: string;
  version: string | null;
}

/**
 * Parses the base URL: the service address, or the address with a version segment.
 * @throws WrongValue; plain http is accepted on loopback or with `allowHttp`, because keys travel in the query
 */
function parseBaseUrl(
  value: unknown,
  {
    versions,
    operations,
    allowHttp,
  }: { versions: readonly string[]; operations: readonly string[]; allowHttp: boolean },
): BaseUrl {
  const ifQuery = 'expected none; a key belongs in CONFORM_KEY or --key-file';
  const url = parseAddress(value, 'the base URL', ifQuery);
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw new WrongValue(
      'plain http:// would show the key to the network',
      'expected https://, or --allow-http',
    );
  }
  const address = withoutTrailingSlash(url);
  const last = url.pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
  if (operations.includes(last)) {
    throw new WrongValue(
      `the base URL ends in the operation ${last}`,
      'expected the service address alone, with or without the version segment',
    );
  }
  const version = versions.includes(last) ? last : null;
  return {
    service: version === null ? address : address.slice(0, -last.length).replace(/\/+$/, ''),
    version,
  };
}

/**
 * Different contact points have different keys: cases that expect two contact points but get one would accuse a
 * correct service. The restricted account's key may be any.
 */
function noteSameKeys(sources: Sources, { key, secondKey }: Pick<TargetSettings, 'key' | 'secondKey'>): void {
  const list = sources.inFile(['target', 'freshKeys'])?.value;
  const fresh = (Array.isArray(list) ? list : []).map((value, at) => ({
    path: ['target', 'freshKeys', String(at)],
    value: String(value),
  }));
  const others = [{ path: ['target', 'secondKey'], value: secondKey }, ...fresh];
  const known = new Map(key === null ? [] : [[key, 'the key of the target']]);
  for (const { path, value } of others) {
    if (value === null) continue;
    const again = known.get(value);
    if (again !== undefined)
      sources.note(sources.place(path), `it repeats ${again}; expected the key of another contact point`);
    known.set(value, path.slice(0, 2).join('.'));
  }
}

function chosenVersions(sources: Sources, known: readonly string[], segment: string | null): string[] {
  const above = sources.above('apiVersion');
  const given = above ?? sources.inFile(['target', 'versions']);
  // The flag takes several words, so its value is a list.
  const named = given ? [given.value].flat().map(String) : [...known];
  const wanted = above && named.includes('all') ? known : named;
  const unknown = named.find((word) => !known.includes(word) && !(above && word === 'all'));
  if (given && unknown !== undefined) {
    const right = [...known, ...(above ? ['all'] : [])].join(' or ');
    sources.note(given.where, `version ${quoted(unknown)} is not described; expected ${right}`);
  } else if (segment !== null && above && !wanted.includes(segment)) {
    sources.note(
      above.where,
      `the base URL ends in ${segment}; expected that version, or a base URL without one`,
    );
  }
  return segment === null ? known.filter((version) => wanted.includes(version)) : [segment];
}

function keyInFile(sources: Sources, path: string[]): string | null {
  const given = sources.inFile(path);
  return given ? checkKey(sources, given.where, String(given.value)) : null;
}

function freshKeys(sources: Sources): string[] {
  const list = sources.inFile(['target', 'freshKeys'])?.value;
  const keys = (Array.isArray(list) ? list : []).map((_, i) =>
    keyInFile(sources, ['target', 'freshKeys', String(i)]),
  );
  return keys.filter((key) => key !== null);
}

function restricted(sources: Sources, known: DescribedVersions): TargetSettings['restricted'] {
  const given = sources.inFile(['target', 'restricted']);
  if (!given) return null;
  const key = keyInFile(sources, ['target', 'restricted', 'key']);
  const { operations } = given.value as { operations: Record<string, string[]> };
  for (const [version, names] of Object.entries(operations)) {
    const place = ['target', 'restricted', 'operations', version];
    const described = known.find((description) => description.version === version);
    if (!described) {
      const right = known.map((description) => description.version).join(' or ');
      sources.note(sources.place(place), `version ${quoted(version)} is not described; expected ${right}`);
      continue;
    }
    for (const [i, name] of names.entries()) {
      noteUnknown(sources, sources.inFile([...place, String(i)]), name, Object.keys(described.operations));
    }
  }
  return key === null ? null : { key, operations };
}

function noteUnknown(sources: Sources, given: Given | null, name: string, names: readonly string[]): void {
  if (given === null || names.includes(name)) return;
  sources.note(
    given.where,
    `no operation is named ${quoted(name)}; expected ${closest(name, names) ?? `one of ${names.join(', ')}`}`,
  );
}

/** What the file says about the dialect. Keys besides the fixed ones must be operations. */
export function readDialect(sources: Sources, known: DescribedVersions): DialectSettings {
  const raw = (sources.inFile(['dialect'])?.value ?? {}) as Raw;
  const { error, event, clearWebhook, ...rest } = raw;
  const names = [...new Set(known.flatMap(({ operations }) => Object.keys(operations)))];
  const check = (name: string, path: string[]): void => {
    if (names.includes(name)) return;
    const right = closest(name, [...names, ...FIXED]) ?? `one of ${[...names, ...FIXED].join(', ')}`;
    sources.note(sources.place(path), `no operation is named ${quoted(name)}; expected ${right}`);
  };
  for (const name of Object.keys(rest)) check(name, ['dialect', name]);
  if (clearWebhook) check(clearWebhook.operation, ['dialect', 'clearWebhook', 'operation']);
  return {
    ...(error && { error: errorPlaces(error) }),
    ...(event && { event }),
    ...(clearWebhook !== undefined && {
      clearWebhook: clearWebhook && { operation: clearWebhook.operation, body: clearWebhook.body },
    }),
    bodies: Object.fromEntries(Object.entries(rest).map(([name, { body }]) => [name, body])),
  };
}

/** A list gives all places at which errors have both, the usual ones first. */
function errorPlaces(error: ErrorPair | [ErrorPair, ...ErrorPair[]]): NonNullable<DialectSettings['error']> {
  if (!Array.isArray(error)) return error;
  const [usual, ...others] = error;
  return { ...usual, ...(others.length > 0 && { others }) };
}

interface ErrorPair {
  code: string;
  message: string;
}

const FIXED = ['error', 'event', 'clearWebhook'];

type Raw = Record<string, { body: unknown }> & {
  error?: ErrorPair | [ErrorPair, ...ErrorPair[]];
  event?: { name: string; user: string | null; list?: string | null };
  clearWebhook?: { operation: string; body: unknown } | null;
};
