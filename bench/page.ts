/**
 * `npm run bench:page`: how long the report of a whole run takes to open on a slow machine. Milliseconds from the start of
 * the navigation, the least of several tries: until its tools answer, until all of it is parsed, and until it is painted.
 * Exits 1 where that takes longer than the report promises, on a machine that does nothing else.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { htmlParts } from '../src/reporters/html/render-html.js';
import { openBrowser } from '../test/support/record/browser.js';
import { sampleRecord } from '../test/support/record/sample-record.js';
import { machine } from './machine.js';

const SLOWER = 4;
const PROMISED_MS = 1_500;
const TRIES = 7;

interface Opened {
  tools: number;
  parsed: number;
  painted: number;
  elements: number;
}

const record = await sampleRecord({ kind: 'faulty' });
const folder = await mkdtemp(join(tmpdir(), 'page-'));
const file = join(folder, 'index.html');
const page = Buffer.concat(htmlParts(record));
await writeFile(file, page);
const browser = await openBrowser();
try {
  process.stdout.write(`${record.cases.length} cases, a page of ${(page.length / 2 ** 20).toFixed(1)} MiB\n`);
  for (const rate of [1, SLOWER]) {
    const best = await opened(browser, pathToFileURL(file).href, rate);
    const figures = Object.entries(best).map(([name, value]) => `${name} ${Math.round(value)}`);
    process.stdout.write(`${rate} × slower: ${figures.join(', ')}\n`);
    if (best.painted > PROMISED_MS) process.exitCode = 1;
  }
  process.stdout.write(`${machine()}\n`);
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}

/** The least of each figure. */
async function opened(on: Browser, url: string, rate: number): Promise<Opened> {
  const tries: Opened[] = [];
  for (let at = 0; at < TRIES; at++) {
    const context = await on.newContext();
    const page = await context.newPage();
    // The script shows the tools once they work.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const tools = document.querySelector<HTMLElement>('#tools');
        if (!tools || tools.hidden) return;
        performance.mark('tools');
        observer.disconnect();
      }).observe(document, { subtree: true, childList: true, attributes: true });
    });
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    await page.goto(url, { waitUntil: 'load' });
    tries.push(
      await page.evaluate(async () => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        return {
          tools: performance.getEntriesByName('tools')[0]?.startTime ?? Number.NaN,
          parsed: navigation?.domInteractive ?? Number.NaN,
          painted: performance.now(),
          elements: document.getElementsByTagName('*').length,
        };
      }),
    );
    await context.close();
  }
  const least = (of: keyof Opened): number => Math.min(...tries.map((opened) => opened[of]));
  return {
    tools: least('tools'),
    parsed: least('parsed'),
    painted: least('painted'),
    elements: least('elements'),
  };
}
