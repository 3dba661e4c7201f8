import { expect, test } from 'vitest';
import { answered, type StageOptions, stage } from '../../../test/support/engine/engine-stage.js';
import type { AddressStep } from '../../cases/types.js';
import { CaseContext } from '../case-context.js';
import { address } from './address.js';

/** What is sent for the step, and what when the case ends. */
async function did(step: Partial<AddressStep>, options: StageOptions = {}) {
  const staged = stage(options);
  const finding = await address(staged.context, { do: 'address', label: 'x', ...step });
  const lines = (): string[] => {
    const sent = staged.requests.splice(0);
    return sent.map(({ url, body }) => `${url.split('=')[1]} ${Buffer.from(body ?? '')}`);
  };
  const atOnce = [...lines(), ...staged.acted.map(([action]) => action)];
  await staged.context.finish();
  return { finding, atOnce, atEnd: lines() };
}

const main = (key: string): string => `${key} {"url":"http://catcher.invalid/main"}`;
const clearWebhook = { operation: 'setWebhook', body: { url: '' } };

test.each<
  [what: string, step: Partial<AddressStep>, options: StageOptions, atOnce: string[], atEnd: string[]]
>([
  ['set', {}, {}, ['MAIN {"url":"http://catcher.invalid/x"}'], [main('MAIN')]],
  ['set elsewhere', { key: 'second' }, {}, ['SECOND {"url":"http://catcher.invalid/x"}'], []],
  ['put back at the end', { label: { later: true } }, {}, [], [main('MAIN')]],
  ['cleared by request', { label: null }, { dialect: { clearWebhook } }, ['MAIN {"url":""}'], [main('MAIN')]],
  ['cleared by an employee', { label: null }, {}, ['clear_webhook'], [main('MAIN')]],
  [
    'cleared elsewhere',
    { label: null, key: 'second' },
    { dialect: { clearWebhook } },
    ['SECOND {"url":""}'],
    [],
  ],
])('the address is %s, and the run gets its own back', async (_, step, options, atOnce, atEnd) => {
  const { finding, ...lines } = await did(step, options);
  expect(finding).toBeNull();
  expect(lines).toEqual({ atOnce, atEnd });
});

const unsupported = { ok: false, kind: 'unsupported', text: 'no "clear_webhook"' } as const;

test.each<[what: string, operator: NonNullable<StageOptions['operator']>]>([
  ['lacks the action', { supports: () => false }],
  ['turns out to lack it', { perform: () => Promise.resolve(unsupported) }],
])('where the driver %s, an address that may be set is no absence of one', async (_, operator) => {
  const { finding, atEnd } = await did({ label: null }, { operator });
  expect([finding?.verdict, finding?.code, atEnd]).toEqual(['skipped', 'no-unset-address', []]);
  const keys = { main: 'MAIN', second: null, fresh: ['F'], restricted: null, unregistered: 'NOBODY' };
  const staged = stage({ operator, runContext: { keys } });
  const fresh: AddressStep = { do: 'address', label: null, key: 'unset' };
  expect(await address(staged.context, fresh)).toBeNull();
  // An address that the case itself has set stays.
  expect(await address(staged.context, { ...fresh, label: 'x' })).toBeNull();
  expect(await address(staged.context, fresh)).toMatchObject({
    verdict: 'skipped',
    code: 'no-unset-address',
  });
  await staged.context.finish();
  // Somebody used it.
  const next = new CaseContext(staged.runState, staged.context.testCase, 2);
  const again = await address(next, fresh).catch(({ finding: thrown }) => thrown);
  expect(again).toMatchObject({
    verdict: 'skipped',
    code: expect.stringMatching(/^no-(fresh-key|unset-address)$/),
  });
});

test('the record says of which case an action is that names no user', async () => {
  const cases: (string | undefined)[] = [];
  const perform = (_: string, __: unknown, caseId?: string) => {
    cases.push(caseId);
    return Promise.resolve({ ok: true } as const);
  };
  const staged = stage({ operator: { perform } });
  await address(staged.context, { do: 'address', label: null });
  expect(cases).toEqual([staged.context.testCase.id]);
  await staged.context.finish();
});

test.each([
  ['failed', 'inconclusive operator'],
  ['driver', 'error driver'],
] as const)('what is said of a driver that %s to take the address away', async (kind, end) => {
  const perform = () => Promise.resolve({ ok: false, kind, text: 'no' } as const);
  const { finding, atEnd } = await did({ label: null }, { operator: { perform } });
  expect([`${finding?.verdict} ${finding?.code}`, atEnd]).toEqual([end, [main('MAIN')]]);
});

test('an address that was set under another version is replaced under that version alone', async () => {
  const { context, runState, clock } = stage({ roundTripMs: 5 });
  const user = context.user('a');
  runState.addressLog.wrote(user, 'SECOND');
  const set = (label: string, version?: string): Promise<unknown> =>
    address(context, { do: 'address', label, key: 'second', ...(version !== undefined && { version }) });
  const isCurrent = (): boolean =>
    runState.addressLog.wasCurrent(context.address('x') ?? '', user, clock.now(), clock.now());
  await clock.during(
    (async () => {
      await set('x', 'another');
      await set('y');
      await clock.sleep(5);
      expect(isCurrent()).toBe(true);
      await set('y', 'another');
      await clock.sleep(5);
      expect(isCurrent()).toBe(false);
    })(),
  );
});

test('an address that is refused is told', async () => {
  const outcomes = [answered(400, { success: false, code: 9, message: 'Invalid data: x' })];
  expect((await did({}, { outcomes })).finding?.code).toBe('refused');
});
