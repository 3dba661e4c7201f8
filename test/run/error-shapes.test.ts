import { expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import { namedFault } from '../../src/reference/faults/catalogue.js';
import type { Fault } from '../../src/reference/faults/fault.js';
import type { JsonObject } from '../../src/reference/requests/call.js';
import { checkReference } from '../support/service/check-reference.js';

const descriptions = await loadDescriptions();

/** Errors of keys and paths come from something before the operations, in a shape of its own (section 7 shows none). */
const gateway: Fault = {
  summary: 'a habit',
  hook: ({ respond }) => ({
    respond: (due, call) => {
      const reply = respond(due, call);
      const { error, ...rest } = reply.body as { error?: JsonObject };
      const isEarly = [401, 404].includes(reply.status) || error?.['code'] === 1;
      return isEarly ? { ...reply, body: { ...rest, ...error } as JsonObject } : reply;
    },
  }),
};

const USUAL = { code: '/error/code', message: '/error/message' };
const EARLY = { code: '/code', message: '/message' };

const check = async (faults: Fault[], dialect: Parameters<typeof checkReference>[0]['dialect']) => {
  const { outcomes, lines } = await checkReference({
    descriptions,
    service: { faults },
    ...(dialect && { dialect }),
    flags: { eventTimeout: '20s' },
    only: ({ group }) => ['authentication', 'errors', 'versions'].includes(group),
  });
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail');
  const bad = outcomes.filter(({ verdict }) => verdict !== 'pass');
  return { bad: bad.map(({ case: { id }, reason }) => `${id}: ${reason?.text}`), failed, lines, outcomes };
};

test.each([
  ['found out', { bodies: { setWebhook: { url: '{webhook_url}' } } }],
  ['configured', { error: { ...USUAL, others: [EARLY] }, bodies: { setWebhook: { url: '{webhook_url}' } } }],
])('errors of two shapes are judged each by its own: %s', { timeout: 120_000 }, async (_, dialect) => {
  const { bad, lines, outcomes } = await check([gateway], dialect);
  expect(bad).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(100);
  expect(lines.find(({ name }) => name === 'errors')).toMatchObject({
    state: 'ok',
    text: expect.stringContaining('in some errors code at "/'),
  });
});

test('errors that have their code elsewhere in each row are found out', { timeout: 120_000 }, async () => {
  const { failed } = await check([namedFault('errors-code-named-by-row')], {
    bodies: { setWebhook: { url: '{webhook_url}' } },
  });
  expect(failed.length).toBeGreaterThan(0);
});
