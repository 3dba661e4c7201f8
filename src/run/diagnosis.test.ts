import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import type { CaseOutcome } from '../engine/evidence.js';
import { diagnosisOf, idleDriverOf, interferenceOf, sameContactPointOf } from './diagnosis.js';

const exchange = (status: number, text: string, method = 'POST') => ({
  request: { method },
  response: { status, reason: '', headers: [], body: { text, bytes: text.length, cut: false } },
});
const twenty = Array.from({ length: 20 }, () => exchange(200, '{"ok":\n true}'));

test('a target that answers the same to everything is told so, before all else', () => {
  expect(diagnosisOf(twenty)).toBe(
    'Every request was answered 200 {"ok": true}: this does not look like the interface.',
  );
});

test('that a response to HEAD has no body is no difference', () => {
  expect(diagnosisOf([...twenty, exchange(200, '', 'HEAD')])).toBe(diagnosisOf(twenty));
  expect(diagnosisOf([...twenty, { request: { method: 'HEAD' }, response: null }])).toBeNull();
});

test.each([
  ['few responses', twenty.slice(1)],
  ['one other response', [...twenty, exchange(400, '{"ok":\n true}')]],
  ['one without a response', [...twenty, { request: { method: 'POST' }, response: null }]],
  ['none', []],
])('%s are no reason to say so', (_, exchanges) => {
  expect(diagnosisOf(exchanges)).toBeNull();
});

const descriptions = await loadDescriptions();
const done = (ok: boolean, ...actions: string[]) => actions.map((action) => ({ action, ok, user: 'u' }));
/** Of the preflight. */
const PROBE = { name: null, user: null };
const three = done(true, 'close', 'reply_text', 'reply_file');

test('a driver of whose actions nothing ever comes is asked whether it acts here', () => {
  expect(idleDriverOf(descriptions, three, [PROBE, { name: 'SelectDestination', user: 'u' }])).toMatch(
    /reported 3 actions as done, but no event ever followed\. Is it connected to this deployment/,
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
  [
    'nothing is heard of the users for whom it acted',
    three.map((action) => ({ ...action, user: 'v' })),
    ['SelectDestination'],
  ],
])('where %s nothing is said', (_, actions, names) => {
  expect(
    idleDriverOf(descriptions, actions, [PROBE, ...names.map((name) => ({ name, user: 'u' }))]),
  ).toBeNull();
});

const confusion = (verdict: string, kind = 'second-key') =>
  ({ case: { needs: [{ kind }] }, verdict, reason: null }) as unknown as CaseOutcome;
const alike = { ...confusion('skipped'), reason: { code: 'no-foreign-destination' } } as CaseOutcome;

test.each<[what: string, outcomes: CaseOutcome[], isSaid: boolean]>([
  ['lists are alike and much is confused', [alike, ...Array(5).fill(confusion('fail'))], true],
  ['little is confused', [alike, ...Array(4).fill(confusion('fail')), confusion('pass')], false],
  [
    'what fails needs no second contact point',
    [alike, ...Array(5).fill(confusion('fail', 'webhook'))],
    false,
  ],
  ['lists differ', Array(5).fill(confusion('fail')), false],
])('where %s: that two keys may belong to one contact point is said or not', (_, outcomes, isSaid) => {
  const said = sameContactPointOf(outcomes);
  expect(said === null).toBe(!isSaid);
  if (isSaid)
    expect(said).toMatch(
      /^Both keys list the same destinations, and 5 cases with two contact points failed\./,
    );
});

const [description] = (await loadDescriptions()) as [Description];
const USER = 'u-0123456789-preflight-1-0';
/** Of the second case. */
const OWN = 'u-0123456789-00001a';

interface Came {
  /** Users of another run whose events came. */
  otherUsers?: number;
  /** Events of the preflight's user came in the end. */
  late?: boolean;
  /** Version of the case whose event of the routing came; null: none did. */
  known?: string | null;
  taken?: boolean | null;
}

function said({ otherUsers = 0, late = false, known = '1.0', taken = false }: Came, unheard = [USER]) {
  const book = {
    otherRunUserCount: () => otherUsers,
    of: (user: string) => {
      if (user === USER) return late ? [{ name: 'SelectDestination' }] : [];
      return user === OWN ? [{ name: 'Closed' }, { name: 'SelectDestination' }] : [{ name: 'Closed' }];
    },
  };
  const runState = {
    runContext: { descriptions: { '1.0': description }, nonce: '0123456789' },
    description: () => description,
    book: () => book,
    route: taken === null ? null : { lostEvents: () => taken },
  };
  const outcomes = ['1.0', known].map((version) => ({ case: { version, steps: [] } }));
  return interferenceOf(
    runState as never,
    outcomes as never,
    unheard.map((user) => ({ version: '1.0', user })),
  );
}

test.each<[what: string, came: Came, unheard: string[] | undefined, says: RegExp | null]>([
  ['nobody was there', {}, [], null],
  ['events of another run came', { otherUsers: 1 }, [], /^Events of another run arrived/],
  ['the address was taken', { taken: true }, [], /somebody else, such as another run/],
  ['the preflight missed an event, and others came', {}, undefined, /somebody else, such as another run/],
  ['nobody asks for the route, and the preflight missed one', { taken: null }, undefined, /somebody else/],
  ['the event of the preflight came late', { late: true }, undefined, null],
  ['no event ever came', { known: null }, undefined, null],
  ['those of another version came', { known: '1.2' }, undefined, null],
])('of others it is said, where %s', (_, came, unheard, says) => {
  const sentence = said(came, unheard);
  if (says === null) expect(sentence).toBeNull();
  else expect(sentence).toMatch(says);
});
