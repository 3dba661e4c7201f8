import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderCertificate } from '../../src/reporters/html/pages/certificate.js';
import { renderHtml } from '../../src/reporters/html/render-html.js';
import { digestOf } from '../../src/reporters/selftest-digest.js';
import { violations } from '../support/record/axe.js';
import { type ReportPages, reportPages } from '../support/record/report-pages.js';
import { samplePages } from '../support/record/sample-pages.js';
import { sampleRecord } from '../support/record/sample-record.js';
import { sampleSelftest } from '../support/record/sample-selftest.js';

const { html, faulty } = await samplePages();
const all: Record<string, string> = { ...html, certificate: renderCertificate(faulty) };
const small = renderHtml(
  await sampleRecord({ kind: 'faulty', cases: 60 }),
  digestOf(sampleSelftest(), 'selftest.html'),
);
let pages: ReportPages;

beforeAll(async () => {
  pages = await reportPages({ ...all, small });
}, 60_000);
afterAll(() => pages?.close());

const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true };

test.each(Object.keys(all))(
  'axe finds nothing on the %s page on a phone, light or dark',
  {
    timeout: 60_000,
  },
  async (name) => {
    await pages.open(
      name,
      async ({ page }) => {
        expect(await violations(page)).toEqual([]);
      },
      NARROW,
    );
  },
);

test.each(Object.keys(all))(
  'axe finds nothing on the %s page, light or dark',
  { timeout: 60_000 },
  async (name) => {
    await pages.open(name, async ({ page }) => {
      expect(await violations(page)).toEqual([]);
    });
  },
);

test('axe finds nothing where everything is open', { timeout: 120_000 }, async () => {
  await pages.open('small', async ({ page }) => {
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('details')) part.open = true;
    });
    expect(await violations(page)).toEqual([]);
  });
});
