import { expect, test } from 'vitest';
import type { Delivery, ReadEvent } from '../engine/ports.js';
import type { EventRecord } from '../record/types.js';
import type { Evidence } from './case-records.js';
import { bodyKeeper, eventRecords } from './traffic-records.js';

const NONCE = '0123456789';
const LONG_USER = `u-${NONCE}-00001a${'x'.repeat(1_000)}`;

/** What is recorded of a delivery, whose event is for this user; null: it is none. */
function recorded(delivery: Partial<Delivery>, user: string | null): EventRecord | undefined {
  const body = Buffer.from('{"event":"Closed"}');
  const events: ReadEvent[] = user === null ? [] : [{ name: 'Closed', user, payload: {} }];
  const evidence = {
    deliveries: [
      { id: 1, address: 'a', method: 'POST', headers: [], body, size: body.length, at: 0, ...delivery },
    ],
    reader: { events: () => events },
    outcomes: [],
    exchanges: [{ user: LONG_USER, caseId: 'a case' }],
    startedAt: 0,
    nonce: NONCE,
  } as unknown as Evidence;
  return eventRecords(
    evidence,
    bodyKeeper((text) => text),
  )[0];
}

test('an event names its user as the requests do, however long the id is; any other id is kept short', () => {
  expect(recorded({}, LONG_USER)).toMatchObject({ caseId: 'a case', user: LONG_USER });
  const other = recorded({}, `u-${NONCE}-${'y'.repeat(1_000)}`);
  expect(other?.caseId).toBeNull();
  expect(other?.user?.length).toBeLessThan(300);
});

test('a body that was compressed is whole, whatever its size was on the way; one that was too long is cut', () => {
  const whole = { text: '{"event":"Closed"}', bytes: 18, cut: false };
  expect(recorded({ size: 40 }, LONG_USER)?.body).toEqual(whole);
  expect(recorded({ size: 40, partial: true }, LONG_USER)?.body).toEqual({ ...whole, bytes: 40, cut: true });
});

test('what is no event says why', () => {
  expect(recorded({}, LONG_USER)?.note).toBeUndefined();
  expect(recorded({}, null)?.note).toBe('no event: a probe or a ping');
  expect(recorded({ cut: true }, LONG_USER)?.note).toBe('no event: the request body was cut off');
});
