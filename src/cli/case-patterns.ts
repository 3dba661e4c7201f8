import type { Case } from '../cases/types.js';
import { groupBy } from '../reporters/group-by.js';

/**
 * Cases as few patterns that `--grep` takes, one for those that differ in version and operation alone:
 * `{1.0,1.2}/group/name/{one,other}`.
 */
export function casePatterns(cases: readonly Case[]): string[] {
  return [...groupBy(cases, ({ group, name }) => `${group}/${name}`)].flatMap(([path, alike]) => {
    const byVersion = [...groupBy(alike, ({ version }) => version)].map(([version, own]) => ({
      version,
      operations: either(own.flatMap(({ operation }) => operation ?? [])),
    }));
    return [...groupBy(byVersion, ({ operations }) => operations)].map(([operations, own]) =>
      [either(own.map(({ version }) => version)), path, operations].filter((part) => part !== '').join('/'),
    );
  });
}

function either(words: readonly string[]): string {
  return words.length > 1 ? `{${words.join(',')}}` : words.join('');
}
