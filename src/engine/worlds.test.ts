import { expect, test } from 'vitest';
import type { Fault } from '../reference/faults/fault.js';
import { type Ends, endsOf, inFull } from '../testing/ends.js';
import type { VirtualMailbox } from '../testing/virtual-mailbox.js';
import { type VirtualRunOptions, virtualRun } from '../testing/virtual-run.js';
import type { InboxResult, NoAnswer, OperatorResult, OutgoingRequest, Ports } from './ports.js';
import { MAIN_ADDRESS } from './steps/address.js';
import type { World } from './world.js';

type Through = NonNullable<VirtualRunOptions['through']>;

/** A world that is odd in one way. */
interface Odd {
  cases: RegExp;
  through?: Through;
  faults?: NonNullable<VirtualRunOptions['faults']>;
  claims?: NonNullable<VirtualRunOptions['claims']>;
  ends: Ends;
}

const habit = (hook: Fault['hook']): Fault => ({ summary: 'a habit', ...(hook && { hook }) });

const inWorld =
  (change: (world: World) => Partial<World>): Through =>
  (ports, _mailbox, _clock, { world }) => {
    Object.assign(world, change(world));
    return ports;
  };

const driver =
  (change: Partial<Ports['operator']>): Through =>
  (ports) => ({ ...ports, operator: { ...ports.operator, ...change } });

const acts = (result: OperatorResult): Through =>
  driver({ perform: () => Promise.resolve(result), inbox: () => Promise.resolve(result as InboxResult) });

const answers =
  (answer: (request: OutgoingRequest, count: number) => object | null): Through =>
  (ports) => {
    let count = 0;
    return {
      ...ports,
      transport: {
        send: async (request) => {
          count += 1;
          const other = answer(request, count);
          const outcome = await ports.transport.send(request);
          return other ? ({ ...outcome, ...other } as typeof outcome) : outcome;
        },
      },
    };
  };

const silence = (verdict: NoAnswer['verdict'], code: string): object => ({
  kind: 'no-answer',
  verdict,
  failure: { code, text: 'Nothing came.' },
});

/** What comes with each event of the service. */
const beside =
  (more: (mailbox: VirtualMailbox, receive: VirtualMailbox['receive'], nonce: string) => void): Through =>
  (ports, mailbox, _clock, { world }) => {
    const receive = mailbox.receive.bind(mailbox);
    mailbox.receive = (...delivery) => {
      receive(...delivery);
      more(mailbox, receive, world.nonce);
    };
    return ports;
  };

const lossy: Through = (ports, mailbox) => {
  Object.defineProperty(mailbox, 'lost', { value: 3 });
  return ports;
};

/** Events get lost from the `count`th on; setting the address helps, unless it is `final`. */
function ending(count: number, final: () => boolean): Fault {
  return habit(({ notify, address }) => {
    let left = count;
    return {
      notify: (event) => {
        left -= 1;
        return left < 0 ? [] : notify(event);
      },
      address: (previous, next) => {
        if (!final() && left < 0) left = Number.POSITIVE_INFINITY;
        return address(previous, next);
      },
    };
  });
}

const ACTED = /\/(events\/sent-Closed|employee\/sees-text|routing\/after-closed)/;
const QUIET = /^1.2\/routing\/(new-user|second-message)/;
const ABSENT = 'routing/second-message';

const WORLDS: Record<string, Odd> = {
  'a driver that breaks': {
    cases: ACTED,
    through: acts({ ok: false, kind: 'driver', text: 'broke' }),
    ends: { 'error driver': ['events/sent-Closed', 'employee/sees-text', 'routing/after-closed'] },
  },
  'a driver that cannot': {
    cases: ACTED,
    through: acts({ ok: false, kind: 'unsupported', text: 'cannot' }),
    ends: { 'skipped operator-lacks': ['events/sent-Closed', 'employee/sees-text', 'routing/after-closed'] },
  },
  'a driver that fails': {
    cases: ACTED,
    through: acts({ ok: false, kind: 'failed', text: 'failed' }),
    ends: { 'inconclusive operator': ['events/sent-Closed', 'employee/sees-text', 'routing/after-closed'] },
  },
  'an inbox that shows no size and no destination': {
    cases: /\/employee\/(sees-size|sees-url|no-other)|\/storage\/kept-with-(size|comment)/,
    through: (ports) => ({
      ...ports,
      operator: {
        ...ports.operator,
        inbox: async (parameters) => {
          const { description: _, ...rest } = parameters;
          const result = await ports.operator.inbox(rest);
          // It cannot be asked by destination, so it shows everything.
          const all = await ports.operator.inbox({ ...rest, destination_id: undefined });
          const items = (all.ok ? all : result).ok ? (all.ok && all.items.length > 0 ? all : result) : result;
          if (!items.ok) return items;
          const shown = items.items.map((item) => ({ ...item, shown: { ...item.shown, size: undefined } }));
          return { ok: true, items: shown, lacks: ['size', 'destination_id'] };
        },
      },
    }),
    ends: {
      'skipped operator-lacks': ['employee/{no-other-destination,sees-size}', 'storage/kept-with-size'],
    },
  },
  'an inbox that is always empty': {
    cases: /\/employee\/(sees-text|exact)|\/storage\/kept-(not|in)/,
    through: driver({ inbox: () => Promise.resolve({ ok: true, items: [] }) }),
    ends: {
      'fail not-delivered': ['employee/sees-text'],
      'inconclusive setup-not-delivered': ['employee/exact-user', 'storage/kept-in-order'],
    },
  },
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
    faults: ['selection-never-asked'],
    through: inWorld(() => ({ catcherProven: false })),
    ends: { 'inconclusive catcher-unproven': ['routing/new-user'] },
  },
  'a catcher that nobody has reached, and events that come': {
    cases: /\/routing\/new-user/,
    through: inWorld(() => ({ catcherProven: false })),
    ends: {},
  },
  'events that cannot be read': {
    cases: QUIET,
    through: inWorld(({ reader }) => ({ reader: { ...reader, readsEvents: false } })),
    ends: { 'inconclusive dialect-event': ['routing/{new-user,second-message}'] },
  },
  'events that may be any': {
    cases: QUIET,
    through: beside((_, receive) => receive(MAIN_ADDRESS, 'POST', '{"what":"SelectDestination"}')),
    ends: { 'inconclusive tainted': [ABSENT] },
  },
  'text that may be an event': {
    cases: QUIET,
    through: beside((_, receive) => receive(MAIN_ADDRESS, 'POST', 'SelectDestination')),
    ends: { 'inconclusive tainted': [ABSENT] },
  },
  'pings, visits and events of other names without a user': {
    cases: QUIET,
    through: beside((_, receive) => {
      receive(MAIN_ADDRESS, 'POST', '{"ping":1}');
      receive(MAIN_ADDRESS, 'GET', '');
      receive(MAIN_ADDRESS, 'POST', '{"event":"Closed"}');
    }),
    ends: {},
  },
  'four users of another run': {
    cases: QUIET,
    through: beside((_, receive) => {
      for (let user = 1; user <= 4; user += 1)
        receive(MAIN_ADDRESS, 'POST', `{"event":"SelectDestination","user":"u-fedcba9876-0000${user}a"}`);
    }),
    ends: {},
  },
  'five users of another run': {
    cases: QUIET,
    through: beside((_, receive) => {
      for (let user = 1; user <= 5; user += 1)
        receive(MAIN_ADDRESS, 'POST', `{"event":"SelectDestination","user":"u-fedcba9876-0000${user}a"}`);
    }),
    ends: { 'inconclusive interference': [ABSENT] },
  },
  'every event twice': {
    cases: /\/(routing|events\/(sent|right)|storage\/reply)/,
    faults: [habit(({ notify }) => ({ notify: (event) => [...notify(event), ...notify(event)] }))],
    ends: {},
  },
  'every event twice, and one too many': {
    cases: /\/routing\//,
    faults: [
      'selection-asked-always',
      habit(({ notify }) => ({ notify: (event) => [...notify(event), event] })),
    ],
    ends: { 'fail unexpected-event': ['routing/{second-message,third-message,second-after-closed}'] },
  },
  'large answers, each let go once it is judged': {
    cases: /^1.2\/(responses|routing\/new|versions\/alike|requests\/accepted)/,
    through: answers(() => ({ release: () => undefined })),
    ends: {},
  },
  'large answers with the same ids and times in seconds': {
    cases: /^1.2\/(responses\/(every|skew)|routing\/new|requests\/accepted)/,
    faults: ['message-ids-repeated', 'timestamps-in-seconds'],
    through: answers(() => ({ release: () => undefined })),
    ends: {
      'fail unit': ['responses/every-unit-timestamp'],
      'fail repeated': ['responses/every-unique-message_id'],
    },
  },
  'no answers': {
    cases:
      /^1.2\/(routing\/(new|second-m)|responses\/(every-status|type-mess)|versions\/alike-no|errors\/body-e)/,
    through: answers(() => silence('inconclusive', 'refused')),
    ends: {
      'inconclusive refused': [
        'errors/body-empty',
        'routing/{new-user,second-message}',
        'responses/type-message_id',
        'versions/alike-no-key-1.0',
      ],
      'inconclusive not-exercised': ['responses/every-status'],
    },
  },
  'broken answers': {
    cases: /^1.2\/(routing\/(new|second-m)|errors\/body-e)/,
    through: answers(() => silence('fail', 'truncated')),
    ends: {
      'fail truncated': ['errors/body-empty', 'routing/{new-user,second-message}'],
    },
  },
  'a proxy in front that is worn out': {
    cases: /^1.2\/(routing\/new|errors\/body-e|responses\/every-(status|json))/,
    through: answers(() => ({ status: 503, body: Buffer.from('<html>') })),
    ends: {
      'inconclusive infrastructure': ['errors/body-empty', 'routing/new-user'],
    },
  },
  'a service that fails now and then': {
    cases: /^1.2\/(routing\/(new|second-m)|requests\/accepted)/,
    through: answers(() => ({ status: 500, body: Buffer.from('{"success":false}') })),
    ends: { 'fail server-error': ['requests/accepted', 'routing/{new-user,second-message}'] },
  },
  'a success that says failure': {
    cases: /^1.2\/requests\/accepted/,
    through: answers(() => ({ status: 200, body: Buffer.from('{"success":false}') })),
    ends: { 'fail shape': ['requests/accepted'] },
  },
  'plain HTTP that is served': {
    cases: /^1.2\/transport/,
    claims: { https: true },
    through: inWorld(() => ({ baseUrl: 'https://service.invalid' })),
    ends: { 'fail plain-http': ['transport/plain-http-{own-port,port-80}'] },
  },
  'plain HTTP that is not, or redirects, or says something else': {
    cases: /^1.2\/transport/,
    claims: { https: true },
    through: (ports, ...more) => {
      inWorld(() => ({ baseUrl: 'https://service.invalid/' }))(ports, ...more);
      const odd = [
        silence('fail', 'refused'),
        { status: 301, body: Buffer.from('') },
        { status: 200, body: Buffer.from('<html>') },
        { status: 200, body: Buffer.from('{"success":false}') },
      ];
      return answers((_, count) => odd[count % 4] ?? null)(ports, ...more);
    },
    ends: {},
  },
  'presence that nobody can list': {
    cases: /presence-login/,
    through: inWorld(({ destinations }) => ({
      destinations: (version, key, how) => (how?.fresh ? Promise.resolve([]) : destinations(version, key)),
    })),
    ends: { 'inconclusive no-list': ['destinations/presence-login'] },
  },
  'a body that is a guess': {
    cases: /^1.2\/(authentication\/no-key|errors\/method-PUT)\/(getHistory|sendText)/,
    through: inWorld(({ reader }) => ({ reader: { ...reader, knows: () => false, body: () => undefined } })),
    ends: {},
  },
  'addresses in private that are refused': {
    cases: /^1.2\/requests\/accepted\/(setWebhook|sendText)/,
    through: answers(({ url }) =>
      url.includes('setWebhook')
        ? {
            status: 400,
            body: Buffer.from(
              '{"success":false,"error":{"code":5,"message":"URL [http://catcher.invalid/main] is not valid: private"}}',
            ),
          }
        : null,
    ),
    ends: { 'inconclusive address-refused': ['requests/accepted'] },
  },
  'no contact point without an address': {
    cases: /^1.2\/(storage\/(reply-k|employee)|destinations\/presence)/,
    through: inWorld(({ keys }) => ({ keys: { ...keys, fresh: [] } })),
    ends: {},
  },
  'a single contact point, whose address can be taken away': {
    cases: /^1.2\/(storage\/reply|destinations\/presence)/,
    through: inWorld(({ keys }) => ({ keys: { ...keys, fresh: keys.fresh.slice(0, 1) } })),
    ends: {},
  },
  'a single contact point, whose address a driver can take away': {
    cases: /^1.2\/(storage\/reply|destinations\/presence)/,
    through: inWorld(({ keys, reader }) => ({
      keys: { ...keys, fresh: keys.fresh.slice(0, 1) },
      reader: { ...reader, clearing: () => null },
    })),
    ends: {},
  },
  'a single contact point, whose address cannot be taken away': {
    cases: /^1.2\/destinations\/presence/,
    through: (ports, ...more) => {
      inWorld(({ keys, reader }) => ({
        keys: { ...keys, fresh: keys.fresh.slice(0, 1) },
        reader: { ...reader, clearing: () => null },
      }))(ports, ...more);
      return driver({ supports: (action) => action !== 'clear_webhook' })(ports, ...more);
    },
    ends: { 'skipped no-fresh-key': ['destinations/presence-logout'] },
  },
  'an address that a driver fails to take away': {
    cases: /^1.2\/storage\/reply-kept-Text/,
    through: (ports, ...more) => {
      inWorld(({ reader }) => ({ reader: { ...reader, clearing: () => null } }))(ports, ...more);
      return driver({
        perform: (action, parameters) =>
          action === 'clear_webhook'
            ? Promise.resolve({ ok: false, kind: 'failed', text: 'no' })
            : ports.operator.perform(action, parameters),
      })(ports, ...more);
    },
    ends: { 'inconclusive operator': ['storage/reply-kept-TextMessage'] },
  },
  'events that come a minute late': {
    cases: /\/routing\/new-user/,
    through: (ports, mailbox, clock) => {
      const receive = mailbox.receive.bind(mailbox);
      mailbox.receive = (...delivery) => void clock.after(60_000, () => receive(...delivery));
      return ports;
    },
    ends: { 'fail no-event': ['routing/new-user'] },
  },
  'events that come at the last moment': {
    cases: /\/routing\/new-user/,
    through: (ports, mailbox, clock, { world }) => {
      const receive = mailbox.receive.bind(mailbox);
      mailbox.receive = (...delivery) =>
        void clock.after(world.eventTimeoutMs - 100, () => receive(...delivery));
      return ports;
    },
    ends: {},
  },
  'events that end once all have come': {
    cases: /^1.2\/routing\/(new|second-m|third)/,
    faults: [ending(8, () => true)],
    ends: { 'inconclusive no-control': ['routing/{second-message,third-message}'] },
  },
  'events that end, so that some never come': {
    cases: /^1.2\/routing\/(new|second-m)/,
    faults: [ending(3, () => true)],
    ends: {
      'fail no-event': ['routing/new-user'],
      'inconclusive setup-no-event': ['routing/second-message'],
      'inconclusive no-control': ['routing/second-message'],
    },
  },
  'events that end until the address is set again': {
    cases: /^1.2\/routing\/(new|second-m|third)/,
    faults: [ending(8, () => false)],
    ends: { 'inconclusive interference': ['routing/{second-message,third-message}'] },
  },
  'a target that ends once all was sent': {
    cases: /^1.2\/routing\/(new|second-m|third)/,
    through: answers((_, count) => (count > 12 ? silence('inconclusive', 'refused') : null)),
    ends: { 'inconclusive target-lost': ['routing/{second-message,third-message}'] },
  },
};

test.each(Object.entries(WORLDS))('%s', async (_, { cases, ends, ...odd }) => {
  const { outcomes } = await virtualRun({ roundTripMs: 10, only: ({ id }) => cases.test(id), ...odd });
  expect(outcomes.length).toBeGreaterThan(0);
  expect(endsOf(outcomes)).toEqual(inFull(ends));
});
