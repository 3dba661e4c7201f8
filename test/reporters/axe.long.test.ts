import { source } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderCertificate } from '../../src/reporters/html/pages/claim.js';
import { digestOf } from '../../src/reporters/selftest-digest.js';
import { renderHtml } from '../support/record/render-html.js';
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
}, 120_000);
afterAll(() => pages?.close());

/** What depends on the layout; all else is the same page. */
const ON_PHONES = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'meta-viewport'];
const NARROW = { viewport: { width: 360, height: 740 }, hasTouch: true };

test.each(Object.keys(all))(
  'axe finds nothing on the %s page that the narrow layout of a phone spoils',
  {
    timeout: 120_000,
  },
  async (name) => {
    await pages.open(
      name,
      async ({ page }) => {
        await page.evaluate(source);
        // Parts that nobody has scrolled to are not laid out yet.
        await page.evaluate(() => {
          for (const part of document.querySelectorAll<HTMLElement>('.defect, main > section'))
            part.style.contentVisibility = 'visible';
        });
        expect(await violationsOf(page, ON_PHONES)).toEqual([]);
      },
      NARROW,
    );
  },
);

test.each(Object.keys(all))(
  'axe finds nothing on the %s page, light or dark',
  { timeout: 120_000 },
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

/** For tests: what axe finds on a page, light or dark: the dark look is the same page in other colours. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const light = await violationsOf(page, null);
  await page.emulateMedia({ colorScheme: 'dark' });
  return [...light, ...(await violationsOf(page, ['color-contrast']))];
}

function violationsOf(page: Page, only: string[] | null): Promise<string[]> {
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(
          options: object,
        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    // What passes is not asked for: it takes time to describe it.
    const found = await axe.run({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
    return found.violations.map(
      ({ id, nodes }) =>
        `${id} × ${nodes.length}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary.slice(0, 200)}`,
    );
  }, only);
}
