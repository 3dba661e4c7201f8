import { expect, test } from 'vitest';
import { answered, stage } from '../../../test/support/engine/engine-stage.js';
import type { Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import { promptCount } from './prompt-count.js';

const EVENT = 'SelectDestination';
const OWN = 'u-0123456789-00001a';
const OTHER = 'u-0123456789-00002a';

/** A request: its operation, when it left and was answered, ms, and its status. */
type Request = [operation: string | null, from: number, to: number, status?: number];

interface Run {
  requests: Request[];
  /** The events that came, by what each says beside name and user. */
  came: object[];
  /** When employees closed the conversation, after so many requests. */
  closes?: [at: number, answered: number][];
  points?: string[];
  version?: string;
}

async function judged({ requests, came, closes = [], points = ['MAIN'], version = '1.0' }: Run) {
  const { context, runState, mailbox } = stage({ testCase: { version } });
  for (const [id, [operation, from, to, status = 200]] of requests.entries()) {
    const outcome = {
      ...answered(status, { success: status === 200 }),
      startedAt: from,
      durationMs: to - from,
    };
    const exchange = { id, version, operation, user: OWN, outcome, unjudged: false };
    runState.exchanges.push(exchange as unknown as Exchange);
  }
  for (const key of points) runState.addressLog.wrote(OWN, key);
  for (const [at, count] of closes)
    runState.acts.push({ action: 'close', user: OWN, parameters: {}, at, answered: count });
  const post = (user: string, more: object): void =>
    mailbox.receive('main', 'POST', JSON.stringify({ event: EVENT, user, ...more }));
  for (const more of came) post(OWN, more);
  post(OTHER, { id: 'of another' });
  expect(promptCount(context, { do: 'prompt-count', event: EVENT })).toBeNull();
  return (await context.watches[0]?.judge()) as Finding | null;
}

const text = (from: number, to = from + 1): Request => ['sendText', from, to];
const select = (from: number, to = from + 1): Request => ['selectDestination', from, to];

test.each<[what: string, run: Run]>([
  ['each message before a selection asks', { requests: [text(0), text(10)], came: [{ id: 1 }, { id: 2 }] }],
  [
    'in a version where the first alone does, it asks once',
    { version: '1.2', requests: [text(0), text(10)], came: [{ id: 1 }] },
  ],
  ['a delivery is repeated to the byte', { requests: [text(0)], came: [{ id: 1 }, { id: 1 }, { id: 1 }] }],
  [
    'a message overlaps the selection',
    { requests: [text(0), select(10, 50), text(20, 40)], came: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'a message after a close asks again',
    { requests: [text(0), select(10), text(30)], closes: [[20, 2]], came: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'a path that the service took for the operation',
    { requests: [text(0), select(10), [null, 20, 21]], came: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'what a selection while selected does is not shown',
    { requests: [text(0), select(10), select(20), text(30)], came: [{ id: 1 }, { id: 2 }] },
  ],
  [
    'the user wrote to two contact points',
    { requests: [text(0), select(10), text(20)], came: [{ id: 1 }, { id: 2 }], points: ['MAIN', 'SECOND'] },
  ],
  ...[201, 302, 500, 503].map((status): [string, Run] => [
    `the service answered ${status}, and may have taken the message`,
    { requests: [text(0), select(10), ['sendText', 20, 21, status]], came: [{ id: 1 }, { id: 2 }] },
  ]),
])('nobody is accused where %s', async (_, run) => {
  expect((await judged(run))?.verdict).not.toBe('fail');
});

test.each<[what: string, run: Run, excess: string]>([
  [
    'one message asks twice',
    { requests: [text(0)], came: [{ id: 1 }, { id: 2 }] },
    'the 2nd arrived after a message in the state "Destination not selected"',
  ],
  [
    'a message asks although a destination is selected',
    { requests: [text(0), select(10), text(20)], came: [{ id: 1 }, { id: 2 }] },
    'the 2nd arrived after a message in the state "Destination selected"',
  ],
  [
    'the second message asks where the first alone does',
    { version: '1.2', requests: [text(0), text(10)], came: [{ id: 1 }, { id: 2 }] },
    'the 2nd arrived after a message in the state "Destination not selected"',
  ],
  [
    'a close asks',
    { requests: [text(0), select(10)], closes: [[20, 2]], came: [{ id: 1 }, { id: 2 }] },
    'the 2nd arrived after a close in the state "Destination selected"',
  ],
  [
    'a refused message asks',
    { requests: [text(0), ['sendText', 10, 11, 400]], came: [{ id: 1 }, { id: 2 }] },
    'the 2nd arrived after a message in the state "Destination not selected"',
  ],
])('it is a violation where %s', async (_, run, excess) => {
  expect(await judged(run)).toMatchObject({
    verdict: 'fail',
    code: 'unexpected-event',
    text: `${EVENT} arrived more often than the user's messages allow: ${excess}.`,
    received: `${EVENT} twice`,
  });
});

test('an event that came before the message that could have caused it is the one too many', async () => {
  const later = Date.now() + 3_600_000;
  const run = {
    requests: [text(0), select(10), text(later)],
    closes: [[later - 10, 2]] as [number, number][],
  };
  const finding = await judged({ ...run, came: [{ id: 1 }, { id: 2 }, { id: 3 }] });
  expect(finding?.text).toContain(': the 2nd arrived after a selection in the state');
});
