import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { source } from 'axe-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../support/process/command-line.js';
import { compiledProgram } from '../support/process/compiled.js';
import { openBrowser, openPage } from '../support/record/browser.js';

const PICTURES = 'reports/screenshots';

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-cards-'));
  browser = await openBrowser();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

/** A run against a sandbox, whose employees are a person with the console. */
function run(args: string[]): { child: ChildProcess; said: (text: RegExp) => Promise<string> } {
  const { CI: _, GITHUB_ACTIONS: __, ...env } = process.env;
  const child = spawn(process.execPath, [compiledProgram(), ...args], {
    cwd: folder,
    env: { ...env, NO_COLOR: '1', CONFORM_KEY: 'k' },
  });
  let output = '';
  const more = new EventTarget();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      more.dispatchEvent(new Event('more'));
    });
  return {
    child,
    async said(text) {
      for (;;) {
        const found = text.exec(output)?.[0];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`It ended without ${text}: ${output}`);
        await once(more, 'more');
      }
    },
  };
}

test('a person does the cards of a run in the console, on a phone', { timeout: 120_000 }, async () => {
  const sandbox = await serve(folder, ['--plain', '--key', 'main=k', '-q'], undefined, {
    XDG_RUNTIME_DIR: folder,
  });
  const value = (name: string): string =>
    new RegExp(`^${name}\\s+(\\S+)$`, 'm').exec(sandbox.printed)?.[1] ?? '';
  const { child, said } = run([
    'run',
    '--base-url',
    value('service'),
    '--operator',
    'console',
    '--grep',
    '1.0/events/sent-*',
    '--out',
    'out',
  ]);
  try {
    const link = /http\S+/.exec(await said(/appears at http\S+/))?.[0] ?? '';
    const { page, complaints } = await openPage(browser, link, { viewport: { width: 360, height: 740 } });
    await page.getByRole('button', { name: 'Done', exact: true }).waitFor();
    await page.evaluate(source);
    const violations = await page.evaluate(
      async () =>
        (await (window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe.run())
          .violations,
    );
    expect(violations).toEqual([]);
    await page.screenshot({ path: join(PICTURES, 'console-card-phone.png') });
    const user = await page.locator('dl > div', { hasText: 'user id' }).locator('code').textContent();
    expect(await page.getByRole('heading', { level: 2 }).textContent()).toContain(user);
    let cards = 0;
    while (child.exitCode === null && cards < 60) {
      const button = page.getByRole('button', { name: 'Cannot be done here' });
      const isUp = await Promise.race([
        button.waitFor({ timeout: 60_000 }).then(() => true),
        once(child, 'exit').then(() => false),
        page
          .getByText('The run is over.')
          .waitFor({ timeout: 60_000 })
          .then(() => false),
      ]).catch(() => false);
      if (!isUp) break;
      cards += 1;
      await button.click({ timeout: 2_000 }).catch(() => undefined);
    }
    if (child.exitCode === null) await once(child, 'exit');
    expect(complaints.filter((complaint) => !/ERR_|Failed to load/.test(complaint))).toEqual([]);
    const record = JSON.parse(await readFile(join(folder, 'out', 'results.json'), 'utf8'));
    const reasons = JSON.stringify(record.cases.map((testCase: { reason: unknown }) => testCase.reason));
    expect(reasons).toContain('the person at the console cannot do it');
    expect(cards).toBeGreaterThan(0);
  } finally {
    child.kill('SIGKILL');
    await sandbox.stop();
  }
});
