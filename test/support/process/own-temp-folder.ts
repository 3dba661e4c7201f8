import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILED } from './compiled.js';

/** What the browser of the tests unpacks of itself. */
const UNPACKED =
  /^(chromium.*|playwright.*|\.org\.chromium.*|fonts|locales|al\d+|lib.*\.so.*|.*\.json|.*\.pak)$/;

/**
 * A global setup of Vitest: the whole run has a temporary folder of its own, and fails when its tests, or the program
 * that they start, left something there.
 */
export default function setUp(): () => void {
  const shared = tmpdir();
  const own = mkdtempSync(join(shared, 'tests-'));
  process.env['TMPDIR'] = own;
  return () => {
    const left = readdirSync(own).filter((name) => name !== COMPILED && !UNPACKED.test(name));
    rmSync(own, { recursive: true, force: true });
    if (left.length === 0) return;
    process.exitCode = 1;
    process.stderr.write(`\nThe tests left behind in their temporary folder: ${left.join(', ')}\n`);
  };
}
