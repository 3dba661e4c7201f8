import { expect, test } from 'vitest';
import { stage } from '../../../test/support/engine/engine-stage.js';
import { comesTooOften } from './event-evidence.js';

const EVENT = 'SelectDestination';
const OWN = 'u-0123456789-00001a';
const OTHER = 'u-0123456789-00002a';

interface Run {
  /** What each delivery for the user says beside name and user. */
  came: object[];
  /** And for another user of the run. */
  others?: object[];
  most?: number;
  /** Copies of events that one stimulus caused. */
  copies?: number;
}

function judged({ came, others = [{ id: 'x' }], most = 1, copies = 1 }: Run): boolean {
  const { runState, mailbox } = stage();
  const post = (user: string, more: object): void =>
    mailbox.receive('main', 'POST', JSON.stringify({ event: EVENT, user, ...more }));
  for (const more of came) post(OWN, more);
  for (const more of others) post(OTHER, more);
  runState.calibrate('1.0', EVENT, (of) => (of === 'all' ? copies : 1));
  return comesTooOften(runState, { version: '1.0', event: EVENT, came: runState.book('1.0').of(OWN), most });
}

test.each<[what: string, run: Run, tooOften: boolean]>([
  ['one came', { came: [{ id: 1 }] }, false],
  ['two that differ came for one cause', { came: [{ id: 1 }, { id: 2 }] }, true],
  ['two that differ came for two causes', { came: [{ id: 1 }, { id: 2 }], most: 2 }, false],
  ['one was delivered again, to the byte', { came: [{ id: 1 }, { id: 1 }, { id: 1 }] }, false],
  ['one was delivered again, and another one came', { came: [{ id: 1 }, { id: 1 }, { id: 2 }] }, true],
  ['nothing in events tells one from the next', { came: [{}, {}], others: [{}] }, true],
  ['nothing tells them apart, and each comes twice', { came: [{}, {}], others: [{}], copies: 2 }, false],
  ['nobody else got any to compare them with', { came: [{ id: 1 }, { id: 1 }], others: [] }, true],
])('%s', (_, run, tooOften) => {
  expect(judged(run)).toBe(tooOften);
});
