import { expect, test } from 'vitest';
import { loadDescriptions } from '../../description/load.js';
import { casesOf } from '../derive.js';
import { circumstancesOf } from './circumstances.js';

const descriptions = await loadDescriptions();
const cases = new Map(casesOf(descriptions).map((testCase) => [testCase.id, testCase]));

/** Of the last step of a case that judges something in this way, and of what it looks for first. */
function of(
  id: string,
  judges: 'inbox' | 'expect-event',
  { isChanged = false, isOfSelection = false, nth = 0 } = {},
): string[] {
  const testCase = cases.get(`1.0/${id}`);
  const [description] = descriptions;
  if (!testCase || !description) throw new Error(`There is no case ${id}.`);
  const step = testCase.steps.findLastIndex((each) => each.do === judges);
  const judged = testCase.steps[step];
  const name = judged?.do === 'inbox' ? (judged.replies ?? judged.holds)[nth] : undefined;
  return circumstancesOf(description, testCase, { step, of: name, isChanged, isOfSelection });
}

test.each<[id: string, judges: 'inbox' | 'expect-event', circumstances: string[]]>([
  ['employee/sees-text/sendText', 'inbox', []],
  ['storage/kept-1-in-turn', 'inbox', ['before the selection']],
  [
    'storage/kept-in-second-conversation',
    'inbox',
    ['second conversation', 'later conversation', 'before the selection', 'another destination'],
  ],
  ['storage/history-of-replies', 'inbox', ['earlier conversation']],
  ['storage/logged-out-at-each-destination', 'inbox', ['before the selection', 'employees logged out']],
  ['employee/card-for-hour', 'inbox', ['after 1 h']],
  ['employee/card-over-midnight', 'inbox', ['after 1 h', 'over midnight']],
  ['storage/kept-through-refused-selections', 'inbox', ['before the selection', 'after refused requests']],
  ['storage/reply-kept-TextMessage', 'expect-event', ['no webhook address']],
  ['storage/reply-younger-TextMessage', 'expect-event', ['no webhook address', 'after nearly 24 h']],
  ['events/sent-Closed-again', 'expect-event', ['second conversation', 'later conversation']],
  ['events/repeated-TextMessage', 'expect-event', ['equal to an earlier one']],
  ['events/told-unwritten', 'expect-event', ['right after FileMessage']],
  ['storage/kept-equal/sendText', 'inbox', ['before the selection']],
  [
    'events/address-of-two-contact-points',
    'expect-event',
    ['before the selection', 'after sendText', 'an address that two contact points share'],
  ],
  [
    'events/address-set-last-Closed',
    'expect-event',
    ['at the address "…/second?part=caf%C3%A9%20%26%20more&v=1&v=2&empty=…"'],
  ],
  [
    'events/asked-after-hang-up',
    'expect-event',
    ['before the selection', 'after sendText', 'after the receiver hung up'],
  ],
  [
    'events/asked-after-unreachable-address',
    'expect-event',
    ['before the selection', 'after sendText', 'after an address where nobody answered'],
  ],
  [
    'routing/after-refusals-of-each-kind/sendText',
    'expect-event',
    ['after sendText', 'after refused requests'],
  ],
  [
    'routing/contact-points-closed/sendText',
    'expect-event',
    ['after sendText', 'same user at another contact point'],
  ],
])('what went before in %s', (id, judges, circumstances) => {
  expect(of(id, judges)).toEqual(circumstances);
});

test('a message that is still unanswered when the selection is sent came during it', () => {
  const overtaken = [0, 1].map((nth) => of('storage/kept-overtaken', 'inbox', { nth }));
  expect(overtaken).toEqual([['before the selection'], ['during the selection']]);
});

test('what is done at the same time as something else of the user says so', () => {
  const login = [1, 2, 3].map((nth) =>
    of('storage/written-during-login', 'inbox', { nth }).includes('at the same time as something else'),
  );
  expect(login).toEqual([false, true, true]);
});

test('how many messages there were matters for one that is missing, not for one that was changed', () => {
  expect(of('storage/kept-25-in-turn', 'inbox')).toEqual(['before the selection', '25 messages']);
  expect(of('storage/kept-25-in-turn', 'inbox', { isChanged: true })).toEqual(['before the selection']);
});

test('whether messages came before the selection matters for them, not for what the selection says', () => {
  expect(of('storage/kept-1-in-turn', 'inbox')).toEqual(['before the selection']);
  expect(of('storage/kept-1-in-turn', 'inbox', { isOfSelection: true })).toEqual([]);
});

test.each([
  ['errors/method-PUT/sendText', ['method PUT']],
  ['errors/body-empty/sendText', ['empty body']],
  ['errors/address-invalid-no-host/setWebhook', ['invalid address', '"http://"']],
  ['requests/malformed-trailing-comma/sendText', ['invalid JSON', 'a comma before the closing brace']],
  ['authentication/no-key/sendText', ['without a key']],
  ['requests/type-text-number/sendText', ['a field of the wrong type', 'text: 7']],
  ['requests/size-text-1000/sendText', []],
])('why a request must be refused in %s', (id, why) => {
  const testCase = cases.get(`1.0/${id}`);
  const [description] = descriptions;
  if (!testCase || !description) throw new Error(`There is no case ${id}.`);
  const step = testCase.steps.findLastIndex((each) => each.do === 'send');
  expect(circumstancesOf(description, testCase, { step })).toEqual(why);
});
