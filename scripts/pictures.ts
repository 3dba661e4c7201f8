/**
 * `npm run pictures`: checks services with unlike defects, and takes pictures of their reports for the eye:
 * `reports/pictures/<fault>-<width>.png`, the first screen, and `-card.png`, the first defect. Nothing is judged.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { conform, serve } from '../test/support/process/command-line.js';
import { openBrowser, openPage } from '../test/support/record/browser.js';

const PROGRAM = resolve('dist/src/cli/main.js');
const PICTURES = resolve('reports/pictures');
const WIDTHS = [1280, 360];

/** One of each topic: responses, JSON, keys, routing, kept messages, values, events, addresses, inboxes, races. */
const FAULTS = [
  'message-ids-repeated',
  'json-trailing-comma',
  'key-compared-by-beginning',
  'selection-ends-after-an-hour',
  'stored-reversed',
  'text-cut-at-255',
  'event-not-json',
  'address-first-kept',
  'users-case-folded',
  'race-asked-twice',
];

await mkdir(PICTURES, { recursive: true });
const browser = await openBrowser();
try {
  for (const fault of FAULTS) {
    process.stderr.write(`${fault}\n`);
    await pictured(fault);
  }
} finally {
  await browser.close();
}
process.stdout.write(`${PICTURES}\n`);

async function pictured(fault: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  const sandbox = await serve(
    folder,
    ['--plain', '-q', '--fault', fault, '--config-out', 'conform.config.yaml'],
    PROGRAM,
  );
  try {
    await conform(folder, ['run', '-q', '--out', 'out'], {}, PROGRAM);
  } finally {
    await sandbox.stop();
  }
  const url = pathToFileURL(join(folder, 'out/index.html')).href;
  for (const width of WIDTHS) {
    const { page } = await openPage(browser, url, { viewport: { width, height: 900 } });
    await page.screenshot({ path: join(PICTURES, `${fault}-${width}.png`) });
    const card = page.locator('#failures article').first();
    if ((await card.count()) > 0)
      await card.screenshot({ path: join(PICTURES, `${fault}-${width}-card.png`) });
    await page.context().close();
  }
  await rm(folder, { recursive: true });
}
