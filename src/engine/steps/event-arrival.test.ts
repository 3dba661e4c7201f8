import { expect, test } from 'vitest';
import { answered, stage } from '../../../test/support/engine/engine-stage.js';
import type { Act, Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import { eventArrival } from './event-arrival.js';

const OWN = 'u-0123456789-00001a';

interface Run {
  /** Texts of replies, each of which was made at ten times its place, from ten, ms. */
  replies?: string[];
  /** Ids of the messages that employees saw. */
  seen?: string[];
  /** The events that came, by what each says beside the user. */
  came?: object[];
  /** When a destination was selected, and when the conversation was closed, ms. */
  selected?: number;
  closed?: number;
  points?: string[];
}

async function judged({ replies = [], seen = [], came = [], selected = 0, closed, points = ['MAIN'] }: Run) {
  const { context, runState, mailbox, clock } = stage({ testCase: { version: '1.0' } });
  const outcome = { ...answered(200, { success: true }), startedAt: selected, durationMs: 1 };
  const selection = {
    id: 1,
    caseId: '1.0/own',
    version: '1.0',
    operation: 'selectDestination',
    user: OWN,
    outcome,
  };
  runState.exchanges.push(selection as unknown as Exchange);
  for (const key of points) runState.addressLog.wrote(OWN, key);
  const act = (action: string, at: number, parameters: object = {}): void =>
    void runState.acts.push({
      action,
      user: OWN,
      parameters,
      at,
      ended: at + 1,
      succeeded: true,
      addressed: true,
      answered: 1,
    } as Act);
  for (const [place, text] of replies.entries()) act('reply_text', 10 * (place + 1), { text });
  if (closed !== undefined) act('close', closed);
  for (const id of seen) runState.messagesSeen.set(id, { id, user: OWN, version: '1.0', exchange: 1, at: 0 });
  for (const event of came) mailbox.receive('main', 'POST', JSON.stringify({ user: OWN, ...event }));
  const step = { do: 'event-arrival' as const };
  eventArrival(
    context,
    replies.length > 0
      ? { ...step, event: 'TextMessage', action: 'reply_text', carries: ['text'] }
      : { ...step, event: 'delivery', action: null, carries: [] },
  );
  return clock.during(Promise.resolve(context.watches[0]?.judge() as Promise<Finding | null>));
}

const reply = (text: string) => ({ event: 'TextMessage', data: { text } });
const report = (id?: string) => ({ event: 'Delivered', ...(id && { id }) });

test.each<[what: string, run: Run]>([
  ['each reply arrives', { replies: ['one', 'two'], came: [reply('one'), reply('two')] }],
  [
    'the last one is made at another contact point too',
    { replies: ['one', 'two'], came: [reply('one')], points: ['MAIN', 'SECOND'] },
  ],
  ['the conversation is closed before it', { replies: ['one', 'two'], came: [reply('one')], closed: 15 }],
  ['no destination was selected before it', { replies: ['one', 'two'], came: [], selected: 40 }],
  ['each message is reported', { seen: ['id-1', 'id-2'], came: [report('id-1'), report('id-2')] }],
  ['reports that name no messages are as many', { seen: ['id-1', 'id-2'], came: [report(), report()] }],
])('nothing is missing where %s', async (_, run) => {
  const finding = await judged(run);
  expect(finding === null || finding.code === 'not-exercised').toBe(true);
});

test.each<[what: string, run: Run, text: string]>([
  [
    'a reply',
    { replies: ['one', 'two'], came: [reply('one'), reply('on')] },
    'TextMessage did not arrive for 1 of 2 employee replies, first in 1.0/own.',
  ],
  [
    'a report',
    { seen: ['id-1', 'id-2'], came: [report('id-2'), report('id-3')] },
    'The delivery notification did not arrive for 1 of 2 messages that employees saw, first in 1.0/own.',
  ],
  [
    'a report, where they name no messages',
    { seen: ['id-1', 'id-2'], came: [report()] },
    'The delivery notification did not arrive for 1 of 2 messages that employees saw, first in 1.0/own.',
  ],
])('%s that never comes is missed', async (_, run, text) => {
  expect(await judged(run)).toMatchObject({ verdict: 'fail', code: 'no-event', text });
});

test('where hardly any comes, other cases say so', async () => {
  expect(await judged({ replies: ['one', 'two', 'three'], came: [reply('one')] })).toMatchObject({
    verdict: 'skipped',
    code: 'not-exercised',
  });
});
