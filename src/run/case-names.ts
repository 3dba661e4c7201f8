import type { Case } from '../cases/types.js';

/**
 * Cases by their group and name, without versions and operations, each once: `routing: after-closed, contact-points`. Where
 * they are all of the cases in `all` whose names begin alike, the beginning stands for them: `employee: sees-*`.
 */
export function caseNames(cases: readonly Case[], all: readonly Case[]): string {
  const known = namesByGroup(all);
  return [...namesByGroup(cases)]
    .map(([group, names]) => `${group}: ${shortened(names, known.get(group) ?? names).join(', ')}`)
    .join(' · ');
}

/** Fewer names than these are told one by one. */
const LEAST_ALIKE = 3;

function shortened(names: ReadonlySet<string>, known: ReadonlySet<string>): string[] {
  const whole = (beginning: string): boolean => {
    const alike = [...known].filter((name) => name.startsWith(beginning));
    return alike.length >= LEAST_ALIKE && alike.every((name) => names.has(name));
  };
  const told = [...names].map((name) => {
    const beginning = `${name.split('-')[0]}-`;
    return whole(beginning) ? `${beginning}*` : name;
  });
  return [...new Set(told)];
}

function namesByGroup(cases: readonly Case[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const { group, name } of cases) groups.set(group, (groups.get(group) ?? new Set()).add(name));
  return groups;
}
