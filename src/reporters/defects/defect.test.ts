import { expect, test } from 'vitest';
import { sampleRecord } from '../../../test/support/record/sample-record.js';
import { smallRecord } from '../../../test/support/record/small-record.js';
import type { CaseRecord, EventRecord, ExchangeRecord, RunRecord } from '../../record/types.js';
import { caseCount, defectsOf } from './defects.js';
import { likelyCauses } from './likely-causes.js';

const base = await sampleRecord({ kind: 'passing', cases: 1 });
const [exchange] = base.exchanges as [ExchangeRecord];
const LIMIT = base.timing.eventTimeoutMs;

/** A request for the user at that moment, answered with the id of a message. */
function sent(id: number, user: string, startedMs: number, messageId = `message-${id}`): ExchangeRecord {
  const text = JSON.stringify({ id: messageId, success: true });
  const response = { status: 200, reason: 'OK', headers: [], body: { text, bytes: text.length, cut: false } };
  return { ...exchange, id, user, caseId: 'a', startedMs, durationMs: 10, response };
}

function event(id: number, name: string, user: string, atMs: number, text = '{}'): EventRecord {
  const body = { text, bytes: text.length, cut: false };
  return { id, caseId: null, user, name, method: 'POST', address: 'main', headers: [], body, atMs };
}

const failed = (judged: Partial<NonNullable<CaseRecord['judged']>> = {}) => ({
  id: 'a',
  statements: ['s'],
  verdict: 'fail' as const,
  reason: { code: 'no-event', text: '' },
  judged: { part: 'absent', about: 'Asked', exchange: 2, step: 1, atMs: LIMIT + 100, ...judged } as const,
});

function defects(
  exchanges: ExchangeRecord[],
  events: EventRecord[],
  more: Partial<RunRecord> = {},
): string[] {
  const record = smallRecord(base, [failed()], { actions: [], exchanges, events, ...more });
  return defectsOf(record).map(({ title }) => title);
}

const two = [sent(1, 'u-X', 0), sent(2, 'u-x', 50)];

test('an event that names a message of one user and another user shows that they count as one', () => {
  const record = smallRecord(base, [failed()], {
    exchanges: two,
    events: [event(1, 'Delivered', 'u-X', 80, '{"of":"message-2"}')],
  });
  const [defect] = defectsOf(record);
  expect(defect?.title).toBe('Two users are treated as one: "u-x" is mistaken for "u-X"');
  expect(likelyCauses(defect as NonNullable<typeof defect>, record).join(' ')).toContain('Ids of users');
});

test('a mix-up of users does not hide another defect that its cases meet as well', () => {
  const altered = (id: string, statement: string) => ({
    ...failed({ part: 'event', about: 'Reply', field: 'text', exchange: id === 'b' ? 8 : 9 }),
    id,
    statements: [statement],
    reason: { code: 'payload', text: '' },
    exchanges: [],
  });
  const record = smallRecord(base, [failed(), altered('b', 's'), altered('c', 't')], {
    actions: [],
    exchanges: two,
    events: [event(1, 'Delivered', 'u-X', 80, '{"of":"message-2"}')],
  });
  expect(defectsOf(record).map(({ title }) => title)).toEqual([
    'Two users are treated as one: "u-x" is mistaken for "u-X"',
    'Reply does not carry text unchanged',
  ]);
});

test('what cases of users that are mixed up meet besides is a defect of its own, if others meet it as well', () => {
  const closed = (id: string, statement: string) => ({
    ...failed({ about: 'Closed', exchange: 9 }),
    id,
    statements: [statement],
    exchanges: [],
  });
  const titles = (...others: ReturnType<typeof closed>[]): [string, number][] =>
    defectsOf(
      smallRecord(base, [failed(), ...others], {
        actions: [],
        exchanges: two,
        events: [event(1, 'Delivered', 'u-X', 80, '{"of":"message-2"}')],
      }),
    ).map((defect) => [defect.title, caseCount(defect)]);
  const MIXED = 'Two users are treated as one: "u-x" is mistaken for "u-X"';
  expect(titles(closed('b', 's'), closed('c', 't'))).toEqual([
    [MIXED, 1],
    ['Closed does not arrive', 2],
  ]);
  expect(titles(closed('b', 's'))).toEqual([[MIXED, 2]]);
});

test('users that are mixed up under two statements are one defect', () => {
  const other = { ...failed(), id: 'b', statements: ['t'] };
  const record = smallRecord(base, [failed(), other], {
    exchanges: [...two, ...[sent(3, 'v-X', 0), sent(4, 'v-x', 50)].map((each) => ({ ...each, caseId: 'b' }))],
    events: ['u', 'v'].map((user, at) =>
      event(at + 1, 'Delivered', `${user}-X`, 80, `{"of":"message-${2 * at + 2}"}`),
    ),
  });
  const [defect, ...others] = defectsOf(record);
  expect(others).toEqual([]);
  expect(defect?.consequences.map(({ title }) => title)).toEqual([
    expect.stringMatching(/^Two users are treated as one/),
  ]);
});

test('a delivery with events of several users shows nothing of the kind', () => {
  const both = '[{"of":"message-1","user":"u-X"},{"of":"message-2","user":"u-x"}]';
  expect(defects(two, [event(1, 'Delivered', 'u-X', 80, both)])).toEqual(['Asked does not arrive']);
});

test('ids that look alike are told apart', () => {
  const of = (a: string, b: string) =>
    defects([sent(1, a, 0), sent(2, b, 50)], [event(1, 'D', a, 80, '{"of":"message-2"}')])[0];
  expect(of('u  x', 'u x')).toBe('Two users are treated as one: "u␣x" is mistaken for "u␣␣x"');
  expect(of('é', 'e\u0301')).toBe('Two users are treated as one: "e\\u0301" is mistaken for "\\u00e9"');
  expect(of(`u${'x'.repeat(255)}`, `u${'x'.repeat(254)}y`)).toMatch(/"…x{23}y" is mistaken for "…x{24}"$/);
});

test('what several responses hold tells no message from another', () => {
  const same = [sent(1, 'u-X', 0), sent(2, 'u-x', 50, 'accepted'), sent(3, 'u-9', 60, 'accepted')];
  expect(defects(same, [event(1, 'D', 'u-X', 80, '{"of":"accepted"}')])).toEqual(['Asked does not arrive']);
  expect(defects(same.slice(0, 2), [event(1, 'D', 'u-X', 80, '{"of":"accepted"}')])).not.toEqual([
    'Asked does not arrive',
  ]);
});

test.each<[string, EventRecord[]]>([
  [
    'it comes for both',
    [event(1, 'D', 'u-X', 80, '{"of":"message-2"}'), event(2, 'D', 'u-x', 80, '{"of":"message-2"}')],
  ],
  ["it names the user's own message", [event(1, 'D', 'u-x', 80, '{"of":"message-2"}')]],
  ['it is for a user of another case', [event(1, 'D', 'u-9', 80, '{"of":"message-2"}')]],
])('nothing of the kind is said where %s', (_, events) => {
  expect(defects(two, events)).toEqual(['Asked does not arrive']);
});

test('what came after the time limit is late, and by how much', () => {
  const came = event(1, 'Asked', 'u-x', 60 + LIMIT + 4_000);
  expect(defects(two, [came])).toEqual(['Asked arrives too late: up to 4 s after the time limit']);
});

test('what something later may have caused, came in time, or is another event, is not late', () => {
  const at = 60 + LIMIT + 4_000;
  const action = { caseId: 'a', user: 'u-x', action: 'close', ok: true, text: '', durationMs: 1 };
  const DOES_NOT = ['Asked does not arrive'];
  expect(defects([...two, sent(3, 'u-x', at - 500)], [event(1, 'Asked', 'u-x', at)])).toEqual(DOES_NOT);
  const actions = [{ ...action, startedMs: at - 500 }];
  expect(defects(two, [event(1, 'Asked', 'u-x', at)], { actions })).toEqual(DOES_NOT);
  expect(defects(two, [event(1, 'Asked', 'u-x', 90)])).toEqual(DOES_NOT);
  expect(defects(two, [event(1, 'Other', 'u-x', at)])).toEqual(DOES_NOT);
});

test('what came only when an address was set after the judgement, or to that of another case, is not late', () => {
  const came = { ...event(1, 'Asked', 'u-x', 60 + LIMIT + 4_000), address: 'other-late' };
  const setting = (caseId: string, at: number): ExchangeRecord => {
    const text = '{"url":"http://catcher/other-late"}';
    const body = { text, bytes: text.length, cut: false };
    const set = sent(3, 'u-9', at);
    return { ...set, caseId, user: null, request: { ...set.request, body } };
  };
  const LATE = ['Asked arrives too late: up to 4 s after the time limit'];
  expect(defects([...two, setting('b', 30)], [came])).toEqual(['Asked does not arrive']);
  expect(defects([...two, setting('b', 30), setting('a', 40)], [came])).toEqual(LATE);
  expect(defects(two, [came])).toEqual(LATE);
  const again = setting('a', 60 + LIMIT + 3_000);
  expect(defects([...two, setting('a', 40), again], [came])).toEqual(['Asked does not arrive']);
});

test('events that come late are one defect, whichever they are', () => {
  const at = 60 + LIMIT + 4_000;
  const other = { ...failed({ about: 'Other' }), id: 'b', statements: ['t'] };
  const record = smallRecord(base, [failed(), other], {
    actions: [],
    exchanges: [...two, { ...sent(4, 'u-y', 50), caseId: 'b' }],
    events: [event(1, 'Asked', 'u-x', at), event(2, 'Other', 'u-y', at)],
  });
  const [defect, ...others] = defectsOf(record);
  expect(others).toEqual([]);
  expect(defect?.consequences.map(({ title }) => title)).toEqual([
    'Other arrives too late: up to 4 s after the time limit',
  ]);
});
