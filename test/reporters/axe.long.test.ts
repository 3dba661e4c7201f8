import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderCertificate } from '../../src/reporters/html/certificate.js';
import { violations } from '../support/record/axe.js';
import { type ReportPages, reportPages } from '../support/record/report-pages.js';
import { samplePages } from '../support/record/sample-pages.js';

const { html, faulty } = await samplePages();
const all: Record<string, string> = { ...html, certificate: renderCertificate(faulty) };
let pages: ReportPages;

beforeAll(async () => {
  pages = await reportPages(all);
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
