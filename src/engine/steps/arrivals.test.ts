import { expect, test } from 'vitest';
import { stage } from '../../../test/support/engine/engine-stage.js';
import { arrivals } from './arrivals.js';

const of = [1, 2, 3].map((nth) => ({ event: 'TextMessage', as: `reply ${nth}`, carries: ['text'] }));

/** What is recorded where replies with these numbers come in turn. */
function recorded(came: readonly number[]) {
  const { context, mailbox } = stage();
  for (const { as } of of) context.acted.set(as, { text: as });
  for (const nth of came) {
    const event = { event: 'TextMessage', user: context.user('a'), text: `reply ${nth}` };
    mailbox.receive('late', 'POST', JSON.stringify(event));
  }
  expect(arrivals(context, { do: 'arrivals', user: 'a', of, gap: 'kept-replies-order' })).toBeNull();
  return context.observations;
}

test.each([
  ['in the order in which they were made', [1, 2, 3]],
  ['in the order in which they were made', [1, 1, 2, 1, 3]],
  ['in another order', [2, 1, 3]],
])('kept replies come %s: %j', (value, came) => {
  expect(recorded(came)).toEqual([{ gap: 'kept-replies-order', value }]);
});

test('where one is missing nothing is recorded: that is judged elsewhere', () => {
  expect(recorded([1, 3])).toEqual([]);
});
