import { acts, both, driver, odd, withRunContext } from '../support/engine/odd-services.js';
import { habit } from '../support/service/habits.js';

/** Employees act only once the user has written something in the conversation. */
const afterMessages = habit(({ move, writers }) => ({
  move: (scene, name, act) =>
    name === 'close' && scene.user.ordinal === 0 ? (null as never) : move(scene, name, act),
  writers: (user, destinations) => (user?.ordinal === 0 ? null : writers(user, destinations)),
}));

const ACTED = /\/(events\/sent-Closed|employee\/sees-text|routing\/after-closed)/;

odd({
  'a driver that breaks': {
    cases: ACTED,
    through: acts({ ok: false, kind: 'driver', text: 'broke' }),
    ends: {
      'error driver': [
        'events/sent-Closed',
        'events/sent-Closed-again',
        'employee/sees-text',
        'routing/after-closed',
      ],
    },
  },
  'a driver that cannot': {
    cases: ACTED,
    through: acts({ ok: false, kind: 'unsupported', text: 'cannot' }),
    ends: {
      'skipped operator-lacks': [
        'events/sent-Closed',
        'events/sent-Closed-again',
        'employee/sees-text',
        'routing/after-closed',
      ],
    },
  },
  'a driver that fails': {
    cases: ACTED,
    through: acts({ ok: false, kind: 'failed', text: 'failed' }),
    ends: {
      'inconclusive operator': [
        'events/sent-Closed',
        'events/sent-Closed-again',
        'employee/sees-text',
        'routing/after-closed',
      ],
    },
  },
  'a driver that closes and says it failed': {
    cases: /\/(events\/sent-Closed|routing\/after-close-and-refusals)/,
    through: driver((own) => ({
      perform: async (action, parameters, caseId) => {
        const result = await own.perform(action, parameters, caseId);
        return action === 'close' ? { ok: false, kind: 'failed', text: 'The answer was lost.' } : result;
      },
    })),
    ends: {
      'inconclusive operator': [
        'events/sent-Closed',
        'events/sent-Closed-again',
        'routing/after-close-and-refusals',
      ],
    },
  },
  'a driver that writes no replies': {
    cases:
      /\/(walks\/journey-after-early-selection|events\/(address-moved-TextMessage|unasked-FileMessage\/sendText))/,
    through: driver((own) => ({
      perform: (action, parameters, caseId) =>
        action.startsWith('reply')
          ? Promise.resolve({ ok: false, kind: 'failed', text: 'It is read-only.' })
          : own.perform(action, parameters, caseId),
    })),
    ends: {
      'inconclusive operator': ['events/address-moved-TextMessage', 'walks/journey-after-early-selection'],
      'skipped operator-refused': ['events/unasked-FileMessage'],
    },
  },
  'employees who cannot act before the user has written': {
    cases: /^1.2\/(employee|events|storage|routing)\/.*(empty|alone|again|without|first)/,
    faults: [afterMessages],
    ends: {
      'skipped operator-refused': [
        'employee/card-after-empty-conversation',
        'events/delivery-of-{kept,waiting}-again',
        'routing/{after-close,after-two-closes,second-after-close}-without-message',
        'routing/after-close-of-{first-reply,other-reply,reply}-alone',
        'storage/{history-beyond-empty-conversation,history-of-replies-alone,history-elsewhere-of-replies-alone}',
        'storage/kept-after-close-without-message',
      ],
    },
  },
  'an inbox that shows no size and no destination': {
    cases: /\/employee\/(sees-size|sees-url|no-other)|\/storage\/kept-with-(size|comment)/,
    through: driver((own) => ({
      inbox: async (parameters) => {
        // Nor can it be asked by destination: it shows what any employee sees.
        const { destination_id: _, ...rest } = parameters;
        const result = await own.inbox(rest);
        if (!result.ok) return result;
        const items = result.items.map((item) => ({ ...item, shown: { ...item.shown, size: undefined } }));
        return { ok: true, items, lacks: ['size', 'destination_id'] };
      },
    })),
    ends: {
      'skipped not-shown': ['employee/{no-other-destination,sees-size}', 'storage/kept-with-size'],
    },
  },
  'an inbox that shows texts alone': {
    cases: /\/employee\/former-destination-of/,
    through: driver((own) => ({
      inbox: async (parameters) => {
        const result = await own.inbox(parameters);
        if (!result.ok) return result;
        const items = result.items.filter(({ shown: { url } }) => url === undefined);
        return { ok: true, items, lacks: ['url'] };
      },
    })),
    ends: { 'skipped not-shown': ['employee/former-destination-of-replies'] },
  },
  'an inbox that is always empty': {
    cases: /\/employee\/(sees-text|exact-(texts|user)(\/|$))|\/storage\/kept-(not|in-order)/,
    through: driver(() => ({ inbox: () => Promise.resolve({ ok: true, items: [] }) })),
    ends: {
      'fail not-delivered': ['employee/{sees-text,exact-texts,exact-user}'],
      'inconclusive setup-not-delivered': [
        'employee/exact-user',
        'storage/{kept-in-order,kept-in-order-for-hour,kept-in-order-over-midnight}',
        'storage/kept-not-before-again',
        'storage/kept-not-before-while-former-logged-out',
      ],
    },
  },
  'presence that nobody can list': {
    cases: /presence-login/,
    through: withRunContext(({ destinations }) => ({
      destinations: (version, key, how) => (how?.fresh ? Promise.resolve([]) : destinations(version, key)),
    })),
    ends: { 'inconclusive no-list': ['destinations/presence-login'] },
  },
  'contact points with one destination beside a main one with several': {
    cases:
      /^1.2\/(storage\/(later-at-no-former|waiting-at-two-destinations)|events\/delivery-of-waiting-through)/,
    through: withRunContext(({ destinations, keys }) => ({
      destinations: async (version, key, how) => {
        const listed = await destinations(version, key, how);
        return key === keys.main ? listed : listed.slice(0, 1);
      },
    })),
    ends: {
      'skipped few-destinations': [
        'events/delivery-of-waiting-through-login-elsewhere',
        'storage/{later-at-no-former,waiting-at-two-destinations}',
      ],
    },
  },
  'no contact point without an address': {
    cases: /^1.2\/(storage\/(reply-k|employee)|destinations\/presence)/,
    through: withRunContext(({ keys }) => ({ keys: { ...keys, fresh: [] } })),
    ends: {},
  },
  'a single contact point, whose address can be taken away': {
    cases: /^1.2\/(storage\/reply|destinations\/presence)/,
    through: withRunContext(({ keys }) => ({ keys: { ...keys, fresh: keys.fresh.slice(0, 1) } })),
    ends: {},
  },
  'a single contact point, whose address a driver can take away': {
    cases: /^1.2\/(storage\/reply|destinations\/presence)/,
    through: withRunContext(({ keys, reader }) => ({
      keys: { ...keys, fresh: keys.fresh.slice(0, 1) },
      reader: { ...reader, clearing: () => null },
    })),
    ends: {},
  },
  'a single contact point, whose address cannot be taken away': {
    cases: /^1.2\/destinations\/presence/,
    through: both(
      withRunContext(({ keys, reader }) => ({
        keys: { ...keys, fresh: keys.fresh.slice(0, 1) },
        reader: { ...reader, clearing: () => null },
      })),
      driver(() => ({ supports: (action) => action !== 'clear_webhook' })),
    ),
    ends: {
      'skipped no-fresh-key': [
        'destinations/presence-{login,logout,of-each,where-messages-arrive,where-messages-wait,at-second-contact-point}',
        'destinations/presence-{amid-replies,through-conversations,logout-for-hour,logout-over-midnight,logout-for-day}',
      ],
    },
  },
  'an address that a driver fails to take away': {
    cases: /^1.2\/storage\/reply-kept-Text/,
    through: both(
      withRunContext(({ reader }) => ({ reader: { ...reader, clearing: () => null } })),
      driver((own) => ({
        perform: (action, parameters) =>
          action === 'clear_webhook'
            ? Promise.resolve({ ok: false, kind: 'failed', text: 'no' })
            : own.perform(action, parameters),
      })),
    ),
    ends: { 'inconclusive operator': ['storage/reply-kept-TextMessage'] },
  },
});
