import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser, openPage, type WatchedPage } from './browser.js';

/** Pages on the disk and a browser that opens them. */
export interface ReportPages {
  browser: Browser;
  /** Opens a page, lets it be used, and closes it. `hash` begins with `#`. */
  open<T>(
    name: string,
    use: (opened: WatchedPage) => Promise<T>,
    options?: BrowserContextOptions,
    hash?: string,
  ): Promise<T>;
  close(): Promise<void>;
}

/** For tests: writes pages by name into a folder of its own, gone at the end, and starts a browser. */
export async function reportPages(pages: Record<string, string>): Promise<ReportPages> {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'));
  const address = (name: string) => pathToFileURL(join(folder, `${name}.html`));
  for (const [name, html] of Object.entries(pages)) await writeFile(address(name), html);
  const browser = await openBrowser();
  return {
    browser,
    open: async (name, use, options = {}, hash = '') => {
      const opened = await openPage(browser, `${address(name)}${hash}`, options);
      try {
        return await use(opened);
      } finally {
        await opened.page.context().close();
      }
    },
    close: async () => {
      await browser.close();
      await rm(folder, { recursive: true });
    },
  };
}
