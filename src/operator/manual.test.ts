import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createManualOperator } from './manual.js';
import { onTerminal, type TerminalOptions } from './prompts.js';

const WHO = { version: '1.0', key: 'a-very-secret-key-7f', user_id: 'u-1', destination_id: '4' };
const INSTRUCTIONS = { close: 'close the conversation of user {user_id}' };

function person(options: Partial<TerminalOptions> = {}) {
  const input = new PassThrough();
  const output = new PassThrough();
  let screen = '';
  output.on('data', (chunk) => {
    screen += chunk;
  });
  const operator = createManualOperator(
    onTerminal({
      input,
      output,
      isTTY: true,
      timeLimitMs: 60_000,
      restMs: 0,
      instructions: INSTRUCTIONS,
      ...options,
    }),
  );
  onTestFinished(() => operator.close());
  const sees = (text: string | RegExp) => vi.waitFor(() => expect(screen).toMatch(text), 5_000);
  const press = (key: string) => input.write(key);
  return { operator, input, sees, press, screen: () => screen };
}

test('shows one card at a time, in order, with number, instruction and parameters', async () => {
  const { operator, sees, press, screen } = person();
  operator.plan?.(2);
  const first = operator.perform('close', WHO);
  const second = operator.perform('close', { ...WHO, user_id: 'u-2' });
  await sees('Waiting for YOU (1 of 2): close the conversation of user u-1\n');
  await sees(/ {2}user_id +u-1\n {2}destination_id +4\n/);
  await sees(/d: done · s: skip this one · c: cannot be done here · 1:00 left/);
  expect(screen()).toContain('About 2 cards will appear, one at a time: 1 minute at half');
  expect(screen()).not.toContain('2 of 2');
  press('d');
  expect(await first).toEqual({ ok: true });
  await sees('Waiting for YOU (2 of 2): close the conversation of user u-2\n');
  press('D');
  expect(await second).toEqual({ ok: true });
});

test("shows the key's end only", async () => {
  const { operator, sees, press, screen } = person();
  const acted = operator.perform('close', WHO);
  await sees('(ends in 7f)');
  press('d');
  await acted;
  expect(screen()).not.toContain(WHO.key);
});

test("what an action of the driver's contract means is said, and an unknown one by its name", async () => {
  const { operator, sees, press } = person();
  const acted = [operator.perform('advance_clock', { seconds: 90 }), operator.perform('do_it', {})];
  await sees('(1): move the clock of the service 90 seconds ahead');
  press('d');
  await sees('(2): do it\n');
  press('d');
  expect(await Promise.all(acted)).toEqual([{ ok: true }, { ok: true }]);
});

test('skip is for one card, cannot is for all of its action, those in line too', async () => {
  const { operator, sees, press, screen } = person();
  const cards = [1, 2, 3, 4].map((n) => operator.perform(n === 4 ? 'other' : 'close', WHO));
  await sees('(1)');
  press('s');
  expect(await cards[0]).toMatchObject({
    ok: false,
    kind: 'unsupported',
    text: expect.stringContaining('skipped'),
  });
  expect(operator.supports('close')).toBe(true);
  await sees('(2)');
  press('c');
  expect(await cards[1]).toMatchObject({ ok: false, kind: 'unsupported' });
  expect(await cards[2]).toMatchObject({ ok: false, kind: 'unsupported' });
  expect([operator.supports('close'), operator.supports('other')]).toEqual([false, true]);
  await sees('(3): other');
  press('d');
  expect(await cards[3]).toEqual({ ok: true });
  expect(screen()).not.toContain('(4)');
});

test('other keys do nothing, and one key press answers one card', async () => {
  const { operator, sees, press, screen } = person();
  const cards = [operator.perform('close', WHO), operator.perform('close', WHO)];
  await sees('(1)');
  press('x\r ');
  press('xdd');
  await sees('(2)');
  await cards[0];
  expect(screen().match(/done\n/g)).toHaveLength(1);
  press('s');
  expect(await cards[1]).toMatchObject({ ok: false });
});

test('keys pressed before a card, or right when it comes up, are not for it', async () => {
  const { operator, sees, press } = person({ restMs: 60_000, timeLimitMs: 300 });
  const acted = operator.perform('close', WHO);
  await sees('(1)');
  press('d');
  expect(await acted).toMatchObject({ kind: 'failed' });
});

test('a card has a time limit of its own', async () => {
  const { operator } = person({ timeLimitMs: 40 });
  const cards = await Promise.all([operator.perform('close', WHO), operator.perform('close', WHO)]);
  expect(cards).toEqual(cards.map(() => ({ ok: false, kind: 'failed', text: 'nobody acted within 40 ms' })));
});

test('the time left counts down', async () => {
  const { operator, sees, press } = person();
  const acted = operator.perform('close', WHO);
  await sees(/1:00 left.*0:5\d left/s);
  press('d');
  await acted;
});

test('without a terminal everything is unsupported, with the reason', async () => {
  const { operator, screen } = person({ isTTY: false });
  expect(operator.supports('close')).toBe(false);
  const reason = { ok: false, kind: 'unsupported', text: expect.stringContaining('no terminal') };
  expect([await operator.perform('close', WHO), await operator.inbox(WHO)]).toEqual([reason, reason]);
  expect(screen()).toBe('');
});

test('where nothing may be asked, a terminal does not help, and that is the reason', async () => {
  const { operator, screen } = person({ silent: true });
  expect(operator.supports('close')).toBe(false);
  const reason = { ok: false, kind: 'unsupported', text: expect.stringContaining('--no-input') };
  expect([await operator.perform('close', WHO), await operator.inbox(WHO)]).toEqual([reason, reason]);
  expect(screen()).toBe('');
});

test('why an action is not possible at all is known before it is asked for', () => {
  const why = (options: Partial<TerminalOptions>) =>
    ['close', 'inbox'].map((action) => person(options).operator.whyNot?.(action));
  expect(why({})).toEqual([
    null,
    { code: 'no-inbox', text: 'Nobody can do "inbox": a manual driver cannot report an inbox.' },
  ]);
  const nobody = (text: string) => ({ code: 'no-terminal', text: expect.stringContaining(text) });
  expect(why({ isTTY: false })).toEqual([nobody('"close": there is no terminal'), nobody('no terminal')]);
  expect(why({ silent: true })).toEqual([nobody('"close": prompting is off'), nobody('--no-input')]);
});

test('an inbox is not asked of a person', async () => {
  const { operator } = person();
  expect([operator.supports('inbox'), operator.shows]).toEqual([false, []]);
  expect(await operator.inbox(WHO)).toMatchObject({ kind: 'unsupported' });
});

test.each([
  ['a control character', 'a\u001b[2Jb'],
  ['a line break', 'a\nb'],
  ['a turned reading order', 'a\u202eb'],
  ['a great length', 'x'.repeat(501)],
  ['a blank at the end', 'a '],
])('a text with %s is nothing that a person enters exactly, nor a terminal shows', async (_, text) => {
  const { operator, screen } = person();
  expect(await operator.perform('reply_text', { ...WHO, text })).toMatchObject({
    kind: 'unsupported',
    text: expect.stringContaining('exactly'),
  });
  expect(screen()).toBe('');
});

test('Ctrl-C interrupts, and nothing is asked any more', async () => {
  const interrupt = vi.fn();
  const { operator, sees, press, screen } = person({ interrupt });
  const cards = [operator.perform('close', WHO), operator.perform('close', WHO)];
  await sees('(1)');
  press('\u0003');
  expect(await Promise.all(cards)).toEqual(
    cards.map(() => expect.objectContaining({ ok: false, kind: 'unsupported' })),
  );
  expect(interrupt).toHaveBeenCalledOnce();
  expect(screen()).not.toContain('Waiting for YOU (2)');
});

test('a terminal that closes leaves nobody to ask', async () => {
  const { operator, sees, input } = person();
  const acted = operator.perform('close', WHO);
  await sees('(1)');
  input.end();
  expect(await acted).toMatchObject({ kind: 'unsupported' });
  expect(await operator.perform('close', WHO)).toMatchObject({ kind: 'unsupported' });
});

test('the end gives the terminal back and answers what is open', async () => {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (raw: boolean) => modes.push(raw) });
  const { operator, sees } = person({ input });
  const acted = operator.perform('close', WHO);
  await sees('(1)');
  await operator.close();
  expect(await acted).toMatchObject({ kind: 'unsupported' });
  expect(modes).toEqual([true, false]);
  expect([input.isPaused(), input.listenerCount('data')]).toEqual([true, 0]);
});
