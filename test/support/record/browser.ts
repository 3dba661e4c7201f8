import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import chromium from '@sparticuz/chromium';
import { type Browser, type BrowserContextOptions, chromium as driver, type Page } from 'playwright-core';

/** For tests: the Chromium that comes as an npm package; nothing has to be installed by hand. */
export async function openBrowser(): Promise<Browser> {
  return driver.launch({ executablePath: await unpacked(), args: SWITCHES, headless: true });
}

/**
 * The package unpacks itself into the temporary folder, and takes what lies there half-written for whole: of the
 * processes of a run one does it, and the others wait.
 */
async function unpacked(): Promise<string> {
  const begun = join(tmpdir(), 'chromium-begun');
  const whole = join(tmpdir(), 'chromium-whole');
  // With "recursive" it gives the folder that was made, and nothing where it was there.
  if (mkdirSync(begun, { recursive: true })) {
    await chromium.executablePath();
    mkdirSync(whole);
  }
  while (!existsSync(whole)) await setTimeout(50);
  return chromium.executablePath();
}

/** The package's own switches run everything in one process and loosen the rules that the tests are about. */
const SWITCHES = ['--no-sandbox', '--no-zygote', '--font-render-hinting=none', '--disable-gpu'];

/** A page that writes down every request beyond the first one, and everything that goes wrong. */
export interface WatchedPage {
  page: Page;
  requests: string[];
  complaints: string[];
}

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  // A guard against what hangs, not a measure: machines may be slow.
  context.setDefaultTimeout(110_000);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await page.goto(url);
  requests.shift();
  return { page, requests, complaints };
}
