import { expect, test } from 'vitest';
import { responses } from '../support/engine/odd-services.js';
import { virtualRun } from '../support/engine/virtual-run.js';

test('a law is broken for the operation and the version that break it, by responses that are judged', async () => {
  const odd = Buffer.from('{"success":"yes","message_id":"same","timestamp":1}');
  const { outcomes } = await virtualRun({
    roundTripMs: 10,
    only: ({ id }) => /responses\/every|requests\/(accepted|missing-text)|errors\/method-HEAD/.test(id),
    through: responses(({ url, method }) => {
      if (method === 'HEAD') return { status: 418 };
      return url.includes('/1.2/sendText') ? { status: 200, body: odd } : null;
    }),
  });
  const failed = outcomes.filter(
    ({ verdict, case: testCase }) => verdict !== 'pass' && testCase.phase === 'invariant',
  );
  const broken = failed.filter(({ reason }) => reason?.code !== 'not-exercised');
  expect(broken.map(({ case: testCase, reason }) => `${testCase.id} ${reason?.code}`).toSorted()).toEqual([
    '1.2/responses/every-success-flag/sendText shape',
    '1.2/responses/every-unique-message_id/sendText repeated',
    '1.2/responses/every-unit-timestamp/sendText unit',
  ]);
});

test.each([
  [
    'selection-asked-once',
    '1.0/routing/second-message/sendText',
    /Destination twice for user/,
    /^SelectDestination once within/,
  ],
  [
    'selection-never-asked',
    '1.0/routing/new-user/sendText',
    /^SelectDestination for user/,
    /^nothing within/,
  ],
  [
    'address-first-kept',
    '1.2/events/address-set-last-Closed',
    /at the address "…\/second\?[^"]+" for user \S+$/,
    /the address "…\/\w+"$/,
  ],
  ['event-by-put', '1.2/routing/new-user/sendText', /an HTTP POST/, /^a PUT$/],
  ['event-not-json', '1.2/routing/new-user/sendText', /an HTTP POST/, /not a JSON object$/],
  [
    'selection-asked-always',
    '1.2/routing/second-message/sendText',
    /^SelectDestination once$/,
    /tion twice$/,
  ],
  ['reply-trimmed', '1.2/events/exact-TextMessage', /^" /, /^"\S.*\S"$/s],
])('with %s the case %s tells what was due and what came', async (fault, id, expected, received) => {
  const { outcomes } = await virtualRun({
    roundTripMs: 10,
    faults: [fault],
    only: (testCase) => testCase.id === id,
  });
  expect(outcomes.map(({ verdict }) => verdict)).toEqual(['fail']);
  expect(outcomes[0]?.expected).toMatch(expected);
  expect(outcomes[0]?.received).toMatch(received);
});

test('what a case breaks that recommends an order alone counts for the case that upholds it', async () => {
  const replies = new Map<string, number>();
  const untold = {
    summary: 'The first reply to a user is not reported',
    hook: () => ({
      notify<Event extends { name: string; user: { id: string } }>(event: Event): Event[] {
        if (event.name !== 'TextMessage') return [event];
        replies.set(event.user.id, (replies.get(event.user.id) ?? 0) + 1);
        return replies.get(event.user.id) === 1 ? [] : [event];
      },
    }),
  };
  const ids = ['1.0/walks/journey-in-order', '1.0/events/every-due-TextMessage'];
  const only = ({ id }: { id: string }): boolean => ids.includes(id);
  const { outcomes } = await virtualRun({ roundTripMs: 10, faults: [untold], only });
  expect(outcomes.map(({ case: { id }, verdict, dueTo }) => [id, verdict, dueTo])).toEqual([
    [ids[0], 'inconclusive', ids[1]],
    [ids[1], 'fail', undefined],
  ]);
});
