import { expect, test } from 'vitest';
import { answered, type StageOptions, stage } from '../../../test/support/engine/engine-stage.js';
import type { EventCauseStep } from '../../cases/types.js';
import type { Act, Exchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import { eventAddress, eventCause } from './event-laws.js';

const OWN = 'u-0123456789-00001a';
const OTHER = 'u-0123456789-00002a';
const STRANGER = 'u-fedcba9876-00001a';

interface Run extends StageOptions {
  step?: Partial<EventCauseStep>;
  /** Events of the run: name, user, what they carry. */
  came: [event: string, user: string, text?: string][];
  acts?: [action: string, user: string, text?: string][];
  /** Users who chose a destination, each time that they did. */
  selections?: string[];
  /** Texts that users sent. */
  sent?: [user: string, text: string][];
  /** The clock was moved before anything came. */
  moved?: boolean;
}

function judged({ step, came, acts = [], selections = [], sent = [], moved = false, ...options }: Run) {
  const { context, runState, mailbox, clock } = stage(options);
  const whole: EventCauseStep = {
    do: 'event-cause',
    event: 'TextMessage',
    action: 'reply_text',
    law: 'cause',
    carries: ['text'],
    ...step,
  };
  if (moved) runState.serviceClock.movedAt = clock.now();
  runState.acts.push(
    ...acts.map(([action, user, text]): Act => ({ action, user, at: 0, answered: 0, parameters: { text } })),
  );
  // A selection is one among other requests of the user.
  for (const user of selections)
    for (const operation of ['sendText', null, 'selectDestination'])
      runState.exchanges.push({ version: '1.0', operation, user } as never);
  for (const [user, text] of sent)
    runState.exchanges.push({ user, request: { body: Buffer.from(JSON.stringify({ text })) } } as never);
  const found = eventCause(context, whole);
  for (const [event, user, text] of came)
    mailbox.receive('main', 'POST', JSON.stringify({ event, user, data: { text } }));
  const [watch] = context.watches;
  return { found, watches: context.watches.length, context, told: watch?.judge() as Finding | null };
}

const WRITTEN = 'Reply 5 to somebody';

test.each<[what: string, run: Run, told: 'pass' | 'fail' | 'skipped']>([
  ['for a user who was answered', { came: [['TextMessage', OWN]], acts: [['reply_text', OWN]] }, 'pass'],
  ['for a user who was not', { came: [['TextMessage', OWN]], acts: [['reply_text', OTHER]] }, 'fail'],
  ['for a user who got something else', { came: [['TextMessage', OWN]], acts: [['close', OWN]] }, 'fail'],
  [
    'for two users, one of whom was answered',
    {
      came: [
        ['TextMessage', OWN],
        ['TextMessage', OTHER],
      ],
      acts: [['reply_text', OWN]],
    },
    'fail',
  ],
  ['of another name', { came: [['Closed', OWN]] }, 'skipped'],
  ['of a user of another run', { came: [['TextMessage', STRANGER]] }, 'skipped'],
  ['after the clock was moved', { came: [['TextMessage', OWN]], moved: true }, 'skipped'],
  ['for a user who chose once', { came: [['TextMessage', OWN]], selections: [OWN] }, 'fail'],
  ['for a user who chose again', { came: [['TextMessage', OWN]], selections: [OWN, OWN] }, 'pass'],
  ['for one while another chose again', { came: [['TextMessage', OWN]], selections: [OTHER, OTHER] }, 'fail'],
])('an event %s has its cause, or not', (_, run, due) => {
  const { found, watches, told, context } = judged(run);
  expect([found, watches]).toEqual([null, 1]);
  expect(told?.verdict ?? 'pass').toBe(due);
  expect(context.deliveries).toHaveLength(due === 'fail' ? 1 : 0);
});

test('what came without a cause is told, with its delivery', () => {
  const { told, context } = judged({ came: [['TextMessage', OTHER]] });
  expect(told).toEqual({
    verdict: 'fail',
    code: 'unexpected-event',
    text: 'TextMessage arrived for a user although no employee did "reply_text" for that user in this run.',
    expected: `no TextMessage for user ${OTHER}`,
    received: `TextMessage for user ${OTHER}`,
    place: { part: 'event', event: expect.any(Number), about: 'TextMessage' },
  });
  expect(context.deliveries).toEqual([context.runState.ports.mailbox.deliveries[0]?.id]);
});

test('what came for nearly the same id as another one with a cause says so', () => {
  const { told } = judged({ came: [['TextMessage', OWN]], acts: [['reply_text', `${OWN} `]] });
  expect(told?.text).toBe(
    'TextMessage arrived for a user although no employee did "reply_text" for that user in this run, but for one whose id is nearly the same.',
  );
});

const BOTH: NonNullable<Run['acts']> = [
  ['reply_text', OWN, 'Reply 1 to one of them'],
  ['reply_text', OTHER, WRITTEN],
];

test.each<[what: string, run: Run, told: 'pass' | 'fail' | 'skipped']>([
  ['what was written to the user', { came: [['TextMessage', OTHER, WRITTEN]], acts: BOTH }, 'pass'],
  ['what was written to another', { came: [['TextMessage', OWN, WRITTEN]], acts: BOTH }, 'fail'],
  [
    'it, for nobody who was answered',
    { came: [['TextMessage', OWN, WRITTEN]], acts: [['reply_text', OTHER, WRITTEN]] },
    'fail',
  ],
  [
    'it, but both were told so',
    {
      came: [['TextMessage', OWN, WRITTEN]],
      acts: [...BOTH, ['reply_text', OWN, `${WRITTEN} and more`]],
    },
    'pass',
  ],
  [
    'too little to tell',
    { came: [['TextMessage', OWN, 'OK, 1234567']], acts: [['reply_text', OTHER, '1234567']] },
    'pass',
  ],
  [
    'just enough to tell',
    { came: [['TextMessage', OWN, 'OK, 12345678']], acts: [['reply_text', OTHER, '12345678']] },
    'fail',
  ],
  [
    'what may stand in any event',
    {
      came: [['TextMessage', OWN, 'Account 0123456789']],
      acts: [['reply_text', OTHER, '0123456789']],
    },
    'pass',
  ],
  [
    'what another action said',
    { came: [['TextMessage', OWN, WRITTEN]], acts: [['reply_file', OTHER, WRITTEN]] },
    'pass',
  ],
  [
    'a parameter that it does not carry',
    { came: [['TextMessage', OWN, WRITTEN]], acts: BOTH, step: { carries: ['url'] } },
    'pass',
  ],
  [
    'what the user has sent as well',
    { came: [['TextMessage', OWN, WRITTEN]], acts: BOTH, sent: [[OWN, WRITTEN]], step: {} },
    'pass',
  ],
  [
    'what the other user has sent as well',
    { came: [['TextMessage', OWN, WRITTEN]], acts: BOTH, sent: [[OTHER, WRITTEN]], step: {} },
    'fail',
  ],
  [
    'what another action told the user as well',
    { came: [['TextMessage', OWN, WRITTEN]], acts: [...BOTH, ['reply_file', OWN, WRITTEN]] },
    'pass',
  ],
  ['it, under another name', { came: [['Closed', OWN, WRITTEN]], acts: BOTH }, 'skipped'],
])('an event that carries %s', (_, run, due) => {
  const { told } = judged({ ...run, step: { law: 'own', ...run.step } });
  expect(told?.verdict ?? 'pass').toBe(due);
});

test('whose words an event carries is told', () => {
  const { told } = judged({ came: [['TextMessage', OWN, WRITTEN]], acts: BOTH, step: { law: 'own' } });
  expect(told).toEqual({
    verdict: 'fail',
    code: 'unexpected-event',
    text: 'TextMessage carries what an employee wrote to another user.',
    expected: `for user ${OWN}, nothing that was written to user ${OTHER}`,
    received: JSON.stringify(WRITTEN),
    place: {
      part: 'event',
      event: expect.any(Number),
      about: 'TextMessage',
      headline: 'Events carry what an employee wrote to another user.',
    },
  });
});

test('where events name no user nobody can tell', () => {
  const { found, watches } = judged({ came: [], dialect: { event: { name: '/event', user: null } } });
  expect([found?.verdict, watches]).toEqual(['skipped', 0]);
});

/** The address is set again 100 ms after the beginning; another contact point has one of its own. */
async function addressJudged({
  wrote,
  at,
  label,
  key = 'MAIN',
}: {
  wrote: number;
  at: number;
  label: string;
  key?: string;
}) {
  const { context, runState, mailbox, clock } = stage();
  const began = clock.now();
  // An address may be kept for each version: it is set under all of them.
  const set = (of: string, owner: string, ms: number): void => {
    for (const version of ['1.0', '1.2'])
      runState.addressLog.set({ label: of, key: owner, version, left: began + ms, answered: began + ms + 5 });
  };
  set('foreign', 'SECOND', -1_000);
  set('next', 'MAIN', 100);
  runState.addressLog.wrote(OWN, key);
  runState.addressLog.hears(OWN);
  const outcome = { ...answered(200, { success: true }), startedAt: began + wrote };
  runState.exchanges.push({
    id: 0,
    version: '1.0',
    operation: 'sendText',
    user: OWN,
    outcome,
  } as unknown as Exchange);
  await clock.during(clock.sleep(at));
  mailbox.receive(label, 'POST', JSON.stringify({ event: 'SelectDestination', user: OWN }));
  expect(eventAddress(context, { do: 'event-address' })).toBeNull();
  return (await context.watches[0]?.judge()) as Finding | null;
}

test.each([
  ['to the address of that time', { wrote: 10, at: 50, label: 'main' }],
  ['to the one that was set since', { wrote: 10, at: 300, label: 'next' }],
  ['late, to the one that was set when the user wrote', { wrote: 10, at: 5_000, label: 'main' }],
  ['to the former one, while the new one was being set', { wrote: 103, at: 150, label: 'main' }],
  ['of another contact point, to its own', { wrote: 10, at: 50, label: 'foreign', key: 'SECOND' }],
])('an event may come %s', async (_, event) => {
  expect(await addressJudged(event)).toBeNull();
});

test.each([
  ['a former address', { wrote: 200, at: 300, label: 'main' }],
  ['the address of another contact point', { wrote: 10, at: 50, label: 'foreign' }],
  ['an address that was not set yet', { wrote: 10, at: 50, label: 'next' }],
])('an event must not arrive to %s', async (_, event) => {
  expect(await addressJudged(event)).toMatchObject({ verdict: 'fail', code: 'wrong-address' });
});
