import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from '../../../../test/support/record/browser.js';
import { sampleRecord } from '../../../../test/support/record/sample-record.js';
import { serveReports } from '../../../cli/report.js';
import { difference } from '../../../record/difference.js';
import { changesSentences } from '../../changes.js';
import { writeHistory } from '../../write-history.js';
import { writeReports } from '../../write-reports.js';

const older = await sampleRecord({ kind: 'passing', cases: 60 });
const newer = {
  ...(await sampleRecord({ kind: 'faulty', cases: 60 })),
  startedAt: new Date(Date.parse(older.startedAt) + 86_400_000).toISOString(),
};
let folder: string;
let browser: Browser;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'history-'));
  await writeReports(older, join(folder, 'runs/the older one'));
  await writeReports(newer, join(folder, 'runs/newer'));
  await writeHistory(join(folder, 'runs'));
  await cp(join(folder, 'runs'), join(folder, 'copied/below'), { recursive: true });
  browser = await openBrowser();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

/** A page may be read before all of it has come. */
async function follow(page: Page, link: Locator): Promise<void> {
  await Promise.all([page.waitForEvent('load'), link.click()]);
}

/** From the list to the newest report, to the oldest, and to what changed between them. */
async function walk(address: string): Promise<void> {
  const { page, complaints } = await openPage(browser, address, { javaScriptEnabled: false });
  expect(await page.locator('.runs > li .verdict').allTextContents()).toEqual([
    'Not conformant',
    'Conformant',
  ]);
  for (const [at, record] of [newer, older].entries()) {
    await follow(page, page.locator('.runs > li').nth(at).getByRole('link', { name: 'Report of' }));
    expect(await page.locator('h1').textContent()).toContain(record.sentence.split('. ')[0]);
    await page.goBack();
  }
  const changes = page
    .locator('.runs > li')
    .first()
    .getByRole('link', { name: 'from the older one to newer' });
  await follow(page, changes);
  expect(await page.locator('h1').textContent()).toBe(changesSentences(difference([older, newer]))[0]);
  const first = page.locator('.compared td.failed a').first();
  const link = await first.getAttribute('href');
  await page.goto(new URL(link ?? '', page.url()).href);
  const anchor = page.locator(`#${new URL(page.url()).hash.slice(1)}`);
  expect(await anchor.evaluate((element) => element.matches('.broken:target'))).toBe(true);
  expect(complaints).toEqual([]);
  await page.context().close();
}

test('the list leads everywhere from the disk, to where the folder was copied', async () => {
  await walk(pathToFileURL(join(folder, 'copied/below/index.html')).href);
});

test('the list leads everywhere when it is served, also below another path', async () => {
  const served = await serveReports(join(folder, 'copied'), { host: '127.0.0.1', port: 0 });
  await walk(`${served.url}below/`);
  await served.close();
});
