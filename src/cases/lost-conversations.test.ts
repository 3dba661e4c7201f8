import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { withLostConversationChecks } from './lost-conversations.js';
import { operate, prepare, send } from './steps.js';
import type { Need, Step } from './types.js';

const [description] = (await loadDescriptions()) as [Description];
const WEBHOOK: Need = { kind: 'webhook' };
const there = { key: 'unset' } as const;
const message = (plan = {}): Step => prepare(description, 'sendText', plan);
const select = (plan = {}): Step => prepare(description, 'selectDestination', plan);
const close = (more = {}): Step => ({ ...operate('close', {}), ...more }) as Step;
const refused: Step = send(description, 'selectDestination', { kind: 'refused', rows: [] });
const away: Step = { do: 'address', label: null };

/** How often the user must have been asked before the last step, as its probe says; null: it has none. */
function probed(steps: Step[], needs = [WEBHOOK]): number | null {
  const last = withLostConversationChecks(description, { needs, steps }).at(-1);
  const counted = last?.do === 'operate' ? last.ifItFails?.[1] : undefined;
  return counted?.do === 'expect-event' ? (counted.times as number) : null;
}

test('the message must reach an employee, unless all of them may have logged out', () => {
  const sought = (...steps: Step[]): unknown => {
    const last = withLostConversationChecks(description, { needs: [WEBHOOK], steps }).at(-1);
    return last?.do === 'operate' && last.ifItFails?.find((step) => step.do === 'inbox');
  };
  const away: Step = { do: 'presence', destination: 'chosen', online: false };
  expect(sought(message(), select(), close())).toMatchObject({
    judge: 'present',
    holds: ['message after the act'],
  });
  expect(sought(message(), select(), away, close())).toBeUndefined();
});

test.each<[string, Step[], number | null]>([
  ['after a message and a selection', [message(), select(), close()], 1],
  ['after two messages before the selection', [message(), message(), select(), close()], 2],
  ['in a second conversation', [message(), select(), close(), message(), select(), close()], 2],
  ['after a refused selection as well', [message(), select(), refused, close()], 1],
  ['without a selection', [message(), close()], null],
  ['of another user', [message({ user: 'b' }), select({ user: 'b' }), close()], null],
  ['after a second selection', [message(), select(), select(), close()], null],
  ['that need not be possible', [message(), select(), close({ mayBeImpossible: true })], null],
  ['at a contact point without an address', [message(there), select(there), close(there)], null],
  [
    'at a contact point with an address of the run',
    [{ do: 'address', label: 'own', ...there }, message(there), select(there), close(there)],
    1,
  ],
  ['while no address is set', [away, message(), select(), close()], null],
])('an act %s', (_, steps, due) => {
  expect(probed(steps)).toBe(due);
});

test('without events there is nothing to see', () => {
  expect(probed([message(), select(), close()], [])).toBeNull();
});
