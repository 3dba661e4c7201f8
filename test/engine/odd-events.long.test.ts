import { expect, test } from 'vitest';
import { MAIN_ADDRESS } from '../../src/engine/address-log.js';
import { sendEvent } from '../../src/reference/conversations/events.js';
import type { ServiceEvent } from '../../src/reference/conversations/model.js';
import type { Fault } from '../../src/reference/faults/fault.js';
import type { VirtualMailbox } from '../../src/virtual/ports.js';
import { ASKED_TOO_OFTEN, endsOf } from '../support/engine/ends.js';
import {
  beside,
  driver,
  ending,
  late,
  odd,
  repeated,
  responses,
  silence,
  type Through,
  withRunContext,
} from '../support/engine/odd-services.js';
import { virtualRun } from '../support/engine/virtual-run.js';
import { deliveringAfter, habit } from '../support/service/habits.js';

const lossy: Through = (ports, mailbox) => {
  Object.defineProperty(mailbox, 'lost', { value: 3 });
  return ports;
};

/** Events for so many users of another run. */
const strangers = (count: number): Through =>
  beside((post) => {
    for (let user = 1; user <= count; user += 1)
      post(`{"event":"SelectDestination","user":"u-fedcba9876-0000${user}a"}`);
  }, MAIN_ADDRESS);

/** The checker does not run for a while, again and again. */
const asleep: Through = (ports) => {
  let suspendedMs = 0;
  const clock = Object.assign(Object.create(ports.clock), { suspendedMs: () => (suspendedMs += 1_000) });
  return { ...ports, clock };
};

/** The first event after those of the preflight is followed by a second one, which has an id of its own. */
const doubledOnce = () => againOnce((event) => ({ ...event, id: `${event.id}-again` }));

/** The first event after those of the preflight is sent again, as one is whose delivery was not answered in time. */
const repeatedOnce = () => againOnce((event) => event);

function againOnce(again: (event: ServiceEvent) => ServiceEvent): Fault {
  return habit(({ notify }) => {
    let sent = 0;
    return {
      notify: (event) => {
        sent += 1;
        return sent === 3 ? [...notify(event), ...notify(again(event))] : notify(event);
      },
    };
  });
}

/** Every event comes once more, with another id, unless the service's clock has been moved meanwhile. */
const repeatedWhileYoung: Through = (ports, mailbox, clock) => {
  let moves = 0;
  const receive: VirtualMailbox['receive'] = mailbox.receive.bind(mailbox);
  mailbox.receive = (address, method, sent, more) => {
    receive(address, method, sent, more);
    const before = moves;
    const again = JSON.stringify({ ...JSON.parse(String(sent)), id: 'again', at: 0 });
    clock.after(300, () => before === moves && receive(address, method, again, more));
  };
  return driver((own) => ({
    perform: (action, parameters) => {
      if (action === 'advance_clock') moves += 1;
      return own.perform(action, parameters);
    },
  }))(ports, mailbox, clock, {} as never);
};

const QUIET = /^1.2\/routing\/(new-user|second-message\/)/;
/** The one of these that rests on an absence. */
const ABSENT = 'routing/second-message';

odd({
  'deliveries that were not kept': {
    cases: QUIET,
    through: lossy,
    ends: { 'inconclusive evidence-dropped': [ABSENT] },
  },
  'deliveries that were not kept, and none that came': {
    cases: QUIET,
    faults: ['selection-never-asked'],
    through: lossy,
    ends: { 'inconclusive evidence-dropped': ['routing/{new-user,second-message}'] },
  },
  'a catcher that nobody has reached': {
    cases: /\/routing\/new-user/,
    faults: [habit(() => ({ notify: () => [] }))],
    through: withRunContext(() => ({ catcherProven: false })),
    ends: { 'inconclusive catcher-unproven': ['routing/new-user'] },
  },
  'a catcher that only events have reached': {
    cases: /\/routing\/new-user/,
    faults: ['selection-never-asked'],
    through: withRunContext(() => ({ catcherProven: false })),
    ends: { 'fail no-event': ['routing/new-user'] },
  },
  'a catcher that nobody has reached, and events that come': {
    cases: /\/routing\/new-user/,
    through: withRunContext(() => ({ catcherProven: false })),
    ends: {},
  },
  'an event that is sent again': {
    cases: QUIET,
    faults: [repeatedOnce()],
    ends: {},
  },
  'a second event for one cause while the checker sleeps': {
    cases: /^1.2\/routing\/second-message\/sendText/,
    faults: [doubledOnce()],
    through: asleep,
    ends: { 'inconclusive held-up': [ABSENT] },
  },
  'a second event for one cause while the checker is awake': {
    cases: /^1.2\/routing\/second-message\/sendText/,
    faults: [doubledOnce()],
    ends: { 'fail unexpected-event': [ABSENT] },
  },
  'a service that asks always, and a checker that sleeps': {
    cases: /^1.2\/routing\/second-message\/sendText/,
    faults: ['selection-asked-always'],
    through: asleep,
    ends: { 'fail unexpected-event': [ABSENT] },
  },
  'a service that stops asking, and a checker that sleeps': {
    cases: /^1.2\/routing\/new-user\/sendText/,
    faults: ['selection-never-asked'],
    through: asleep,
    ends: { 'fail no-event': ['routing/new-user'] },
  },
  'events that cannot be read': {
    cases: QUIET,
    through: withRunContext(({ reader }) => ({ reader: { ...reader, readsEvents: false } })),
    ends: { 'inconclusive dialect-event': ['routing/{new-user,second-message}'] },
  },
  'events that may be any': {
    cases: QUIET,
    through: beside((post) => post('{"what":"SelectDestination"}'), MAIN_ADDRESS),
    ends: { 'inconclusive tainted': [ABSENT] },
  },
  'text that may be an event': {
    cases: QUIET,
    through: beside((post) => post('SelectDestination'), MAIN_ADDRESS),
    ends: { 'inconclusive tainted': [ABSENT] },
  },
  'pings, visits and events of other names without a user': {
    cases: QUIET,
    through: beside((post) => {
      post('{"ping":1}');
      post('', 'GET');
      post('{"event":"Closed"}');
    }, MAIN_ADDRESS),
    ends: {},
  },
  'four users of another run': {
    cases: QUIET,
    through: strangers(4),
    ends: {},
  },
  'five users of another run, which never took the address': {
    cases: QUIET,
    through: strangers(5),
    ends: {},
  },
  'five users of another run, and this run sets its address again': {
    cases: new RegExp(`${QUIET.source}|1\\.0/requests/accepted/setWebhook`),
    through: strangers(5),
    ends: {},
  },
  'every event twice': {
    cases: /\/(routing|events\/(sent|right)|storage\/reply)/,
    faults: [habit(({ notify }) => ({ notify: (event) => [...notify(event), ...notify(event)] }))],
    ends: {},
  },
  'every event twice, the second time later and where it came first': {
    cases: /\/events\/moving-address/,
    through: repeated(100),
    ends: {},
  },
  'every event twice, the second time seconds later': {
    cases: /\/(routing\/|events\/|walks\/journey-through-hours)/,
    through: repeated(4_000),
    ends: {},
  },
  'every event twice, the second time only while it is young': {
    cases: /\/(routing\/|events\/(?!moving-address|second-message-at-new)|walks\/journey-through-hours)/,
    through: repeatedWhileYoung,
    ends: {},
  },
  'every event twice, and one too many': {
    cases: /\/routing\//,
    faults: [
      'selection-asked-always',
      habit(({ notify }) => ({ notify: (event) => [...notify(event), event] })),
    ],
    ends: {
      'fail unexpected-event': ASKED_TOO_OFTEN,
    },
  },
  'events that come a minute late': {
    cases: /\/routing\/new-user/,
    through: late(() => 60_000),
    ends: { 'fail no-event': ['routing/new-user'] },
  },
  'events that come at the last moment': {
    cases: /\/routing\/new-user/,
    through: late(({ eventTimeoutMs }) => eventTimeoutMs - 100),
    ends: {},
  },
  'events that end once all have come': {
    cases: /^1.2\/routing\/(new|second-message\/|third)/,
    faults: [ending(8, false)],
    ends: { 'inconclusive no-control': ['routing/{second-message,third-message}'] },
  },
  'events that end, so that some never come': {
    cases: /^1.2\/routing\/(new|second-message\/)/,
    faults: [ending(3, false)],
    ends: {
      'fail no-event': ['routing/new-user'],
      'inconclusive setup-no-event': ['routing/second-message'],
      'inconclusive no-control': ['routing/second-message'],
    },
  },
  'events that end until the address is set again': {
    cases: /^1.2\/routing\/(new|second-message\/|third)/,
    faults: [ending(8, true)],
    ends: { 'inconclusive interference': ['routing/{second-message,third-message}'] },
  },
  'a target that ends once all was sent': {
    cases: /^1.2\/routing\/(new|second-message\/|third)/,
    through: responses((_, count) => (count > 12 ? silence('inconclusive', 'refused') : null)),
    ends: { 'inconclusive target-lost': ['routing/{second-message,third-message}'] },
  },
  'events that name half of the user': {
    cases: /^1.2\/(routing\/new-user\/|events\/sent-TextMessage$)/,
    faults: [
      {
        summary: 'An event names the user by the last part of the id',
        hook: () => ({
          notify: (event) => [{ ...event, user: { ...event.user, id: event.user.id.slice(4) } }],
        }),
      },
    ],
    ends: { 'fail user-missing': ['routing/new-user', 'events/sent-TextMessage'] },
  },
  'events that name no user': {
    cases: /^1.2\/(routing\/|events\/(sent|right))/,
    faults: ['event-user-missing'],
    through: withRunContext(({ reader }) => ({
      reader: {
        ...reader,
        namesUsers: false,
        events: (delivery) => reader.events(delivery).map((event) => ({ ...event, user: null })),
      },
    })),
    ends: {
      'skipped event-user': [
        'events/{right-contact-point,right-second-contact-point,right-user-TextMessage,right-user-FileMessage,right-user-Closed}',
        'routing/{contact-points,contact-points-closed,contact-points-heard,asked-at-other-contact-point,other-user-selected,other-user-closed}',
        'routing/exact-user-{accents,composed,capitals,digits,long,emoji,leading-zeros,leading-zeros-of-number}',
        'routing/exact-user-{blank-before,blank-behind,blanks-around,blanks-inside,colon,dots,plus,query,quotes,slashes}',
        'routing/exact-user-{encoded,markup,names-of-objects,very-long,plus-before,domain,dashes,underscore}',
        'routing/exact-user-{capitals-beyond-ascii,no-break-space,dot-behind,decimal,at-before,scheme-before}',
        'routing/similar-users-{blanks,separators,signs,brackets,quotes,slashes,alphabets,lookalikes,uuids,orders,queries,parts,further-parts,words,hashes,mails,sign-parts,slash-parts,query-parts,bracket-parts,wrapped}',
        'routing/closed-{for-hour,over-midnight,for-day}',
        'routing/second-after-early-selection{,-again}',
        'routing/exact-user-{sharp-s,invisible,zero-width,wide,controls,slash-behind,double-slash,backslash}',
      ],
    },
  },
});

test('a run that is interrupted ends each case that has not ended', async () => {
  const interrupt = new AbortController();
  const { outcomes } = await virtualRun({
    roundTripMs: 10,
    concurrency: 1,
    signal: interrupt.signal,
    only: ({ id }) => /^1.2\/(routing\/(new|second-message\/)|requests\/accepted)/.test(id),
    through: responses((_, count) => {
      if (count === 5) interrupt.abort();
      return null;
    }),
  });
  const ends = endsOf(outcomes);
  expect(Object.keys(ends)).toEqual(['skipped interrupted']);
  expect(outcomes.some(({ verdict }) => verdict === 'pass')).toBe(true);
});

/** Each message is followed at once by a notification that somebody writes. */
const typing = habit(({ move }) => ({
  async move(scene, name, act) {
    const moved = await move(scene, name, act);
    const { context, user, point, rules } = scene;
    const { version, operations } = rules.description;
    if (operations[name]?.kind === 'message') {
      const id = context.random.uuid();
      sendEvent(context, { kind: 'delivery', version, name: 'Typing', user, point, id, at: 0, data: {} });
    }
    return moved;
  },
}));

test('a report is not hindered where another notification comes before it', async () => {
  const { outcomes } = await virtualRun({
    roundTripMs: 5,
    faults: [deliveringAfter(20), typing],
    only: ({ id }) => /\/walks\/journey-through-addresses$/.test(id),
  });
  expect(outcomes.map(({ verdict, reason }) => `${verdict} ${reason?.text ?? ''}`.trim())).toEqual([
    'pass',
    'pass',
  ]);
});

test('a service that keeps all events while no address is set, and is slow to ask for a destination, is not accused', async () => {
  const keeping = habit(({ notify }) => ({
    notify: (event) => notify(event).map((each) => ({ ...each, kind: 'reply' })),
  }));
  const { outcomes } = await virtualRun({
    roundTripMs: 4,
    readingMs: 1,
    faults: [keeping],
    through: late((_, __, body) => (body.includes('SelectDestination') ? 400 : 0)),
    only: ({ phase, steps }) => phase === 'unset' || steps.some((step) => step.do === 'event-address'),
  });
  expect(outcomes.filter(({ verdict }) => verdict !== 'pass').map(({ case: { id } }) => id)).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(40);
});
