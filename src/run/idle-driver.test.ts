import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { idleDriverOf } from './idle-driver.js';

const descriptions = await loadDescriptions();
const done = (ok: boolean, ...actions: string[]) => actions.map((action) => ({ action, ok }));
/** Of the preflight. */
const PROBE = { name: null, user: null };
const three = done(true, 'close', 'reply_text', 'reply_file');

test('a driver of whose actions nothing ever comes is asked whether it acts here', () => {
  expect(idleDriverOf(descriptions, three, [PROBE, { name: 'SelectDestination', user: 'u' }])).toMatch(
    /said 3 times that it had acted, and no event ever came of it\. Does it act at this deployment/,
  );
});

test.each([
  ['something came', three, ['Closed']],
  ['something came that may be any event', three, [null]],
  ['little was asked of it', three.slice(1), ['SelectDestination']],
  ['it said that it failed', done(false, 'close', 'reply_text', 'reply_file'), ['SelectDestination']],
  [
    'what it did causes no event',
    done(true, 'inbox', 'set_presence', 'advance_clock'),
    ['SelectDestination'],
  ],
  ['nothing comes at all', three, []],
])('where %s nothing is said', (_, actions, names) => {
  expect(
    idleDriverOf(descriptions, actions, [PROBE, ...names.map((name) => ({ name, user: 'u' }))]),
  ).toBeNull();
});
