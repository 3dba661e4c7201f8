import { expect, test } from 'vitest';
import type { Operator } from '../../src/engine/ports.js';
import { defaultDialect } from '../../src/reference/dialect/dialect.js';
import { type Ends, endsOf, inFull } from '../support/engine/ends.js';
import { driver, type Through } from '../support/engine/odd-services.js';
import { virtualRun } from '../support/engine/virtual-run.js';

/** A driver is done this long before employees have logged in or out, milliseconds. */
const LOGIN_TAKES_MS = 700;

/** Employees are to act in these while they are logged out. */
const LOGGED_OUT: Ends = {
  'skipped operator-refused': [
    'events/delivery-of-waiting-after-close',
    'routing/closed-while-logged-out-{for-hour,over-midnight,for-day}',
    'storage/{history-elsewhere-of-unseen-close,history-of-closed-while-logged-out,history-of-kept-unseen-close}',
    'storage/{history-of-unseen-close,replies-while-logged-out,reply-kept-while-logged-out}',
    'storage/{selected-after-unseen-close,waiting-at-former-destination,waiting-at-two-destinations}',
    'storage/waiting-through-next-conversation',
  ],
};

/** Employees log in and out after their driver has said so, and can do nothing while they are logged out. */
const slowLogins: Through = (ports, mailbox, clock, prepared) => {
  const away = new Set<string>();
  const placeOf = ({ key, destination_id }: Record<string, unknown>): string => `${key} ${destination_id}`;
  const perform =
    (own: Operator): Operator['perform'] =>
    async (action, parameters, caseId) => {
      const place = placeOf(parameters);
      if (action === 'set_presence') {
        clock.after(LOGIN_TAKES_MS, () => {
          if (parameters.online) away.delete(place);
          else away.add(place);
          void own.perform(action, parameters, caseId);
        });
        return { ok: true };
      }
      if (away.has(place)) return { ok: false, kind: 'failed', text: 'Nobody is logged in.' };
      return own.perform(action, parameters, caseId);
    };
  return driver((own) => ({ perform: perform(own) }))(ports, mailbox, clock, prepared);
};

test('employees who log in and out some time after their driver said so, and cannot act meanwhile, are waited for', {
  timeout: 120_000,
}, async () => {
  const { destinations } = defaultDialect;
  const { outcomes } = await virtualRun({
    roundTripMs: 2,
    dialect: { ...defaultDialect, destinations: { ...destinations, loggedIn: 'first' } },
    only: ({ version, needs, steps }) =>
      version === '1.2' &&
      (steps.some((step) => step.do === 'presence') || needs.some(({ kind }) => kind === 'action')),
    through: slowLogins,
  });
  expect(endsOf(outcomes)).toEqual(inFull(LOGGED_OUT));
  expect(outcomes.length).toBeGreaterThan(200);
});
