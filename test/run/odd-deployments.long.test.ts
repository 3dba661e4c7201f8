import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { casesOf } from '../../src/cases/derive.js';
import { oneCaseOfEachKind } from '../../src/cases/filter.js';
import type { Case } from '../../src/cases/types.js';
import { loadDescriptions } from '../../src/description/load.js';
import { sendEvent } from '../../src/reference/conversations/events.js';
import type { ServiceEvent } from '../../src/reference/conversations/model.js';
import { defaultDialect, type ReferenceDialect } from '../../src/reference/dialect/dialect.js';
import type { Fault } from '../../src/reference/faults/fault.js';
import { makeRandom } from '../../src/reference/random.js';
import type { Call, Reply } from '../../src/reference/requests/call.js';
import type { EventRequest } from '../../src/reference/webhooks/webhook-sender.js';
import { checkReference } from '../support/service/check-reference.js';
import { AUDITED, deliveringAfter, inPilesOf, sentTwiceWhere } from '../support/service/habits.js';
import { EXHAUSTIVE, shareOf } from '../support/share.js';

/** Legal habits that no dialect file has; each accused an innocent deployment once, or might have. */
interface Odd {
  name: string;
  dialect?: Partial<{ [Section in keyof ReferenceDialect]: Partial<ReferenceDialect[Section]> }>;
  habit?: Fault;
  /** What the habit shows in, and so which cases meet it; default: events. */
  shows?: keyof typeof MET;
  /** Cases below the required level that may warn of it. */
  warns?: RegExp;
}

const descriptions = await loadDescriptions();
const kinds = new Set(oneCaseOfEachKind(casesOf(descriptions)));
const share = new Set(shareOf(casesOf(descriptions), 12));
const smallShare = new Set(shareOf(casesOf(descriptions), 24));

const KINDS_OF_EVENTS = [...kinds].filter((testCase) => isOfLast(testCase, 'routing', 'events', 'storage'));

/** A deployment meets every fifth of these kinds, and the next four those in between. */
const turnsOfEvents = [0, 1, 2, 3, 4].map(
  (turn) => new Set(KINDS_OF_EVENTS.filter((_, at) => EXHAUSTIVE || at % 5 === turn)),
);

/** Which cases the deployment of that place in the list meets: kinds, or a share of all where the values or chance matter. */
const MET = {
  events: (testCase, at) => turnsOfEvents[at % 5]?.has(testCase) === true,
  answers: (testCase) => isOfLast(testCase, 'authentication', 'responses', 'routing') && kinds.has(testCase),
  kept: (testCase) =>
    isOfLast(testCase, 'concurrency') ||
    (isOfLast(testCase, 'storage') && (kinds.has(testCase) || testCase.name.startsWith('kept-once'))),
  values: (testCase) => isOfLast(testCase) && share.has(testCase),
  kinds: (testCase) => kinds.has(testCase) && (share.has(testCase) || isOfLast(testCase, 'events', 'walks')),
  everything: (testCase) => smallShare.has(testCase),
} satisfies Record<string, (testCase: Case, at: number) => boolean>;

function isOfLast({ version, group }: Case, ...groups: readonly Case['group'][]): boolean {
  return version === '1.2' && (groups.length === 0 || groups.includes(group));
}

const posting = (change: (request: EventRequest, event: ServiceEvent) => object): Fault => ({
  summary: 'a habit',
  hook: ({ post }) => ({
    post: (request, event) => {
      const good = post(request, event);
      return { ...good, ...change(good, event) };
    },
  }),
});
const answering = (change: (reply: Reply, call: Call) => Reply): Fault => ({
  summary: 'a habit',
  hook: ({ respond }) => ({ respond: (reply, call) => change(respond(reply, call), call) }),
});
const reshaped = (kind: ServiceEvent['kind'], shape: (event: ServiceEvent) => object): Fault =>
  posting(({ body }, event) => ({ body: event.kind === kind ? JSON.stringify(shape(event)) : body }));

const sometimes = makeRandom(7);
const LARGE = 64 * 1024;

/** One event in so many is posted again, under an identifier of its own. */
const AGAIN = 83;
let events = 0;

const ODD: Odd[] = [
  {
    name: 'an event now and then posted again, with an identifier of each posting',
    dialect: {
      event: {
        template: {
          posting: '{id}',
          list: [{ name: '{event}', user: '{user}', at: '{at}', data: '{data}' }],
        },
      },
    },
    habit: {
      summary: 'a habit',
      hook: ({ notify }) => ({
        notify: (event) => {
          const sent = notify(event);
          events += 1;
          return events % AGAIN === 0
            ? [...sent, ...sent.map((each) => ({ ...each, id: `${each.id}-again` }))]
            : sent;
        },
      }),
    },
    shows: 'everything',
  },
  {
    name: 'compressed events',
    habit: posting(({ headers, body }) => ({
      headers: { ...headers, 'content-encoding': 'gzip' },
      body: gzipSync(body),
    })),
  },
  {
    name: 'events of no declared type, with a signature in the query',
    habit: posting(({ url }) => ({
      url: `${url}${url.includes('?') ? '&' : '?'}signature=abc`,
      headers: {},
    })),
  },
  {
    name: 'a signature in the query, by a library that rewrites all of it',
    habit: posting(({ url }) => {
      const signed = new URL(url);
      signed.searchParams.append('signature', 'abc');
      return { url: signed.href };
    }),
  },
  {
    name: 'the name in a header, the text beside a list of receivers',
    dialect: {
      event: {
        template: { recipients: [{ id: '{user}' }], message: '{data}' },
        headers: { 'x-event': '{event}' },
      },
    },
  },
  {
    name: 'all events of half a second in one delivery',
    dialect: { event: { queue: 'all', envelope: { batch: '{events}' } } },
    habit: inPilesOf(500),
  },
  {
    name: 'several events in one delivery, one alone as it is',
    dialect: { event: { queue: 'all', envelope: { batch: '{events}' }, enveloped: 'several' } },
    habit: inPilesOf(100),
  },
  {
    name: 'events in a bare list',
    dialect: { event: { template: { e: '{event}', u: '{user}', d: '{data}' }, envelope: '{events}' } },
  },
  {
    name: 'other names and users in each payload',
    habit: posting(({ body }) => ({
      body: JSON.stringify({
        ...JSON.parse(body),
        previous: { event: 'Closed', user: 'someone-else' },
        known: ['SelectDestination', 'TextMessage'],
      }),
    })),
  },
  {
    name: 'each event carries the latest messages of its conversation',
    shows: 'kinds',
    habit: posting(({ body }, { user: { seen, kept } }) => ({
      body: JSON.stringify({
        ...JSON.parse(body),
        recent: [...seen, ...kept].slice(-5).map(({ fields }) => fields),
      }),
    })),
  },
  {
    name: 'a receipt in a shape of its own',
    habit: reshaped('delivery', ({ id, user }) => ({ receipt: { message: id, for: user.id } })),
  },
  {
    name: 'replies name the employee where others name the user',
    habit: reshaped('reply', ({ name, user, data }) => ({
      event: name,
      user: 'employee-7',
      data: { to: user.id, ...data },
    })),
  },
  {
    name: 'replies in a shape of their own',
    habit: reshaped('reply', ({ name, user, data }) => ({ chat: { with: user.id, [name]: data } })),
  },
  {
    name: 'events that come once, twice or three times, as it happens',
    habit: {
      summary: 'a habit',
      hook: ({ notify }) => {
        let count = 0;
        return { notify: (event) => Array.from({ length: 1 + (count++ % 3) }, () => notify(event)).flat() };
      },
    },
  },
  {
    name: 'every fifth event or so is sent twice',
    shows: 'everything',
    habit: sentTwiceWhere(() => Number.parseInt(sometimes.hex(2), 16) % 5 === 0),
  },
  {
    name: 'texts of more than 500 characters are turned away',
    shows: 'values',
    habit: {
      summary: 'a habit',
      hook: ({ validate }) => ({
        validate: (body, resource, rules) =>
          Object.values(body ?? {}).some((value) => typeof value === 'string' && value.length > 500)
            ? 'text is too long'
            : validate(body, resource, rules),
      }),
    },
  },
  {
    name: 'a gateway that turns away bodies of more than 64 KiB',
    shows: 'values',
    habit: {
      summary: 'a habit',
      hook: ({ validate, respond }) => ({
        validate: (body, resource, rules) =>
          JSON.stringify(body).length > LARGE ? 'too large' : validate(body, resource, rules),
        respond: (reply, call) =>
          reply.status === 400 && (call.bytes?.length ?? 0) > LARGE
            ? { ...reply, status: 413, body: {} }
            : respond(reply, call),
      }),
    },
  },
  {
    name: 'events of names that the interface does not list',
    habit: AUDITED,
  },
  {
    name: 'a sign of life, for nobody, with every event',
    habit: {
      summary: 'a habit',
      hook: ({ notify, post }) => ({
        notify: (event) => [...notify(event), { ...event, name: 'Ping' }],
        post: (request, event) =>
          event.name === 'Ping'
            ? { ...post(request, event), body: JSON.stringify({ event: 'Ping', at: event.at }) }
            : post(request, event),
      }),
    },
  },
  {
    name: 'kept messages reach employees twice, the last one first',
    shows: 'kept',
    habit: {
      summary: 'a habit',
      hook: ({ release }) => ({ release: (kept) => [...release(kept), ...release(kept)].reverse() }),
    },
    warns: /-in-order|kept-once|kept-two/,
  },
  {
    name: 'messages reach employees after a while',
    shows: 'kinds',
    habit: deliveringAfter(700),
    warns: /delivery-of-waiting-after-close/,
  },
  {
    name: 'messages that wait for a selection are reported when they are taken',
    habit: reportingEarly(),
    warns: /delivery-of-kept/,
  },
  {
    name: 'a code and a message in successes too',
    shows: 'answers',
    habit: answering((reply) => ({ ...reply, body: { code: 0, message: 'OK', error: null, ...reply.body } })),
  },
  {
    name: 'headers in capitals, a charset, a connection that hardly lasts',
    dialect: { response: { idleMs: 5 } },
    shows: 'answers',
    habit: answering((reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'Application/JSON; Charset="utf-8"' },
    })),
  },
  {
    name: 'message ids in braces and capitals, a clock some minutes ahead',
    shows: 'answers',
    habit: {
      summary: 'a habit',
      hook: () => ({
        messageId: (fresh) => `{${fresh.toUpperCase()}}`,
        timestamp: (now) => now + 240_000,
      }),
    },
  },
];

test.concurrent.each(ODD.map((odd, at) => ({ ...odd, at })))(
  'not accused of anything: $name',
  { timeout: 240_000 },
  async ({ at, dialect = {}, habit, shows = 'events', warns = /(?!)/ }) => {
    const sections = Object.entries(dialect).map(([section, part]) => [
      section,
      { ...(defaultDialect[section as keyof ReferenceDialect] as object), ...(part as object) },
    ]);
    const { outcomes, lines } = await checkReference({
      descriptions,
      service: {
        dialect: { ...defaultDialect, ...Object.fromEntries(sections) },
        faults: habit ? [habit] : [],
      },
      dialect: { bodies: {} },
      flags: { eventTimeout: '20s' },
      only: (testCase) => MET[shows](testCase, at),
    });
    const mayWarn = ({ id, level }: Case): boolean => level === 'expected' && warns.test(id);
    const bad = outcomes.filter(({ verdict, case: testCase }) => verdict !== 'pass' && !mayWarn(testCase));
    expect(bad.map(({ verdict, case: { id }, reason }) => `${verdict} ${id}: ${reason?.text}`)).toEqual([]);
    expect(lines.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(50);
  },
);

/** A message that waits for a selection is reported when it is taken, and not again when it is delivered. */
function reportingEarly(): Fault {
  return {
    summary: 'a habit',
    hook: ({ move, notify }) => {
      const reported = new Set<string>();
      return {
        async move(scene, name, act) {
          const result = await move(scene, name, act);
          const { context, user, point, rules } = scene;
          const last = user.kept.at(-1);
          if (last && !reported.has(last.id)) {
            sendEvent(context, {
              name: context.dialect.event.deliveryName,
              kind: 'delivery',
              version: rules.description.version,
              user,
              point,
              id: last.id,
              at: last.at,
              data: {},
            });
            reported.add(last.id);
          }
          return result;
        },
        notify: (event) => (event.kind === 'delivery' && reported.has(event.id) ? [] : notify(event)),
      };
    },
  };
}
