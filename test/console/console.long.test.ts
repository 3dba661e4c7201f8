import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsoleStage, consoleStage } from '../support/process/console-stage.js';

let stage: ConsoleStage;
beforeAll(async () => {
  stage = await consoleStage();
}, 120_000);
afterAll(() => stage?.close());

const rows = (page: Page) => page.locator('.row');
const row = (page: Page, text: string) => page.locator('.row', { hasText: text }).last();

test('a whole conversation is played by clicks', { timeout: 120_000 }, async () => {
  const { page, complaints } = await stage.open();
  const { gateway } = stage;
  await page.getByText('Nobody has written yet.').waitFor();
  await stage.call('setWebhook', { url: gateway.url });
  await stage.call('sendText', { user_id: 'anna-17', text: 'Hello, where is my parcel?' });
  await gateway.until('SelectDestination');
  await page.getByRole('button', { name: /anna-17/ }).click();
  await page.getByText('kept until a destination is selected').waitFor();
  await page.getByText('Employees can answer once the gateway has selected a destination.').waitFor();
  await stage.select('anna-17');
  await page.getByRole('heading', { name: 'Anna Weber' }).waitFor();
  await page.getByText('Zürich').waitFor();

  await page.getByLabel('Reply: text').fill('Good morning! It left yesterday.');
  await page.getByLabel('Reply: text').press('Enter');
  const [reply] = await gateway.until('TextMessage');
  expect(reply).toMatchObject({ user: 'anna-17', data: { text: 'Good morning! It left yesterday.' } });
  await page.getByRole('button', { name: 'File', exact: true }).click();
  await page.getByLabel('url').fill('https://files.example/label.pdf');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const [file] = await gateway.until('FileMessage');
  expect(file?.['data']).toMatchObject({ url: 'https://files.example/label.pdf' });

  await page.getByRole('button', { name: 'close', exact: true }).click();
  await gateway.until('Closed');
  await page.locator('.talk .mark', { hasText: 'no destination' }).first().waitFor();
  await stage.call('sendText', { user_id: 'anna-17', text: 'One more thing' });
  await gateway.until('SelectDestination', 2);
  await row(page, 'SelectDestination').waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('replies without an address are kept; over the limit of a day they are not sent', {
  timeout: 120_000,
}, async () => {
  const { page } = await stage.open();
  const { gateway } = stage;
  await stage.select('anna-17');
  await page.getByRole('button', { name: 'remove it' }).click();
  await page.locator('.place', { hasText: 'no address is set' }).waitFor();
  await page.getByRole('button', { name: /anna-17/ }).click();
  const write = async (text: string): Promise<void> => {
    await page.getByLabel('Reply: text').fill(text);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.messages .kept', { hasText: text }).waitFor();
  };
  await write('Too old by then');
  await page.getByRole('button', { name: '+ 24 h' }).click();
  await page.getByRole('button', { name: '+ 1 h' }).click();
  await page.getByText('25 h ahead').waitFor();
  await write('Still young');
  await stage.call('setWebhook', { url: gateway.url });
  const replies = await gateway.until('TextMessage', 2);
  expect(replies.map(({ data }) => (data as { text: string }).text)).toEqual([
    'Good morning! It left yesterday.',
    'Still young',
  ]);
  await page.context().close();
});

test('employees log out and in; what comes meanwhile waits for them', async () => {
  const { page } = await stage.open();
  await page.getByRole('button', { name: 'Sales: in' }).click();
  await page.getByRole('button', { name: 'Sales: out' }).waitFor();
  await stage.call('sendText', { user_id: 'anna-17', text: 'Anybody there?' });
  await page.getByRole('button', { name: /anna-17/ }).click();
  const waits = page.getByText('waits for a login', { exact: true });
  await waits.waitFor();
  await page.getByRole('button', { name: 'Sales: out, 1 waiting' }).click();
  await waits.waitFor({ state: 'detached' });
  await page.context().close();
});

test('a request that breaks a rule shows which; a delivery can be sent again', async () => {
  const { page } = await stage.open();
  const { gateway } = stage;
  await stage.call('sendText', { user_id: 'anna-17', text: 5 });
  await row(page, '400/9').click();
  await page.getByText('Field text is a string; here it is a number.').first().waitFor();
  expect(await page.locator('.detail pre').last().textContent()).toMatch(/^curl -X POST .*key=k'?$/);
  await page.getByRole('button', { name: 'Close the details' }).click();

  const before = gateway.events.length;
  await page.getByLabel('Filter the network').fill('delivery closed');
  await row(page, 'Closed').click();
  await page.getByRole('button', { name: 'send again' }).click();
  await page.getByText(/attempt 2: 204/).waitFor();
  expect(gateway.events.slice(before)).toMatchObject([{ event: 'Closed' }]);

  await page.getByLabel('Filter the network').fill('');
  gateway.statuses.push(500, 500, 500, 500, 500, 500);
  await stage.call('sendText', { user_id: 'ben', text: 'Hi' });
  await row(page, 'ben').waitFor();
  await row(page, '500').click();
  await page.getByText(/attempt 1: 500/).waitFor();
  // The next attempt is the last: nothing comes of it later.
  gateway.statuses.length = 0;
  await page.getByText(/attempt \d: 204/).waitFor();
  await page.context().close();
});

test('the network is filtered, paused and cleared', async () => {
  const { page } = await stage.open();
  await page.getByLabel('Filter the network').fill('400/9');
  await page.waitForFunction(() => document.querySelectorAll('.row').length === 1);
  await page.getByLabel('Filter the network').fill('');
  await page.getByRole('button', { name: 'pause' }).click();
  await stage.call('getDestinations');
  await page.getByRole('button', { name: /paused, \d+ new/ }).waitFor();
  await page.getByRole('button', { name: 'clear' }).click();
  await page.getByText('Cleared in every open page.').waitFor();
  await page.context().close();
});

test('dialect and faults are switched, and a new conversation begins', async () => {
  const { page } = await stage.open();
  const change = async (dialect: string, fault: string | null): Promise<void> => {
    await page.getByRole('button', { name: /^dialect/ }).click();
    await page.getByLabel(/^Dialect/).selectOption(dialect);
    if (fault !== null) await page.getByLabel(/^Faults/).fill(fault);
    else for (const chip of await page.locator('dialog .chosen button').all()) await chip.click();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByRole('button', { name: `dialect ${dialect}` }).waitFor();
  };
  await change('flat', 'key-missing-opens');
  await page.getByText('1 fault').waitFor();
  const refused = await stage.call('sendText', { user_id: 'anna-17' });
  expect(refused).toHaveProperty('error_code');
  await change('default', null);
  const taken = await stage.call('sendText', { user_id: 'anna-17', text: 'A new conversation' });
  expect(taken).toMatchObject({ success: true });
  await page.getByRole('button', { name: /anna-17 .*no destination/ }).waitFor();
  await page.context().close();
});

test('a change that changes nothing, and one to a fault that nobody knows, leave the conversations', async () => {
  const { page } = await stage.open();
  await stage.select('kept-on');
  const chosen = page.getByRole('button', { name: /kept-on .*Sales/ });
  await chosen.waitFor();
  await page.getByRole('button', { name: /^dialect/ }).click();
  for (const name of ['bogus', 'key-missing-open']) {
    await page.getByLabel(/^Faults/).fill(name);
    await page.getByLabel(/^Faults/).press('Enter');
    await page.getByText(`No fault is called "${name}"`).waitFor();
  }
  await page.getByText('expected key-missing-opens').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: /^dialect/ }).click();
  expect(await page.getByLabel(/^Faults/).inputValue()).toBe('');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await stage.call('getCurrentDestination', { user_id: 'kept-on' })).toMatchObject({
    current: { name: 'Sales' },
  });
  expect(await page.getByText('1 fault').count()).toBe(0);
  await chosen.waitFor();
  await page.context().close();
});

test('an event without an address shows why and what it was, and can be sent', async () => {
  const { page } = await stage.open();
  const { gateway } = stage;
  await page.getByRole('button', { name: 'remove it' }).click();
  await page.locator('.place', { hasText: 'no address is set' }).waitFor();
  await row(page, 'remove the webhook address').waitFor();
  await stage.call('sendText', { user_id: 'unheard', text: 'Hello?' });
  await page.getByRole('button', { name: 'wrong' }).click();
  await row(page, 'no address').click();
  const detail = page.locator('.detail');
  await detail.getByText('No webhook address was set: nobody is notified.').waitFor();
  expect(await detail.locator('pre').first().textContent()).toContain('"unheard"');
  await detail.getByRole('button', { name: 'send again' }).click();
  await detail.getByText('No webhook address is set.').waitFor();
  await stage.call('setWebhook', { url: gateway.url });
  await detail.getByRole('button', { name: 'send again' }).click();
  await detail.getByText(/attempt 1: 204/).waitFor();
  expect(gateway.events.at(-1)).toMatchObject({ event: 'SelectDestination', user: 'unheard' });
  await page.context().close();
});

test('what is long stays on its line; what is copied is copied without a clipboard too', async () => {
  const { page } = await stage.open({ viewport: { width: 360, height: 740 } });
  const user = 'a-very-long-user-id-'.repeat(4);
  await stage.call('sendText', { user_id: user, text: 'Hi' });
  const heights = () =>
    page
      .locator('.user', { hasText: user })
      .locator('.line')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
  await page.locator('.user', { hasText: user }).waitFor();
  expect((await heights()).every((height) => height < 30)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByText('Key, webhook').click();
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await page.locator('.place').getByRole('button', { name: 'copy' }).click();
  await page.getByRole('button', { name: 'copied' }).waitFor();
  await page.getByRole('button', { name: 'Network' }).click();
  await row(page, 'sendText').locator('.who', { hasText: user }).waitFor();
  await page.context().close();
});

test('everything can be reached by the keyboard', async () => {
  const { page } = await stage.open();
  const list = page.getByRole('listbox');
  const detail = page.locator('.detail');
  await list.focus();
  await page.keyboard.press('ArrowDown');
  await detail.waitFor();
  const newest = rows(page).last();
  expect(await newest.getAttribute('aria-selected')).toBe('true');
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Close the details' }).click();
  await detail.waitFor({ state: 'detached' });
  expect(await list.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await newest.getAttribute('aria-selected')).toBe('true');
  await page.getByRole('listbox').focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  expect(await rows(page).and(page.locator('[aria-selected="true"]')).count()).toBe(1);
  await page.locator('.detail').waitFor();
  await page
    .getByRole('button', { name: /anna-17/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Messages').waitFor();
  await page.context().close();
});

test('the token is in no address that is asked for, and nothing comes without it', async () => {
  const { page, requests } = await stage.open();
  const token = new URL(stage.link).hash.slice(1);
  await page.getByText('connected').waitFor();
  expect(requests.filter((url) => url.includes(token))).toEqual([]);
  expect(page.url()).not.toContain(token);
  const origin = new URL(stage.link).origin;
  expect(requests.every((url) => url.startsWith(origin) || url.startsWith('data:'))).toBe(true);
  const without = await Promise.all([
    fetch(`${origin}/api/stream`),
    fetch(`${origin}/api/clear`, { method: 'POST', headers: { authorization: 'Bearer x' } }),
  ]);
  expect(without.map(({ status }) => status)).toEqual([401, 401]);
  await page.context().close();
});

test('two consoles at once see the same', async () => {
  const [watchedPage, other] = await Promise.all([stage.open(), stage.open()]);
  await stage.call('sendText', { user_id: 'seen-by-both', text: 'x' });
  for (const { page } of [watchedPage, other])
    await page.getByRole('button', { name: /seen-by-both/ }).waitFor();
  await watchedPage.page.getByRole('button', { name: 'clear' }).click();
  await other.page.getByText('Cleared in every open page.').waitFor();
  await Promise.all([watchedPage, other].map(({ page }) => page.context().close()));
});
