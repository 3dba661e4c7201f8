import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../package-root.js';
import { broadReasonWords, reasonWords } from './reason-words.js';

/** Where reason codes of cases are made; each by one of these calls, or as a member of an object. */
const MAKERS = ['engine', 'http', 'operator', 'cases/select.ts'];
const CODE =
  /(?:\bcode: |\b(?:failure|fail|finding|open)\(\s*(?:'(?:fail|inconclusive)',\s*)?|\bunless\([^']+,\s*)'(?!fail'|inconclusive')([a-z-]+)'/g;

function codes(): string[] {
  const root = join(packageRoot(), 'src');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => MAKERS.some((one) => name.startsWith(one)) && /(?<!\.test)\.ts$/.test(name),
  );
  const found = files.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(CODE)].map(([, code]) => code ?? ''),
  );
  return [...new Set(found)].sort();
}

test('every reason code has words', () => {
  const all = codes();
  // Else the pattern finds nothing, and the test proves nothing.
  expect(all).toEqual(
    expect.arrayContaining(['no-event', 'auth', 'truncated', 'no-operator', 'not-json', 'no-control']),
  );
  expect(all.filter((code) => reasonWords(code) === code)).toEqual([]);
});

test('what went wrong before the verdict is told with what it was, or counted as one', () => {
  expect(reasonWords('setup-no-event')).toBe('the preparation failed: an event that was due did not come');
  expect(broadReasonWords('setup-no-event')).toBe('the preparation failed');
  expect(broadReasonWords('no-event')).toBe('an event that was due did not come');
  expect(reasonWords('of-a-later-version')).toBe('of-a-later-version');
});
