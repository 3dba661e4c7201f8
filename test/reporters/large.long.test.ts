import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunRecord } from '../../src/record/types.js';
import { CASES_START } from '../../src/reporters/html/sections/case-list.js';
import type { WatchedPage } from '../support/record/browser.js';
import { enlargedRecord } from '../support/record/enlarged-record.js';
import { renderHtml } from '../support/record/render-html.js';
import { type ReportPages, reportPages } from '../support/record/report-pages.js';
import { sampleRecord } from '../support/record/sample-record.js';

const faulty = await sampleRecord({ kind: 'faulty' });
const records: Record<string, RunRecord> = {
  usual: enlargedRecord(faulty, { cases: 300, exchanges: 2_000 }),
  huge: enlargedRecord(faulty, { cases: 3_000, exchanges: 50_000 }),
};
const html: Record<string, string> = {};
let pages: ReportPages;

beforeAll(async () => {
  for (const [name, record] of Object.entries(records)) html[name] = renderHtml(record);
  pages = await reportPages(html);
}, 120_000);
afterAll(() => pages?.close());

/** Milliseconds of the fastest of some tries: a busy machine slows one down, not all of them. */
async function fastest(attempt: () => Promise<number>, enough: number): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 10 && best >= enough; tries++) best = Math.min(best, await attempt());
  return best;
}

describe('300 cases with 2,000 exchanges', () => {
  test('keep to 5 MB, and long bodies are cut with a note', () => {
    const { usual } = records as { usual: RunRecord };
    const long = {
      ...usual,
      exchanges: usual.exchanges.map((exchange) => ({
        ...exchange,
        response: exchange.response && {
          ...exchange.response,
          body: { text: 'x'.repeat(20_000), bytes: 20_000, cut: false },
        },
      })),
    };
    expect(Buffer.byteLength(html['usual'] ?? '')).toBeLessThanOrEqual(5_000_000);
    const cut = renderHtml(long);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(5_000_000);
    expect(cut).toMatch(/\[cut here, \d+ more characters in results\.json\]/);
  });

  test('cost little until they are opened: few elements, and rows of the group alone that is opened', async () => {
    await pages.open('usual', async ({ page }) => {
      const elements = () => page.evaluate(() => document.getElementsByTagName('*').length);
      const before = await elements();
      expect(before).toBeLessThan(9_000);
      expect(await page.locator('.cases > li').count()).toBe(0);
      const group = page.locator('#cases details.group').first();
      await group.locator('summary').first().click();
      await group.locator('.cases > li').first().waitFor();
      const rows = await group.locator('.cases > li').count();
      expect(rows).toBeGreaterThan(0);
      expect(await page.locator('.cases > li').count()).toBe(rows);
      const locator = group.locator('.cases details').first();
      await locator.locator('summary').first().click();
      await locator.locator('.steps li').first().waitFor({ state: 'attached' });
      expect(await locator.locator('.steps li').count()).toBeGreaterThan(0);
    });
  });

  test('cost little to lay out: what nobody sees yet is left until it is scrolled to', async () => {
    await pages.open('usual', async ({ page }) => {
      const [laidOut, all] = await page.evaluate(async () => {
        const elements = [...document.querySelectorAll('main *')];
        const seen = (): number =>
          elements.filter((element) => element.checkVisibility({ contentVisibilityAuto: true })).length;
        // The browser leaves out what is far from the view only after some frames; "load" may come before that.
        for (let frame = 0; frame < 60 && seen() > elements.length / 3; frame++)
          await new Promise(requestAnimationFrame);
        return [seen(), elements.length];
      });
      expect(laidOut).toBeGreaterThan(50);
      // One group of cases may be near the view.
      expect(laidOut).toBeLessThan((all ?? 0) / 3);
    });
  });

  test('can be used before the cases are there, and what asks for them waits', async () => {
    const whole = html['usual'] ?? '';
    const at = whole.indexOf(CASES_START);
    expect(at / whole.length).toBeLessThan(0.5);
    const arrived: { send?: () => void } = {};
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(whole.slice(0, at));
      arrived.send = () => response.end(whole.slice(at));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const page = await pages.browser.newPage();
    try {
      const { port } = server.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'commit' });
      await page.locator('#tools').waitFor({ state: 'visible' });
      await page.locator('.chip[data-query="s:failed"]').click();
      expect(await page.locator('#query').inputValue()).toBe('s:failed');
      expect(await page.evaluate(() => document.querySelector('#cases'))).toBeNull();
      await page.locator('#next').click();
      expect(await page.locator('[data-failure][open]').count()).toBeGreaterThan(0);
      arrived.send?.();
      await page.waitForFunction(() => / of 300$/.test(document.querySelector('#hits')?.textContent ?? ''));
      expect(await page.locator('.cases > li:visible').count()).toBeGreaterThan(0);
    } finally {
      await page.close();
      server.close();
    }
  });

  test('are there in under a second, and a search answers at once', async () => {
    const opened = await fastest(
      () =>
        pages.open('usual', ({ page }) =>
          page.evaluate(
            () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventEnd,
          ),
        ),
      1000,
    );
    expect(opened).toBeLessThan(1000);
    const searched = await fastest(
      () =>
        pages.open('usual', ({ page }) =>
          page.evaluate(() => {
            const begun = performance.now();
            (document.querySelector('.chip') as HTMLButtonElement).click();
            document.body.getBoundingClientRect();
            return performance.now() - begun;
          }),
        ),
      500,
    );
    expect(searched).toBeLessThan(500);
  }, 120_000);
});

describe('3,000 cases with 50,000 exchanges', () => {
  test('show what happened in a case that passed when it is opened, and find its text', async () => {
    const { huge } = records as { huge: RunRecord };
    const shown = huge.cases.find(({ verdict, exchanges }) => verdict === 'pass' && exchanges.length > 0);
    if (!shown) throw new Error('No case passed that made a request.');
    const use = async ({ page, complaints }: WatchedPage): Promise<void> => {
      const opened = page.locator('.linked');
      await opened.locator('.course li').first().waitFor();
      expect(await opened.locator('.steps li').count()).toBeGreaterThan(0);
      const course = (await opened.locator('.course').textContent()) ?? '';
      const [what = ''] = /POST \/[\w./]+|webhook \w+ at \w+/.exec(course) ?? [];
      expect(what).not.toBe('');
      await page.locator('#query').fill(`"${what}" s:passed`);
      await page.waitForFunction(() => / of 3000$/.test(document.querySelector('#hits')?.textContent ?? ''));
      expect(await opened.isVisible()).toBe(true);
      expect(complaints).toEqual([]);
    };
    await pages.open('huge', use, {}, `#${encodeURIComponent(shown.id)}`);
  }, 120_000);

  test('give a page of bounded size that says what it leaves out', () => {
    const page = html['huge'] ?? '';
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(5_000_000);
    expect(page).toMatch(/\d+ (?:earlier ones are|messages,) in results\.json|There are too many cases/);
    const ids = new Set(Array.from(page.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
    const dead = Array.from(page.matchAll(/href="#([^"]+)"/g), ([, id]) => id).filter((id) => !ids.has(id));
    expect(dead).toEqual([]);
  });

  test('open, with every case and the evidence of the first of each violation', async () => {
    await pages.open('huge', async ({ page, complaints }) => {
      const rows = await page
        .locator('#cases noscript')
        .evaluateAll((all) => all.map((element) => element.textContent?.match(/<li data-s=/g)?.length ?? 0));
      expect(rows.reduce((sum, number) => sum + number, 0)).toBe(3_000);
      const defects = await page.locator('.defect.failed').count();
      expect(defects).toBeGreaterThan(3);
      expect(await page.locator('.defect.failed .judged').count()).toBeGreaterThanOrEqual(defects);
      expect(await page.locator('.defect.failed .repeat').count()).toBeGreaterThan(0);
      await page.locator('.tally a.failed').click();
      expect(await page.locator('#hits').textContent()).toMatch(/^\d+ of 3000$/);
      expect(complaints).toEqual([]);
    });
  }, 120_000);
});
