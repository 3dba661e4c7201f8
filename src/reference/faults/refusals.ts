import type { OperationKind } from '../../description/types.js';
import { isObject } from '../../json.js';
import type { Destination, SeenMessage, ServiceEvent, User } from '../conversations/model.js';
import { type JsonObject, readObject } from '../requests/call.js';
import type { FaultHook, NamedFault } from './fault.js';
import { endSelection, refusedUser } from './shared/hooks.js';

/** What a refused request changes all the same, depending on why it is refused, and refusals that do not last. */
export const faults: readonly NamedFault[] = [
  {
    name: 'forbidden-until-message',
    summary: 'An operation that the account lacks is served once it has sent a message that it may send',
    kills: ['errors/account-forbidden/*'],
    lacks: 'selection',
    hook: ({ forbids }, descriptions) => {
      let wrote = false;
      return {
        forbids(lacked, operation) {
          const isMessage = descriptions.some(({ operations }) => operations[operation]?.kind === 'message');
          const isForbidden = forbids(lacked, operation);
          wrote ||= isMessage && !isForbidden && lacked.length > 0;
          return isForbidden && !wrote;
        },
      };
    },
  },
  {
    name: 'forbidden-once',
    summary: 'An operation that the account lacks is refused once, and then served',
    kills: ['errors/account-forbidden/*'],
    hook({ forbids }) {
      const isNew = firstTimes();
      return { forbids: (lacked, operation) => forbids(lacked, operation) && isNew(operation) };
    },
  },
  {
    name: 'address-refused-once',
    summary: 'An invalid webhook address is accepted when it comes again',
    kills: ['errors/address-invalid-*/*'],
    hook({ refusesAddress }) {
      const isNew = firstTimes();
      return {
        refusesAddress(url) {
          const reason = refusesAddress(url);
          return reason !== null && isNew(url) ? reason : null;
        },
      };
    },
  },
  {
    name: 'refused-request-repeated',
    summary: 'A refused request that comes again, byte for byte, is answered as one that was accepted',
    kills: ['errors/body-empty/*', 'requests/unlisted-destination/*'],
    hook({ respond }) {
      const isNew = firstTimes();
      return {
        respond(reply, call) {
          const { method, path, query, bytes } = call;
          const request = [method, path, query, Buffer.from(bytes ?? []).toString('base64')].join(' ');
          const due = respond(reply, call);
          if (!reply.refused || isNew(request)) return due;
          return { status: 200, headers: reply.headers, body: { success: true } };
        },
      };
    },
  },
  {
    name: 'selection-ends-with-refused-entry',
    summary: 'A selection refused for a single entry of its map ends the previous one',
    kills: ['routing/after-refusals-of-each-kind/*'],
    hook: ending('select', (value) => isObject(value) && Object.values(value).some(isNoText)),
  },
  {
    name: 'selection-ends-with-refused-number',
    summary: 'A message refused for a zero ends the selection',
    kills: ['routing/after-refusals-of-each-kind/*', 'employee/sees-after-refusals/*'],
    hook: ending('message', (value) => value === 0),
  },
  {
    name: 'selection-ends-with-refused-address',
    summary: 'A refused webhook address ends the selections of its contact point',
    kills: ['routing/selected-through-refused-address'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const { account, operation, rules } = call;
        if (reply.status >= 400 && operation?.rule.kind === 'address' && account && rules)
          for (const user of account.point.users.values())
            if (user.destination) endSelection(user, rules.description.routing.initial);
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'kept-message-lost-with-refused',
    summary: 'A refused message rolls back the message before it that waits for a selection',
    kills: ['storage/kept-between-refusals/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        refusedUser(reply, call, 'message')?.user.kept.pop();
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'reply-after-refusal-lost',
    summary: 'A reply that comes right after a refused request of the user is not sent',
    kills: ['events/told-after-refusals/*'],
    hook: lostAfterRefusal('reply'),
  },
  {
    name: 'close-after-refusal-lost',
    summary: 'The close of a conversation right after a refused request of the user is not reported',
    kills: ['events/told-Closed-after-refusals/*'],
    hook: lostAfterRefusal('routing'),
  },
  {
    name: 'refused-after-close-seen',
    summary:
      'A message that is refused for its body after a close reaches the employees who had the conversation',
    kills: ['storage/kept-not-before-again/*'],
    hook: ({ respond }) => ({
      respond(reply, call) {
        const refused = refusedUser(reply, call, 'message');
        const fields = readObject(call.bytes ?? new Uint8Array());
        const last = refused?.user.seen.at(-1);
        if (refused && fields && last && !refused.user.destination && refused.user.conversation > 1)
          refused.user.seen.push({ ...last, fromUser: true, fields });
        return respond(reply, call);
      },
    }),
  },
  {
    name: 'forbidden-message-seen',
    summary:
      'A message that the account may not send is refused, but reaches the employees of the selected destination',
    kills: ['employee/forbidden-unseen/*'],
    lacks: 'messages',
    hook: forbiddenDone('message', ({ user }, fields) => {
      if (user.destination) user.seen.push(seenAs(fields, user.destination));
    }),
  },
  {
    name: 'forbidden-message-kept',
    summary: 'A message that the account may not send is refused, but waits for a selection',
    kills: ['employee/forbidden-unseen/*'],
    lacks: 'messages',
    hook: forbiddenDone('message', ({ user }, fields) => {
      if (!user.destination) user.kept.push({ id: '', at: 0, fromUser: true, fields });
    }),
  },
  {
    name: 'forbidden-selection-done',
    summary: 'A selection that the account may not make is refused, but delivers what was kept',
    kills: ['employee/forbidden-selection-after-*/*'],
    lacks: 'selection',
    hook: forbiddenDone('select', ({ user, point }) => {
      const [destination] = point.destinations.values();
      if (!destination) return;
      for (const { fields } of user.kept.splice(0)) user.seen.push(seenAs(fields, destination));
    }),
  },
  {
    name: 'refused-method-seen',
    summary: 'A message by an unsupported method is refused, but reaches the employees',
    kills: ['employee/sees-after-refusals/*'],
    hook: refusedSeen((isUsual) => !isUsual),
  },
  {
    name: 'refused-version-seen',
    summary: 'A message under an unknown version is refused, but reaches the employees',
    kills: ['employee/sees-after-refusals/*'],
    hook: refusedSeen((isUsual) => isUsual),
  },
  {
    name: 'unlisted-selection-deselects-after-reply',
    summary: 'A refused selection of an unlisted destination deselects users to whom an employee has replied',
    kills: ['routing/after-replies-and-unlisted-selection/*'],
    hook: atUnlistedSelection((user, state) => {
      if (user.destination && user.seen.some(({ fromUser }) => !fromUser)) endSelection(user, state);
    }),
  },
  {
    name: 'unlisted-selection-counts-as-question',
    summary:
      'A refused selection of an unlisted destination makes a first message of a later one, and the other way round',
    kills: ['routing/second-after-unlisted-selection/*'],
    hook: atUnlistedSelection((user) => {
      if (!user.destination) user.ordinal = user.ordinal > 0 ? 0 : 1;
    }),
  },
];

/** What employees do right after a refused message of the user sends no event of this kind. */
function lostAfterRefusal(kind: ServiceEvent['kind']): FaultHook {
  return ({ move, respond, notify }) => {
    const refused = new WeakSet<User>();
    return {
      move(scene, name, act) {
        if (scene.rules.description.operations[name]?.kind === 'message') refused.delete(scene.user);
        return move(scene, name, act);
      },
      respond(reply, call) {
        const found = refusedUser(reply, call, 'message');
        if (found) refused.add(found.user);
        return respond(reply, call);
      },
      notify: (event) => (event.kind === kind && refused.delete(event.user) ? [] : notify(event)),
    };
  };
}

/** Tells whether it is asked for something for the first time. */
function firstTimes(): (what: string) => boolean {
  const known = new Set<string>();
  return (what) => {
    const isNew = !known.has(what);
    known.add(what);
    return isNew;
  };
}

function isNoText(value: unknown): boolean {
  return typeof value !== 'string';
}

/** A refused request with such a value ends the selection of its user. */
function ending(kind: OperationKind, is: (value: unknown) => boolean): FaultHook {
  return ({ respond }) => ({
    respond(reply, call) {
      const refused = refusedUser(reply, call, kind);
      const body = readObject(call.bytes ?? new Uint8Array()) ?? {};
      if (refused?.user.destination && Object.values(body).some(is)) {
        const state = refused.rules.description.routing.initial;
        endSelection(refused.user, state);
      }
      return respond(reply, call);
    },
  });
}

/** Something happens for the user of a valid request that the account is not allowed to make. */
function forbiddenDone(
  kind: OperationKind,
  happens: (refused: NonNullable<ReturnType<typeof refusedUser>>, fields: JsonObject) => void,
): FaultHook {
  return ({ respond }) => ({
    respond(reply, call) {
      const refused = refusedUser(reply, call, kind);
      const { row } = refused?.rules ?? {};
      const isForbidden = row && reply.refused?.code === row('restricted-account').code;
      const fields = readObject(call.bytes ?? new Uint8Array());
      if (refused && isForbidden && fields) happens(refused, fields);
      return respond(reply, call);
    },
  });
}

function seenAs(fields: JsonObject, destination: Destination): SeenMessage {
  return { id: '', at: 0, fromUser: true, fields, destinationId: destination.id };
}

/** A message of a user with a destination is stored although its path or method is not supported. */
function refusedSeen(is: (isUsualMethod: boolean) => boolean): FaultHook {
  return ({ move, respond }, [description]) => {
    const users = new Map<string, User>();
    return {
      move(scene, name, act) {
        users.set(scene.user.id, scene.user);
        return move(scene, name, act);
      },
      respond(reply, call) {
        const fields = readObject(call.bytes ?? new Uint8Array());
        const user = Object.values(fields ?? {}).flatMap((id) => users.get(String(id)) ?? [])[0];
        if (fields && user?.destination && !call.operation && is(call.method === description?.http.method)) {
          user.seen.push(seenAs(fields, user.destination));
        }
        return respond(reply, call);
      },
    };
  };
}

/** What happens to the user of a selection that is refused because its destination is not listed; `state`: the initial one. */
function atUnlistedSelection(happens: (user: User, state: string) => unknown): FaultHook {
  return ({ respond }) => ({
    respond(reply, call) {
      const refused = refusedUser(reply, call, 'select');
      if (refused?.isUnlisted) happens(refused.user, refused.rules.description.routing.initial);
      return respond(reply, call);
    },
  });
}
