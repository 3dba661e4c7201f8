import type { Destination, Message, User } from '../conversations/model.js';
import type { Scene } from '../service-context.js';
import type { FaultHook, NamedFault } from './fault.js';
import { mapFields } from './shared/alterations.js';
import { currentScene, releasing } from './shared/hooks.js';

/** What goes wrong because one value is like another one. */
export const faults: readonly NamedFault[] = [
  {
    name: 'kept-alike-in-any-case-dropped',
    summary: 'Of waiting messages that differ only in letter case one is delivered',
    kills: ['storage/kept-nearly-equal/*'],
    hook: releasing((kept) => firstOf(kept, (message) => said(message).toLowerCase())),
  },
  {
    name: 'kept-continued-dropped',
    summary:
      'Of waiting messages of one field each, those that begin with the whole of the last one are lost',
    kills: ['storage/kept-nearly-equal/*'],
    hook: releasing((kept) =>
      kept.filter((message, at) => {
        const [text, before] = [message, kept[at - 1]].map((each) => onlyValue(each));
        return text == null || before == null || text === before || !text.startsWith(before);
      }),
    ),
  },
  {
    name: 'details-of-known-kept',
    summary: 'A message of several fields that differs from an earlier one only in the last is shown as that',
    kills: ['storage/kept-nearly-equal/*'],
    hook: storing(() => {
      const last = new WeakMap<User, Map<string, Message['fields']>>();
      return (message, { user }) => {
        const values = Object.entries(message.fields);
        if (values.length < 2) return message;
        const known = last.get(user) ?? new Map();
        last.set(user, known);
        const key = JSON.stringify(values.slice(0, -1));
        const fields = known.get(key) ?? message.fields;
        known.set(key, fields);
        return { ...message, fields };
      };
    }),
  },
  {
    name: 'details-equal-to-content-dropped',
    summary: 'The last field of a message is empty if it is equal to another one',
    kills: ['employee/same-value-everywhere'],
    hook: storing(() => (message) => {
      const values = Object.values(message.fields);
      const last = values.at(-1);
      if (values.length < 2 || !values.slice(0, -1).includes(last)) return message;
      const [name] = Object.keys(message.fields).slice(-1);
      return { ...message, fields: mapFields(message.fields, (value, of) => (of === name ? '' : value)) };
    }),
  },
  {
    name: 'messages-equal-to-earlier-text-lost',
    summary: 'A message of several fields that begins with what the user has sent as a text is lost',
    kills: ['employee/same-value-everywhere'],
    hook: ({ recipients, store, ...good }) => {
      const { move, scene } = currentScene(good);
      const texts = new WeakMap<User, Set<unknown>>();
      const lost = new WeakSet<User>();
      return {
        move,
        store(message) {
          const user = scene()?.user;
          const values = Object.values(message.fields);
          if (user) {
            const known = texts.get(user) ?? new Set();
            texts.set(user, known);
            if (values.length === 1) known.add(values[0]);
            if (values.length > 1 && known.has(values[0])) lost.add(user);
            else lost.delete(user);
          }
          return store(message);
        },
        recipients: (user, delivers, all) => (lost.has(user) ? [] : recipients(user, delivers, all)),
      };
    },
  },
  {
    name: 'names-like-ids-hidden',
    summary: 'A name that is the id of its user is not shown',
    kills: ['employee/same-value-everywhere'],
    hook: releasing((kept, { user }) => {
      user.card = mapFields(user.card, (value) => (value === user.id ? '' : value));
      return kept;
    }),
  },
  {
    name: 'texts-choose-as-from-menus',
    summary: 'A text of one digit selects the destination of that number',
    kills: ['storage/kept-like-choice'],
    hook: choosing((text, all) => (/^\d$/.test(text) ? all[Number(text) - 1] : undefined)),
  },
  {
    name: 'texts-choose-by-id',
    summary: 'A text that is the id of a destination selects it',
    kills: ['storage/kept-like-choice'],
    hook: choosing((text, all) => all.find(({ id }) => id === text)),
  },
];

function said({ fields }: Message): string {
  return JSON.stringify(fields);
}

/** The text of a message that is nothing else. */
function onlyValue(message: Message | undefined): string | null {
  const values = Object.values(message?.fields ?? {});
  return values.length === 1 && typeof values[0] === 'string' ? values[0] : null;
}

/** The first message of each key. */
function firstOf(messages: readonly Message[], key: (message: Message) => string): Message[] {
  const same = (message: Message): Message | undefined => messages.find((each) => key(each) === key(message));
  return messages.filter((message) => {
    const first = same(message);
    return first === message || (first !== undefined && said(first) === said(message));
  });
}

function storing(make: () => (message: Message, scene: Scene) => Message): FaultHook {
  return ({ store, ...good }) => {
    const { move, scene } = currentScene(good);
    const change = make();
    return {
      move,
      store(message) {
        const here = scene();
        return store(here ? change(message, here) : message);
      },
    };
  };
}

/** A user who has no destination gets one by what they write. */
function choosing(find: (text: string, all: readonly Destination[]) => Destination | undefined): FaultHook {
  return ({ move, store }) => {
    let text: string | null = null;
    return {
      store(message) {
        text = onlyValue(message);
        return store(message);
      },
      move: (scene, name, act) =>
        move(scene, name, () => {
          text = null;
          const result = act();
          const { user, point, rules } = scene;
          const chosen = text === null ? undefined : find(text, [...point.destinations.values()]);
          const step = rules.transition(user.state, 'select');
          if (chosen && step && !user.destination)
            Object.assign(user, { destination: chosen, state: step.to });
          return result;
        }),
    };
  };
}
