import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { source } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunRecord } from '../../record/types.js';
import { openBrowser, openPage, type WatchedPage } from '../../testing/browser.js';
import { sampleHistory } from '../../testing/sample-history.js';
import { sampleRecord } from '../../testing/sample-record.js';
import { countStandings } from '../standing.js';
import { renderComparison } from './comparison.js';
import { renderHistory } from './history.js';
import { renderHtml } from './render-html.js';

const PICTURES = 'reports/screenshots';
const HOSTILE =
  '</pre><script>document.title="taken"</script><img src="http://127.0.0.1:9/x" onerror="document.title=1"> \u202e';
const records: Record<string, RunRecord> = {
  passing: await sampleRecord({ kind: 'passing', cases: 120 }),
  faulty: await sampleRecord({ kind: 'faulty', cases: 240, hostile: HOSTILE }),
  interrupted: await sampleRecord({ kind: 'interrupted', cases: 120 }),
};
const pages: Record<string, string> = {};
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(PICTURES, { recursive: true });
  for (const [name, record] of Object.entries(records)) pages[name] = renderHtml(record);
  pages['compared'] = renderComparison([
    await sampleRecord({ kind: 'passing', cases: 240 }),
    records['faulty'] as RunRecord,
  ]);
  pages['listed'] = renderHistory(sampleHistory(records));
  for (const [name, html] of Object.entries(pages)) await writeFile(join(folder, `${name}.html`), html);
  browser = await openBrowser();
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

async function open<T>(
  name: string,
  use: (opened: WatchedPage) => Promise<T>,
  options: BrowserContextOptions = {},
  hash = '',
): Promise<T> {
  const opened = await openPage(browser, `${pathToFileURL(join(folder, `${name}.html`))}${hash}`, options);
  try {
    return await use(opened);
  } finally {
    await opened.page.context().close();
  }
}

const faulty = records['faulty'] as RunRecord;
const counts = countStandings(faulty);
const shown = (page: Page) => page.locator('.cases > li:visible').count();
const hits = (page: Page) => page.locator('#hits').textContent();

describe('from the disk', () => {
  test.each(['passing', 'faulty', 'interrupted', 'compared', 'listed'])(
    'the %s page opens without a request or a complaint',
    async (name) => {
      await open(name, async ({ page, requests, complaints }) => {
        expect(await page.locator('h1').count()).toBe(1);
        expect(await page.title()).not.toBe('taken');
        expect(requests).toEqual([]);
        expect(complaints).toEqual([]);
      });
    },
  );

  test('300 cases with 2,000 exchanges are there in under a second', async () => {
    await writeFile(
      join(folder, 'large.html'),
      renderHtml(await sampleRecord({ kind: 'faulty', cases: 300, exchanges: 2000 })),
    );
    const ready = await open('large', ({ page }) =>
      page.evaluate(
        () => (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventEnd,
      ),
    );
    expect(ready).toBeLessThan(1000);
  });
});

describe('what holds everywhere', () => {
  const looks: [string, BrowserContextOptions][] = [
    ['1280', {}],
    ['1280-dark', { colorScheme: 'dark' }],
    ['360', { viewport: { width: 360, height: 740 }, hasTouch: true }],
    ['360-dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
    ['zoom-200', { viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 }],
  ];
  test.each(looks)('at %s nothing runs out of the page, and a picture is taken', async (look, options) => {
    for (const name of Object.keys(pages)) {
      await open(
        name,
        async ({ page }) => {
          expect(
            await page.evaluate(
              () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
            ),
            name,
          ).toBe(0);
          await page.screenshot({ path: join(PICTURES, `${name}-${look}.png`) });
        },
        options,
      );
    }
  });

  test.each(['passing', 'faulty', 'interrupted', 'compared', 'listed'])(
    'axe finds nothing on the %s page, light or dark',
    async (name) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await open(
          name,
          async ({ page }) => {
            await page.evaluate(source);
            const found = await page.evaluate(async () => {
              const { axe } = globalThis as unknown as {
                axe: {
                  run(): Promise<{
                    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
                  }>;
                };
              };
              const { violations } = await axe.run();
              return violations.map(
                ({ id, nodes }) =>
                  `${id} × ${nodes.length}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary.slice(0, 200)}`,
              );
            });
            expect(found).toEqual([]);
          },
          { colorScheme },
        );
      }
    },
    60_000,
  );

  test('with scripts off all is there to read, and the tools that need them are not', async () => {
    await open(
      'faulty',
      async ({ page, complaints }) => {
        expect(await page.locator('#tools').isVisible()).toBe(false);
        expect(await page.locator('#failures .judged').first().isVisible()).toBe(true);
        const closed = page.locator('.cases details').first();
        await closed.locator('summary').first().click();
        expect(await closed.locator('.body').isVisible()).toBe(true);
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
        .end(pages['faulty']);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { page, requests } = await openPage(
      browser,
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    );
    const text = await page.locator('main').textContent();
    expect(text).toContain(faulty.sentence.split('. ')[0]);
    expect(text).toMatch(/failed §\d/);
    expect(text).toContain('Expected');
    expect(requests).toEqual([]);
    await page.screenshot({ path: join(PICTURES, 'faulty-blocked.png') });
    await page.context().close();
    server.close();
  });

  test('on paper what broke is open and the tools are gone', async () => {
    await open('faulty', async ({ page }) => {
      await page.emulateMedia({ media: 'print' });
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      expect(await page.locator('#tools, nav').filter({ visible: true }).count()).toBe(0);
      expect(await page.locator('#failures details.broken:not([open])').count()).toBe(0);
      await page.screenshot({ path: join(PICTURES, 'faulty-print.png') });
    });
  });
});

describe('finding', () => {
  test('tokens, words, phrases and negation narrow the list; the state is in the hash', async () => {
    await open('faulty', async ({ page }) => {
      const ask = async (text: string) => {
        await page.fill('#query', text);
        await page.waitForFunction(
          (wanted) => location.hash === (wanted === '' ? '' : `#q=${encodeURIComponent(wanted)}`),
          text,
        );
        return shown(page);
      };
      expect(await ask('s:failed')).toBe(counts.failed);
      expect(await ask('-s:passed')).toBe(faulty.cases.length - counts.passed);
      const last = faulty.target.versions.at(-1);
      const routing = faulty.cases.filter(
        ({ group, version }) => group === 'routing' && version === last,
      ).length;
      expect(await ask(`g:routing v:${last}`)).toBe(routing);
      expect(await ask('s:failed s:skipped')).toBe(counts.failed + counts.skipped);
      expect(await ask('"no such phrase anywhere"')).toBe(0);
      expect(await hits(page)).toBe(`0 of ${faulty.cases.length}`);
      expect(await ask('')).toBe(faulty.cases.length);
    });
  });

  test('words reach into requests and answers', async () => {
    const exchange = faulty.exchanges.find(
      ({ request, user }) => user !== null && request.body?.text?.includes(user),
    );
    await open(
      'faulty',
      async ({ page }) => {
        expect(await shown(page)).toBe(1);
        expect(await page.locator('#query').inputValue()).toBe(exchange?.user);
      },
      {},
      `#q=${exchange?.user}`,
    );
  });

  test('chips carry counts, and switch their term on and off', async () => {
    await open('faulty', async ({ page }) => {
      const chip = page.locator('.chip[data-query="s:failed"]');
      expect(await chip.textContent()).toMatch(new RegExp(`failed\\s*${counts.failed}`));
      await chip.click();
      expect(await chip.getAttribute('aria-pressed')).toBe('true');
      expect(await shown(page)).toBe(counts.failed);
      await chip.click();
      expect(await shown(page)).toBe(faulty.cases.length);
    });
  });

  test('a count of the verdict leads to these cases', async () => {
    await open('faulty', async ({ page }) => {
      await page.locator('.tally a.failed').click();
      expect(await page.locator('#query').inputValue()).toBe('s:failed');
      expect(await shown(page)).toBe(counts.failed);
    });
  });

  test('a deep link opens its case, with and without script', async () => {
    const passed = faulty.cases.findLast(({ verdict }) => verdict === 'pass');
    const anchor = `#c-${passed?.id.replaceAll('.', '_').replace(/[^A-Za-z0-9_]+/g, '-')}`;
    await open(
      'faulty',
      async ({ page }) => {
        const target = page.locator(anchor);
        expect(await target.getAttribute('open')).not.toBeNull();
        await expect
          .poll(() =>
            target.evaluate((element) => Math.abs(element.getBoundingClientRect().top) < innerHeight),
          )
          .toBe(true);
      },
      {},
      anchor,
    );
    await open(
      'faulty',
      async ({ page }) => {
        expect(await page.locator(anchor).evaluate((element) => element.matches(':target'))).toBe(true);
      },
      { javaScriptEnabled: false },
      anchor,
    );
  });

  test('a link to a hidden case takes the search away', async () => {
    await open('faulty', async ({ page }) => {
      await page.fill('#query', 's:skipped');
      await page.waitForFunction(() => location.hash.startsWith('#q='));
      await page.evaluate(() => {
        location.hash = document.querySelector('.cases details')?.id ?? '';
      });
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#query')?.value === '');
      expect(await shown(page)).toBe(faulty.cases.length);
    });
  });

  test('keys walk: search, clear, next and previous failure, expand all', async () => {
    await open('faulty', async ({ page }) => {
      await page.keyboard.press('/');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('query');
      await page.keyboard.type('s:failed');
      await page.keyboard.press('Escape');
      expect(await page.locator('#query').inputValue()).toBe('');
      const ids = await page.locator('[data-failure]').evaluateAll((all) => all.map(({ id }) => id));
      expect(ids).toHaveLength(counts.failed);
      await page.keyboard.press('n');
      await page.keyboard.press('n');
      expect(await page.evaluate(() => location.hash)).toBe(`#${ids[1]}`);
      expect(await page.locator(`#${ids[1]}`).getAttribute('open')).not.toBeNull();
      await page.keyboard.press('p');
      expect(await page.evaluate(() => document.activeElement?.parentElement?.id)).toBe(ids[0]);
      await page.keyboard.press('e');
      expect(await page.locator('.cases > li > details:not([open])').count()).toBe(0);
      expect(await page.locator('#expand').getAttribute('aria-pressed')).toBe('true');
    });
  });

  test('copy buttons copy what they stand beside', async () => {
    await open(
      'faulty',
      async ({ page }) => {
        const box = page.locator('.repeat .copy-box').first();
        await box.hover();
        await box.locator('.copy-button').click();
        await page.waitForFunction(() =>
          [...document.querySelectorAll('.copy-button')].some(({ textContent }) => textContent === 'copied'),
        );
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied).toBe(await box.locator('pre').textContent());
        expect(copied).toContain('"$CONFORM_KEY"');
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    );
  });
});
