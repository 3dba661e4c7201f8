import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defectsOf } from '../../src/reporters/defects/defects.js';
import { openPage } from '../support/record/browser.js';
import { type ReportPages, reportPages } from '../support/record/report-pages.js';
import { samplePages } from '../support/record/sample-pages.js';

const { html, faulty } = await samplePages();
const NAMES = Object.keys(html);
let pages: ReportPages;

beforeAll(async () => {
  pages = await reportPages(html);
}, 120_000);
afterAll(() => pages?.close());

test.each(NAMES)('the %s page opens from the disk without a request or a complaint', async (name) => {
  await pages.open(name, async ({ page, requests, complaints }) => {
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.title()).not.toBe('taken');
    expect(requests).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

const looks: [string, BrowserContextOptions][] = [
  ['1280', {}],
  ['360', { viewport: { width: 360, height: 740 }, hasTouch: true }],
  ['zoom-200', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
];
test.each(looks)('at %s nothing runs out of the page, light or dark', async (_look, options) => {
  for (const name of NAMES) {
    await pages.open(
      name,
      async ({ page }) => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(
            await page.evaluate(() => {
              // What is rendered when it is scrolled to hides what runs out of it: each is looked at by itself.
              const apart = [...document.querySelectorAll('html, main > section, .defect')];
              return apart.map((value) => value.scrollWidth - value.clientWidth).filter((more) => more > 0);
            }),
            `${name}, ${colorScheme}`,
          ).toEqual([]);
        }
      },
      options,
    );
  }
});

test('the policy of the page lets nothing else run', async () => {
  await pages.open('faulty', async ({ page, complaints }) => {
    const policy = await page
      .locator('meta[http-equiv="Content-Security-Policy"]')
      .evaluate((meta) => (meta as HTMLMetaElement).content);
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; /);
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken"';
      document.body.append(script);
    });
    expect(await page.title()).not.toBe('taken');
    expect(complaints.join()).toContain('script-src');
  });
});

test('with scripts off all is there to read, and the tools that need them are not', async () => {
  await pages.open(
    'faulty',
    async ({ page, complaints }) => {
      expect(await page.locator('#tools').isVisible()).toBe(false);
      expect(await page.locator('#failures .judged').first().isVisible()).toBe(true);
      const group = page.locator('details.group').first();
      await group.locator('summary').first().click();
      const closed = group.locator('.cases details').first();
      await closed.locator('summary').first().click();
      expect(await closed.locator('.sheet').isVisible()).toBe(true);
      expect(complaints).toEqual([]);
    },
    { javaScriptEnabled: false },
  );
});

test('under a policy that blocks styles and scripts the verdicts are words', async () => {
  const server = createServer((_, response) => {
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': "sandbox; default-src 'none'",
      })
      .end(html['faulty']);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { page, requests } = await openPage(
    pages.browser,
    `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  );
  const text = await page.locator('main').textContent();
  expect(text).toContain(faulty.sentence.split('. ')[0]);
  expect(text).toMatch(/failed \d+ case/);
  expect(text).toContain('Expected');
  expect(requests).toEqual([]);
  await page.context().close();
  server.close();
});

test('on paper every broken case is named, the first of each defect open, and the tools are gone', async () => {
  await pages.open('faulty', async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.locator('#tools, nav').filter({ visible: true }).count()).toBe(0);
    const broken = page.locator('#failures details.broken');
    expect(await broken.filter({ visible: true }).count()).toBe(await broken.count());
    const open = page.locator('#failures details.broken[open] .judged').filter({ visible: true });
    expect(await open.count()).toBe(defectsOf(faulty).filter((defect) => defect.result === 'failed').length);
  });
});
