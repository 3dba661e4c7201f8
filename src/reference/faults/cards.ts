import { isObject } from '../../json.js';
import type { User } from '../conversations/model.js';
import type { FaultHook, NamedFault } from './fault.js';
import { alter, mapFields, mapTexts } from './shared/alterations.js';
import { isHalfEqual, refusedUser, releasing } from './shared/hooks.js';

/** Users' names and attributes as employees see them. */
export const faults: readonly NamedFault[] = [
  {
    name: 'attributes-lost-after-refused-selections',
    summary: 'A selection shows no attributes if its user had three refused before',
    kills: ['employee/card-of-selection-after-refusals/*'],
    hook: (good, descriptions) => {
      const refused = new Map<string, number>();
      return {
        ...releasing((kept, { user }) => {
          if ((refused.get(user.id) ?? 0) >= 3)
            user.card = mapFields(user.card, (value) => (isObject(value) ? {} : value));
          return kept;
        })(good, descriptions),
        respond(reply, call) {
          const user = refusedUser(reply, call, 'select')?.user.id;
          if (user !== undefined) refused.set(user, (refused.get(user) ?? 0) + 1);
          return good.respond(reply, call);
        },
      };
    },
  },
  {
    name: 'card-kept-where-case-alone-differs',
    summary: 'A later selection that differs from the one before only in letter case changes nothing',
    kills: ['employee/name-alone-changed/*', 'employee/attributes-alone-changed/*'],
    hook: (good, descriptions) => {
      const last = new WeakMap<User, User['card']>();
      const lower = (card: User['card'] | undefined): string => JSON.stringify(card ?? {}).toLowerCase();
      return releasing((kept, { user }) => {
        const before = last.get(user);
        if (before && lower(before) === lower(user.card)) user.card = before;
        last.set(user, user.card);
        return kept;
      })(good, descriptions);
    },
  },
  {
    name: 'card-kept-elsewhere-where-half-is-equal',
    summary:
      'A later selection of another destination with the same name, or the same attributes, changes neither',
    kills: ['employee/*-alone-changed-elsewhere/*'],
    hook: ({ move }) => {
      const former = new WeakMap<User, User['destination']>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const before = user.card;
          const result = await move(scene, name, act);
          if (user.card === before) return result;
          const isOther = former.has(user) && former.get(user) !== user.destination;
          former.set(user, user.destination);
          if (isOther && isHalfEqual(user.card, before)) user.card = before;
          return result;
        },
      };
    },
  },
  {
    name: 'card-lost-while-logged-out',
    summary: 'Name and attributes are lost if nobody is logged in at the selected destination',
    kills: ['employee/card-while-logged-out/*'],
    hook: releasing((kept, { user }) => {
      if (user.destination?.online === false) user.card = {};
      return kept;
    }),
  },
  {
    name: 'attribute-called-name-taken-for-it',
    summary: 'An attribute called "name" is shown as the name of the user',
    kills: ['employee/attributes-beside-fields/*'],
    hook: showing((card) => {
      const inside = Object.values(card).find((value) => typeof value === 'object' && value !== null);
      const taken = (inside as Record<string, unknown> | undefined)?.['name'];
      return typeof taken === 'string' ? { ...card, name: taken } : card;
    }),
  },
  {
    name: 'attribute-names-cut-at-dots',
    summary: 'Attribute names end at a dot',
    kills: ['employee/attributes-*/*'],
    hook: changingAttributeNames((name) => name.replace(/\..*/, '')),
  },
  {
    name: 'attribute-names-lower-cased',
    summary: 'Attribute names lose their capitals',
    kills: ['employee/attributes-*/*'],
    hook: changingAttributeNames((name) => name.toLowerCase()),
  },
  {
    name: 'attribute-names-empty-lost',
    summary: 'Attributes with an empty name are lost',
    kills: ['employee/attributes-*/*'],
    hook: changingAttributeNames((name) => (name === '' ? null : name)),
  },
  {
    name: 'attribute-zeros-lost',
    summary: 'Attributes whose value is just a zero are lost',
    kills: ['employee/attributes-*/*'],
    hook: showing((card) =>
      mapFields(card, (value) =>
        typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== '0'))
          : value,
      ),
    ),
  },
  {
    name: 'attribute-dates-turned-round',
    summary: 'Dates in attributes have the day first',
    kills: ['employee/attributes-*/*'],
    hook: showingAttributes((text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1')),
  },
  {
    name: 'attribute-values-cut',
    summary: 'Attributes are cut after 1,000 characters',
    kills: ['employee/attributes-*/*'],
    hook: showingAttributes((text) => text.slice(0, 1_000)),
  },
  {
    name: 'attribute-lines-joined',
    summary: 'Line breaks in attributes become spaces',
    kills: ['employee/attributes-*/*'],
    hook: showingAttributes((text) => text.replace(/[\r\n]+/g, ' ')),
  },
  {
    name: 'attribute-amounts-shortened',
    summary: 'Amounts in attributes lose trailing zeros',
    kills: ['employee/attributes-*/*'],
    hook: showingAttributes((text) => (/^\d+\.\d+$/.test(text) ? String(Number(text)) : text)),
  },
  {
    name: 'attribute-names-of-objects-lost',
    summary: 'Attributes named like a built-in object property are lost',
    kills: ['employee/attributes-*/*'],
    hook: changingAttributeNames((name) => (name in {} ? null : name)),
  },
  {
    name: 'attribute-names-trimmed',
    summary: 'Names of attributes have no white space at their ends',
    kills: ['employee/exact-names-of-*/*'],
    hook: changingAttributeNames((name) => name.trim()),
  },
  {
    name: 'attribute-names-trimmed-inside',
    summary: 'Several spaces in an attribute name count as one',
    kills: ['employee/attributes-*/*'],
    hook: changingAttributeNames((name) => name.replace(/ +/g, ' ')),
  },
  {
    name: 'attribute-names-without-accents',
    summary: 'Names of attributes have no accents, so two that differ in them are one',
    kills: ['employee/attributes-accents/*'],
    hook: changingAttributeNames((name) => name.normalize('NFD').replace(/\p{M}/gu, '')),
  },
  {
    name: 'attribute-names-without-quotes',
    summary: 'Attribute names lose their quotes',
    kills: ['employee/attributes-*/*'],
    hook: changingAttributeNames((name) => name.replace(/["']/g, '')),
  },
  {
    name: 'attribute-plus-signs-lost',
    summary: 'Attributes that are a telephone number lose the plus sign before it',
    kills: ['employee/attributes-short-texts/*'],
    hook: showingAttributes((text) => text.replace(/^\+(?=\d+$)/, '')),
  },
  {
    name: 'attributes-beyond-50-lost',
    summary: 'Attributes after the fiftieth are lost',
    kills: ['employee/attributes-*/*'],
    hook: showing((card) => mapFields(card, firstFifty)),
  },
  {
    name: 'card-lost-after-writing',
    summary: 'Employees see neither name nor attributes of a user who wrote before the selection',
    kills: ['employee/sees-*-after-writing/*'],
    hook: ({ recipients }) => {
      const wrote = new WeakSet<User>();
      return {
        recipients(user, delivers, all) {
          if (user.destination === null) wrote.add(user);
          else if (wrote.has(user)) user.card = {};
          return recipients(user, delivers, all);
        },
      };
    },
  },
  {
    name: 'card-of-first-selection',
    summary: "Employees always see the name and attributes of the user's first selection",
    kills: ['employee/sees-*-of-new-selection/*'],
    hook: ({ recipients }) => {
      const first = new WeakMap<User, User['card']>();
      return {
        recipients(user, delivers, all) {
          if (user.destination !== null && !first.has(user)) first.set(user, user.card);
          user.card = first.get(user) ?? user.card;
          return recipients(user, delivers, all);
        },
      };
    },
  },
  {
    name: 'names-ascii-only',
    summary: "Users' names have question marks instead of non-ASCII letters",
    kills: ['employee/name-*/*'],
    hook: showing((card) => mapTexts(card, (text) => alter('ascii-only', text))),
  },
  {
    name: 'names-composed',
    summary: "Users' names have letters and combining accents composed",
    kills: ['employee/exact-card/*'],
    hook: showing((card) => mapTexts(card, (text) => alter('unicode-composed', text))),
  },
  {
    name: 'names-cut-at-255',
    summary: "Users' names are cut after 255 characters",
    kills: ['employee/name-*/*'],
    hook: showing((card) => mapTexts(card, (text) => alter('cut-at-255', text))),
  },
  {
    name: 'names-html-escaped',
    summary: "Users' names have HTML entities instead of special characters",
    kills: ['employee/name-*/*'],
    hook: showing((card) => mapTexts(card, (text) => alter('html-escaped', text))),
  },
  {
    name: 'card-seen-before-ignored',
    summary: 'A selection that says what an earlier one than the last said changes nothing',
    kills: ['employee/card-back-to-first'],
    hook: ({ move }) => {
      const known = new WeakMap<User, Set<string>>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const before = user.card;
          const moved = await move(scene, name, act);
          const cards = known.get(user) ?? new Set();
          known.set(user, cards);
          const card = JSON.stringify(user.card);
          if (card !== JSON.stringify(before) && cards.has(card)) user.card = before;
          cards.add(card);
          return moved;
        },
      };
    },
  },
  {
    name: 'card-of-empty-conversation-kept',
    summary: 'A selection after a conversation without messages does not change the card',
    kills: ['employee/card-after-empty-conversation'],
    hook: ({ move }) => {
      const written = new WeakMap<User, number>();
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const [card, before] = [user.card, user.conversation];
          const result = await move(scene, name, act);
          if (user.ordinal > 0) written.set(user, user.conversation);
          if (user.card !== card && before > 1 && written.get(user) !== before - 1) user.card = card;
          return result;
        },
      };
    },
  },
  ...(['startsWith', 'endsWith'] as const).map(
    (matches): NamedFault => ({
      name: `card-kept-if-${matches === 'startsWith' ? 'begun' : 'ended'}-by-new-one`,
      summary: `A name that is the ${matches === 'startsWith' ? 'beginning' : 'end'} of the one before is ignored`,
      kills: ['employee/card-in-parts'],
      hook: ({ move }) => ({
        async move(scene, name, act) {
          const { user } = scene;
          const before = user.card;
          const moved = await move(scene, name, act);
          const isPart = Object.entries(user.card).some(([field, value]) => {
            const former = before[field];
            const areTexts = typeof value === 'string' && typeof former === 'string';
            return areTexts && former !== value && former[matches](value);
          });
          if (isPart) user.card = before;
          return moved;
        },
      }),
    }),
  ),
  {
    name: 'attributes-blank-keep-former-value',
    summary: 'An attribute that a later selection leaves empty keeps its former value',
    kills: ['employee/blanked-*/*'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const before = user.card;
        const result = await move(scene, name, act);
        if (user.card !== before)
          user.card = mapFields(user.card, (value, field) => {
            const former = before[field];
            if (!isObject(value) || !isObject(former)) return value;
            return mapFields(value, (now, entry) => (now === '' ? (former[entry] ?? now) : now));
          });
        return result;
      },
    }),
  },
  {
    name: 'attributes-of-all-users-shown',
    summary: 'Attributes are kept in one map for all users, so each user has those of the others as well',
    kills: ['employee/attributes-*/*'],
    hook: ({ move }) => {
      const pool: Record<string, unknown> = {};
      return {
        async move(scene, name, act) {
          const { user } = scene;
          const before = user.card;
          const result = await move(scene, name, act);
          if (user.card !== before)
            user.card = mapFields(user.card, (value) =>
              isObject(value) ? { ...Object.assign(pool, value) } : value,
            );
          return result;
        },
      };
    },
  },
  {
    name: 'card-of-longer-ids-changed',
    summary: 'A selection also changes the name of users whose id begins with that of its own',
    kills: ['employee/card-beside-shorter-user'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user, point } = scene;
        const before = user.card;
        const result = await move(scene, name, act);
        const [field] = Object.entries(user.card);
        if (user.card === before || !field) return result;
        for (const other of point.users.values())
          if (other !== user && other.id.startsWith(user.id) && field[0] in other.card)
            other.card = { ...other.card, [field[0]]: field[1] };
        return result;
      },
    }),
  },
  {
    name: 'attributes-of-equal-values-kept',
    summary:
      'A later selection whose attributes have the former values in another order leaves them as they were',
    kills: ['employee/swapped-*/*'],
    hook: ({ move }) => ({
      async move(scene, name, act) {
        const { user } = scene;
        const before = user.card;
        const result = await move(scene, name, act);
        const values = (value: unknown): string =>
          isObject(value) ? Object.values(value).toSorted().join() : '';
        for (const [field, value] of Object.entries(user.card))
          if (isObject(value) && user.card !== before && values(value) === values(before[field]))
            user.card = { ...user.card, [field]: before[field] };
        return result;
      },
    }),
  },
];

function firstFifty(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).slice(0, 50));
}

/** Employees see a user's attributes under the names that `change` makes of theirs; null: not at all. */
function changingAttributeNames(change: (name: string) => string | null): FaultHook {
  const changed = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
      const next = change(name);
      return next === null ? [] : [[next, member]];
    });
    return Object.fromEntries(entries);
  };
  return showing((card) => mapFields(card, changed));
}

/** Employees see what `change` makes of the values of a user's attributes. */
function showingAttributes(change: (text: string) => string): FaultHook {
  return showing((card) =>
    mapFields(card, (value) =>
      typeof value === 'object' && value !== null ? mapTexts({ ...value }, change) : value,
    ),
  );
}

/** Employees see what `change` makes of a user's name and attributes. */
function showing(change: (card: User['card']) => User['card']): FaultHook {
  return ({ recipients }) => ({
    recipients(user, delivers, all) {
      user.card = change(user.card);
      return recipients(user, delivers, all);
    },
  });
}
