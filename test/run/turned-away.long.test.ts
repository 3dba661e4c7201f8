import { expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { CaseOutcome } from '../../src/engine/evidence.js';
import { trafficObservations } from '../../src/run/gaps/gap-answers.js';
import { checkReference, PATIENT } from '../support/service/check-reference.js';

/** What a deployment may turn away. */

const descriptions = await loadDescriptions();

function notPassed(outcomes: readonly CaseOutcome[]): string[] {
  return outcomes
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ verdict, case: { id }, reason }) => `${verdict} ${id}: ${reason?.code}`);
}

test('a rate limit is waited for, and told', async () => {
  let calls = 0;
  const { outcomes, evidence } = await checkReference({
    descriptions,
    // The real transport waits for it.
    sockets: true,
    only: ({ operation, group }) => operation === 'getDestinations' && group === 'authentication',
    flags: PATIENT,
    service: {
      faults: [
        {
          summary: 'every fifth call of what changes nothing is turned away',
          hook: (good) => ({
            respond: (reply, call) => {
              if (call.operation?.name !== 'getDestinations') return good.respond(reply, call);
              calls += 1;
              return calls % 5 === 0 ? { ...reply, status: 429, body: {} } : good.respond(reply, call);
            },
          }),
        },
      ],
    },
  });
  expect(notPassed(outcomes)).toEqual([]);
  const told = trafficObservations(evidence).filter(({ gap }) => gap === 'rate-limits');
  expect(told.map(({ value }) => value)).toEqual(
    descriptions.map(() => expect.stringMatching(/^\d+ requests were turned away at first/)),
  );
});

test('a service that takes no plain-HTTP address is not accused, and nothing is proven of its events', async () => {
  const { outcomes, skipped, lines } = await checkReference({
    descriptions,
    flags: PATIENT,
    service: {
      faults: [
        {
          summary: 'only https:// addresses are taken',
          hook: (good) => ({
            refusesAddress: (url) => (url.startsWith('http:') ? 'https is needed' : good.refusesAddress(url)),
          }),
        },
      ],
    },
  });
  const spelled = [
    'escaped-letters',
    'escaped-values',
    'escaped-slashes',
    'line-feed-before',
    'white-space',
    'wide-white-space',
    'reversed',
  ];
  const valid = ['accepted', 'in-parts', ...spelled.map((how) => `spelled-${how}`), 'every-accepted'];
  expect(notPassed(outcomes)).toEqual(
    descriptions.flatMap(({ version }) =>
      valid.map((name) => `inconclusive ${version}/requests/${name}/setWebhook: address-refused`),
    ),
  );
  expect(skipped.some((id) => id.includes('/events/'))).toBe(true);
  expect(lines.find(({ state }) => state === 'problem')?.hint).toContain('--webhook-url');
});
