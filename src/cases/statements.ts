import type { Description } from '../description/types.js';
import type { Case, Step } from './types.js';

/**
 * Finds the ids of the statements that a case covers; it is called with the case's id without the version. A pattern that
 * names a group is only compared with the paths of that group.
 */
export function statementMatcher({ statements }: Description): (path: string) => string[] {
  const all = Object.entries(statements).flatMap(([id, { cases }]) =>
    (cases ?? []).map((pattern) => ({ id, pattern, group: groupOf(pattern) })),
  );
  const byGroup = new Map<string, typeof all>();
  return (path) => {
    const group = path.slice(0, path.indexOf('/'));
    const near =
      byGroup.get(group) ?? all.filter((pattern) => pattern.group === null || pattern.group === group);
    byGroup.set(group, near);
    return [...new Set(near.filter(({ pattern }) => matches(pattern, path)).map(({ id }) => id))];
  };
}

/** The pattern's first part; null where it stands for several. */
function groupOf(pattern: string): string | null {
  const [first = ''] = pattern.split('/', 1);
  return /[*{]/.test(first) ? null : first;
}

/** A glob over case ids: `*` stands for any run of characters except `/`, `**` for any run, `{a,b}` for either. */
export function matches(pattern: string, path: string): boolean {
  const { prefix, whole } = compile(pattern);
  return path.startsWith(prefix) && whole.test(path);
}

interface Compiled {
  /** Text before the first wildcard: rules most paths out, cheaply. */
  prefix: string;
  whole: RegExp;
}

const cache = new Map<string, Compiled>();

function compile(pattern: string): Compiled {
  const known = cache.get(pattern);
  if (known) return known;
  const source = pattern
    .replace(/[.+^$()|[\]\\?]/g, '\\$&')
    .replace(/\*\*|\*/g, (star) => (star === '**' ? '.*' : '[^/]*'))
    .replace(/\{([^}]*)\}/g, (_, list: string) => `(?:${list.replaceAll(',', '|')})`);
  const made = { prefix: pattern.split(/[*{]/, 1)[0] ?? '', whole: new RegExp(`^${source}$`) };
  cache.set(pattern, made);
  return made;
}

/** Gaps that the case's answers fill. */
export function gapsOf({ steps }: Case): string[] {
  return steps.flatMap((step) => gapOf(step) ?? []);
}

/** The gap that the outcome of a step answers; undefined: none. */
export function gapOf(step: Step): string | undefined {
  switch (step.do) {
    case 'send':
      return 'gap' in step.expect ? step.expect.gap : undefined;
    case 'expect-event':
      return typeof step.times === 'object' ? step.times.gap : undefined;
    case 'observe-retries':
    case 'observe-order':
    case 'invariant':
    case 'presence':
      return step.gap;
    default:
      return undefined;
  }
}
