import { randomBytes } from 'node:crypto';

/** An address that was called. */
interface Called {
  label: string;
  /** The part after the base that was called, if that is not the address as it was set. */
  calledWith?: string;
}

/** The addresses of one catcher: one for each label, behind a token that nobody can guess. */
export class Addresses {
  /** In lower case: a service that changes case can still reach them, and is told about it. */
  readonly #token = randomBytes(16).toString('hex');
  /** Public URL without a trailing slash; known once the catcher listens. */
  base = '';
  readonly #labels = new Labels();

  address(label: string): string {
    return `${this.base}/${this.#token}/${this.#labels.add(label)}`;
  }

  /**
   * The address of a request target; null if it is not one of these. A target may have the absolute form (RFC 9112,
   * section 3.2.2), and a proxy may pass the public path on or cut it off.
   */
  called(target: string): Called | null {
    const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
    const behind = `/${this.#token}/`;
    const start = [behind, new URL(this.base).pathname.replace(/\/$/, '') + behind].find((start) =>
      path.startsWith(start),
    );
    return start === undefined ? null : calledBehind(this.#labels, path.slice(start.length));
  }
}

/** The address that is called with this after the base; null: none of these labels has it. */
export function calledBehind(labels: Labels, calledExactly: string): Called | null {
  const called = withoutInvalidByte(calledExactly);
  const label = labels.find(called);
  if (label === null) return null;
  const other = calledWith(called, label);
  return { label, ...(other !== null && { calledWith: other }) };
}

/**
 * A body whose address ends in a byte that is no UTF-8 must be refused; a service that takes it calls the address with what it
 * makes of the byte, and is accused for that body alone.
 */
function withoutInvalidByte(called: string): string {
  return called.replace(/(%ef%bf%bd|%c3%bf|%ff)+$/i, '');
}

/**
 * Labels of a catcher's addresses. A label is what follows the base of the address: a path, and a query after a
 * question mark.
 */
export class Labels {
  readonly #byPath = new Map<string, string[]>();
  /** Of paths with slashes, by what comes before the first: services may change the rest. */
  readonly #byStart = new Map<string, string[]>();

  /** What follows the base of the label's address. */
  add(label: string): string {
    const [name, query] = split(label);
    const path = written(name);
    addLast(this.#byPath, equivalent(path), label);
    if (path.includes('/')) addLast(this.#byStart, startOf(path), label);
    return query === undefined ? path : `${path}?${query}`;
  }

  /**
   * Label of what a request has called: among those with its path, the one that shares most of its query, else the
   * last; null: none.
   */
  find(called: string): string | null {
    const [path, query = ''] = split(called);
    const labels = this.#byPath.get(equivalent(path)) ?? this.#byStart.get(startOf(path)) ?? [];
    const isCalled = (label: string): boolean => holds(split(label)[1], query);
    const [nearest] = labels
      .filter(isCalled)
      .reverse()
      .sort((a, b) => b.length - a.length);
    return nearest ?? labels.at(-1) ?? null;
  }
}

function addLast(lists: Map<string, string[]>, key: string, label: string): void {
  lists.set(key, [...(lists.get(key) ?? []).filter((known) => known !== label), label]);
}

function startOf(path: string): string {
  return path.split('/', 1)[0]?.toLowerCase() ?? '';
}

/**
 * What was called, if that is not the address as it was set; else null. Forms that RFC 3986 calls equivalent are the
 * same, and there may be further parameters: adding some may rewrite the others in an equivalent form.
 */
export function calledWith(called: string, label: string): string | null {
  const [path, query = ''] = split(called);
  const [name, due] = split(label);
  return equivalent(path) === equivalent(written(name)) && holds(due, query)
    ? null
    : called.slice(0, LONGEST_KEPT);
}

/** More of what was called is not kept. */
const LONGEST_KEPT = 500;

/** Whether a query is that of an address, or contains it among further parameters. */
function holds(due: string | undefined, called: string): boolean {
  if (due === undefined) return true;
  const left = parts(called).map(equivalent);
  const all = parts(due).map(equivalent);
  if (left.length === all.length) return all.join('&') === left.join('&');
  const pairs = [...new URLSearchParams(called)];
  return [...new URLSearchParams(due)].every(([name, value]) => {
    const at = pairs.findIndex((pair) => pair[0] === name && pair[1] === value);
    pairs.splice(0, at + 1);
    return at >= 0;
  });
}

function parts(query: string): string[] {
  return query === '' ? [] : query.split('&');
}

/** The path of a label as it is in its address: what a path may hold stays as it is. */
function written(name: string): string {
  return name.replace(/[^\w.~!$&'()*+,;=:@/%-]+/g, encodeURIComponent);
}

/** Upper-case hex digits in encoded characters, and no needless encoding. */
function equivalent(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : octet.toUpperCase();
  });
}

function split(text: string): [before: string, query?: string] {
  const [target = ''] = text.split('#', 1);
  const at = target.indexOf('?');
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}
