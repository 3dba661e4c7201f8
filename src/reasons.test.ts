import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from './package-root.js';
import {
  broadReasonWords,
  REASON_GROUPS,
  REASONS,
  type ReasonEntry,
  reasonEntry,
  reasonWords,
} from './reasons.js';

test('docs/reasons.md lists every reason as the catalogue has it', () => {
  const page = readFileSync(join(packageRoot(), 'docs/reasons.md'), 'utf8');
  const rows = page.split('\n').filter((line) => /^(## |\| `)/.test(line));
  const due = REASON_GROUPS.flatMap(([title, entries]) => [
    `## ${title}`,
    ...Object.entries<ReasonEntry>(entries).map(
      ([code, { words, cause, remedy }]) =>
        `| \`${code}\` | ${words} | ${[cause, remedy].filter(Boolean).join(' ')} |`,
    ),
  ]);
  expect(rows).toEqual(due);
});

test('of every reason more is said than its words: where it comes from, or what to do', () => {
  const bare = Object.entries<ReasonEntry>(REASONS).filter(([, { cause, remedy }]) => !cause && !remedy);
  expect(bare).toEqual([]);
});

test('no code stands in two groups', () => {
  const all = REASON_GROUPS.flatMap(([, entries]) => Object.keys(entries));
  expect(all).toHaveLength(Object.keys(REASONS).length);
});

test('a code out of a record may be unknown, and is never taken from the prototype', () => {
  expect(reasonEntry('no-event')?.words).toBe('an event did not arrive');
  expect(reasonEntry('of-a-later-version')).toBeNull();
  expect(reasonEntry('constructor')).toBeNull();
});

test('what went wrong before the verdict is told with what it was, or counted as one', () => {
  expect(reasonWords('setup-no-event')).toBe('the setup failed: an event did not arrive');
  expect(broadReasonWords('setup-no-event')).toBe('the setup failed');
  expect(broadReasonWords('no-event')).toBe('an event did not arrive');
  expect(reasonWords('of-a-later-version')).toBe('of-a-later-version');
});
