import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { source } from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleStage, consoleStage } from '../support/process/console-stage.js';

/** Where the pictures go; those of docs/pictures are copies. */
const PICTURES = 'reports/screenshots';

let stage: ConsoleStage;
beforeAll(async () => {
  await mkdir(PICTURES, { recursive: true });
  stage = await consoleStage();
}, 120_000);
afterAll(() => stage?.close());

const row = (page: Page, text: string) => page.locator('.row', { hasText: text }).last();

const looks: [string, BrowserContextOptions][] = [
  ['wide', { viewport: { width: 1280, height: 860 } }],
  ['wide-dark', { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' }],
  ['phone', { viewport: { width: 360, height: 740 }, hasTouch: true }],
  ['phone-dark', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
];

/** A dark look is the same page in other colours. */
async function faultless(page: Page, isDark: boolean): Promise<void> {
  await page.evaluate(source);
  const found = await page.evaluate(
    async (only) =>
      (
        await (
          window as unknown as {
            axe: {
              run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
            };
          }
        ).axe.run({ resultTypes: ['violations'], ...(only && { runOnly: only }) })
      ).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    isDark ? ['color-contrast'] : null,
  );
  expect(found).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

test.each(looks)('for everybody: %s', { timeout: 120_000 }, async (name, options) => {
  const { gateway } = stage;
  await stage.call('setWebhook', { url: gateway.url });
  await stage.call('sendText', { user_id: 'mia-4', text: 'Do you ship to Austria?' });
  await stage.call('sendFile', {
    user_id: 'anna-17',
    url: 'https://files.example/photo.jpg',
    file_name: 'photo.jpg',
    size: 20483,
    comment: 'The box',
  });
  await stage.select('anna-17');
  await stage.call('sendText', { user_id: 'anna-17', text: 5 });
  const { page, complaints } = await stage.open(options);
  const picture = (part: string) => page.screenshot({ path: join(PICTURES, `console-${part}-${name}.png`) });
  const isPhone = name.startsWith('phone');
  const isDark = name.endsWith('dark');
  await page
    .getByRole('button', { name: /anna-17/ })
    .first()
    .waitFor();
  if (isPhone) await picture('desk');
  await faultless(page, isDark);
  await page
    .getByRole('button', { name: /anna-17/ })
    .first()
    .click();
  await page.getByLabel('Reply: text').waitFor();
  if (isPhone) {
    await picture('talk');
    await faultless(page, isDark);
    await page.getByRole('button', { name: 'Network' }).click();
    await picture('network');
  }
  await row(page, '400/9').click();
  await page.locator('.breaches', { hasText: 'Field text is a string' }).waitFor();
  await picture('whole');
  await faultless(page, isDark);
  await page.getByRole('button', { name: /^dialect/ }).click();
  await faultless(page, isDark);
  await picture('habits');
  expect(complaints).toEqual([]);
  await page.context().close();
});
