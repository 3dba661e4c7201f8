import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { renderHtml } from '../../src/reporters/html/render-html.js';
import { digestOf } from '../../src/reporters/selftest-digest.js';
import { type ReportPages, reportPages } from '../support/record/report-pages.js';
import { sampleRecord } from '../support/record/sample-record.js';
import { sampleSelftest } from '../support/record/sample-selftest.js';

/** For whoever looks through them: nothing is judged. */
const PICTURES = 'reports/screenshots';

let pages: ReportPages;

beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true });
  pages = await reportPages({
    passing: renderHtml(
      await sampleRecord({ kind: 'passing', cases: 120 }),
      digestOf(sampleSelftest(), 'selftest.html'),
    ),
    faulty: renderHtml(await sampleRecord({ kind: 'faulty', cases: 240 })),
  });
}, 60_000);
afterAll(() => pages?.close());

test.each([
  ['1280', {}],
  ['360', { viewport: { width: 360, height: 740 }, hasTouch: true }],
] as [string, BrowserContextOptions][])('pictures of every part are taken at %s', async (look, options) => {
  for (const name of ['faulty', 'passing']) {
    await pages.open(
      name,
      async ({ page }) => {
        for (const id of await page
          .locator('main > section')
          .evaluateAll((all) => all.map((one) => one.id))) {
          await page.evaluate((part) => document.getElementById(part)?.scrollIntoView(), id);
          await page.screenshot({ path: join(PICTURES, `${name}-${look}-${id}.png`) });
        }
      },
      options,
    );
  }
});
