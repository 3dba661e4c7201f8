import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countResults, resultOf } from '../../src/record/case-results.js';
import { defectsOf } from '../../src/reporters/defects/defects.js';
import { renderHtml } from '../support/record/render-html.js';
import { type ReportPages, reportPages } from '../support/record/report-pages.js';
import { sampleRecord } from '../support/record/sample-record.js';

const faulty = await sampleRecord({ kind: 'faulty', cases: 240 });
const counts = countResults(faulty);
let pages: ReportPages;

beforeAll(async () => {
  pages = await reportPages({ faulty: renderHtml(faulty) });
}, 120_000);
afterAll(() => pages?.close());

/** Cases that the search leaves; those of closed groups count. */
const shown = async (page: Page): Promise<number> => {
  const told = await hits(page);
  if (told === '') return faulty.cases.length;
  return told === 'no case matches' ? 0 : Number(told?.split(' ')[0]);
};
/** A button says for a moment alone that it has copied: the page's body keeps it. */
const noteCopying = (page: Page) =>
  page.evaluate(() => {
    new MutationObserver(() => {
      const buttons = [...document.querySelectorAll('.copy-button')];
      if (buttons.some(({ textContent }) => textContent === 'copied'))
        document.body.dataset['copied'] = 'yes';
    }).observe(document.body, { subtree: true, childList: true });
  });
const hits = (page: Page) => page.locator('#hits').textContent();

test('tokens, words, phrases and negation narrow the list; the state is in the hash', async () => {
  await pages.open('faulty', async ({ page }) => {
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
    expect(await hits(page)).toBe('no case matches');
    expect(await page.locator('.none-found').isVisible()).toBe(true);
    expect(await ask('')).toBe(faulty.cases.length);
  });
});

test('a case is found by its id as well, as logs name it', async () => {
  const [first] = faulty.cases.filter(({ verdict }) => verdict === 'pass').slice(-1);
  await pages.open('faulty', async ({ page }) => {
    await page.evaluate((id) => {
      location.hash = id;
    }, first?.id ?? '');
    const linked = page.locator('.linked');
    await linked.waitFor();
    expect(await linked.getAttribute('id')).toMatch(/^c-/);
    expect(await linked.textContent()).toContain(first?.title);
    expect(await page.locator('#unknown').isVisible()).toBe(false);
  });
});

test('Enter leads from the search to what it has found', async () => {
  await pages.open('faulty', async ({ page }) => {
    await page.fill('#query', 's:failed');
    await page.press('#query', 'Enter');
    await page.waitForFunction(() => {
      const { top } = document.querySelector('#cases')?.getBoundingClientRect() ?? { top: Number.NaN };
      return Math.abs(top) < innerHeight / 2;
    });
    expect(await shown(page)).toBe(counts.failed);
  });
});

test('words reach into requests and responses', async () => {
  const exchange = faulty.exchanges.find(
    ({ request, user }) => user !== null && request.body?.text?.includes(user),
  );
  await pages.open(
    'faulty',
    async ({ page }) => {
      expect(await shown(page)).toBe(1);
      expect(await page.locator('#query').inputValue()).toBe(exchange?.user);
    },
    {},
    `#q=${exchange?.user}`,
  );
});

test('a search opens the groups in which it finds something, and closes them again', async () => {
  await pages.open('faulty', async ({ page }) => {
    const open = page.locator('details.group[open]');
    expect(await open.count()).toBe(0);
    await page.locator('.chip[data-query="s:failed"]').click();
    const groups = new Set(
      faulty.cases
        .filter((testCase) => resultOf(testCase, faulty.failLevel) === 'failed')
        .map(({ group }) => group),
    );
    expect(await open.count()).toBe(groups.size);
    expect(await page.locator('.cases > li:visible').count()).toBe(counts.failed);
    await page.locator('.chip[data-query="s:failed"]').click();
    expect(await open.count()).toBe(0);
  });
});

test('the overview leads to each defect, and its link can be copied', async () => {
  await pages.open(
    'faulty',
    async ({ page }) => {
      const defects = defectsOf(faulty);
      const links = page.locator('.overview a');
      expect(await links.count()).toBe(defects.length);
      await links.nth(2).click();
      expect(await page.locator('.defect:target h3').textContent()).toBe(defects[2]?.title);
      await noteCopying(page);
      await page.locator('.defect:target .copy-button').first().click();
      await page.waitForFunction(() => document.body.dataset['copied'] === 'yes');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  );
});

test('chips carry counts, and switch their term on and off', async () => {
  await pages.open('faulty', async ({ page }) => {
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
  await pages.open('faulty', async ({ page }) => {
    await page.locator('.tally a.failed').click();
    expect(await page.locator('#query').inputValue()).toBe('s:failed');
    expect(await shown(page)).toBe(counts.failed);
  });
});

test('a deep link opens its case, with and without script', async () => {
  const passed = faulty.cases.findLast(({ verdict }) => verdict === 'pass');
  const anchor = `#c-${passed?.id.replaceAll('.', '_').replace(/[^A-Za-z0-9_]+/g, '-')}`;
  await pages.open(
    'faulty',
    async ({ page }) => {
      const target = page.locator(anchor);
      expect(await target.getAttribute('open')).not.toBeNull();
      await expect
        .poll(() => target.evaluate((element) => Math.abs(element.getBoundingClientRect().top) < innerHeight))
        .toBe(true);
    },
    {},
    anchor,
  );
  await pages.open(
    'faulty',
    async ({ page }) => {
      expect(await page.locator(anchor).evaluate((element) => element.matches(':target'))).toBe(true);
    },
    { javaScriptEnabled: false },
    anchor,
  );
});

test('a link to a hidden case takes the search away', async () => {
  await pages.open('faulty', async ({ page }) => {
    await page.fill('#query', 's:skipped');
    await page.waitForFunction(() => location.hash.startsWith('#q='));
    await page.evaluate(() => {
      location.hash = document.querySelector('.cases > li[hidden] details')?.id ?? '';
    });
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#query')?.value === '');
    expect(await shown(page)).toBe(faulty.cases.length);
  });
});

test('keys walk: search, clear, next and previous failure, expand all', async () => {
  await pages.open('faulty', async ({ page }) => {
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

test('the keyboard alone leads from the top of the page into a case', async () => {
  await pages.open('faulty', async ({ page }) => {
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the report');
    expect(await page.locator('.skip').evaluate((link) => link.getBoundingClientRect().left)).toBeGreaterThan(
      0,
    );
    await page.keyboard.press('Enter');
    const opened = page.locator('.broken[open]').first();
    // Others may stand in a list that is closed itself.
    const closed = page.locator('.broken:not([open])').filter({ visible: true }).first();
    const id = await closed.getAttribute('id');
    for (let presses = 0; presses < 200; presses++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.parentElement?.id === wanted, id)) break;
    }
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY');
    await page.keyboard.press('Enter');
    expect(await page.locator(`#${id}`).getAttribute('open')).not.toBeNull();
    expect(await opened.count()).toBe(1);
  });
});

test('copy buttons copy what they stand beside', async () => {
  await pages.open(
    'faulty',
    async ({ page }) => {
      const box = page.locator('.repeat .copy-box').first();
      await box.hover();
      await noteCopying(page);
      await box.locator('.copy-button').click();
      await page.waitForFunction(() => document.body.dataset['copied'] === 'yes');
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toBe(await box.locator('pre').textContent());
      expect(copied).toContain(`${faulty.command} --out reports/repeat --grep `);
    },
    { permissions: ['clipboard-read', 'clipboard-write'] },
  );
});

test('an address that leads nowhere in this report says so', async () => {
  await pages.open(
    'faulty',
    async ({ page }) => {
      await page.locator('#unknown').waitFor({ state: 'visible' });
      expect(await page.locator('#unknown').textContent()).toContain('#no-such-case');
    },
    {},
    '#no-such-case',
  );
});
