import type { User } from '../../model.js';
import { isAsked } from '../asked.js';
import { changing } from '../changing.js';
import type { Fault } from '../fault.js';

const versions = new Set<string>();

/** Where the first message alone asks, the first of each kind does. A kind is known by its fields. */
export const fault: Fault = {
  summary: 'Texts and files are counted apart: the first of each asks for a destination',
  describe: changing('message', ({ sends }, { version }) => {
    if (sends?.messages?.to !== 1) return;
    versions.add(version);
    sends.messages = { from: 1 };
  }),
  hook: ({ store, notify }) => {
    const counted = new WeakMap<User, Set<string>>();
    let kind = '';
    return {
      store(message) {
        kind = Object.keys(message.fields).join();
        return store(message);
      },
      notify(event) {
        if (!isAsked(event) || !versions.has(event.version)) return notify(event);
        const kinds = event.user.ordinal === 1 ? new Set<string>() : (counted.get(event.user) ?? new Set());
        counted.set(event.user, kinds);
        const isNew = !kinds.has(kind);
        kinds.add(kind);
        return isNew ? notify(event) : [];
      },
    };
  },
};
