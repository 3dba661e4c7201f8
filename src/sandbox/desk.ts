import type { Conversation, PointState, ShownMessage, UserSummary } from '../console/protocol.js';
import type { Description } from '../description/types.js';
import type { Account, ContactPoint, Message, User } from '../reference/conversations/model.js';
import type { ServiceContext } from '../reference/service-context.js';
import { pointNames } from './keys.js';
import type { Log } from './log.js';

/** What employees see: contact points, users and their conversations. */
export interface Desk {
  points(): PointState[];
  /** The most recently active users, latest first. */
  users(): UserSummary[];
  summary(point: string, key: string): UserSummary | null;
  conversation(point: string, key: string): Conversation | null;
  /** The key under which the contact point knows the user; null: it does not. */
  keyOf(point: string, userId: string, version: string | null): string | null;
}

const MOST_USERS = 300;
const LAST = 80;

/** `log` knows which replies could not be delivered. */
export function makeDesk(context: ServiceContext, log: Pick<Log, 'entries'>): Desk {
  const names = pointNames(context.accounts);
  const descriptions = (): Description[] =>
    [...context.rulebooks.values()].map(({ description }) => description);
  const links = (): Set<string> => linkNames(descriptions());
  const contents = (): Set<string> => contentNames(descriptions());

  const summaryOf = (point: string, key: string, user: User, place: ContactPoint): UserSummary => {
    const waiting = waitingOf(place, user);
    const all = [...user.seen, ...waiting.map(({ message }) => message), ...user.kept];
    const last = all.reduce<Message | null>((a, b) => (a && a.at > b.at ? a : b), null);
    return {
      point,
      key,
      id: user.id,
      person: personOf(user, descriptions()),
      destination: user.destination?.name ?? null,
      kept: user.kept.length,
      messages: all.length,
      last: last ? `${last.fromUser ? '' : 'You: '}${contentOf(last, contents())}`.slice(0, LAST) : '',
      at: last?.at ?? 0,
    };
  };
  const found = (point: string, key: string): [Account, User] | null => {
    const account = names.account(point);
    const user = account?.point.users.get(key);
    return account && user ? [account, user] : null;
  };

  return {
    points: () => names.all.map(([name, { key, point }]) => stateOf(name, key, point)),
    users: () =>
      names.all
        .flatMap(([name, { point }]) =>
          // The last ones are the most recently active.
          [...point.users].slice(-MOST_USERS).map(([key, user]) => summaryOf(name, key, user, point)),
        )
        .sort((a, b) => b.at - a.at)
        .slice(0, MOST_USERS),
    summary(point, key) {
      const known = found(point, key);
      return known && summaryOf(point, key, known[1], known[0].point);
    },
    conversation(point, key) {
      const known = found(point, key);
      if (!known) return null;
      const [account, user] = known;
      const shape = { links: links(), contents: contents() };
      const untold = new Set(
        [...account.point.slots.values()].flatMap(({ replies }) => replies.map(({ id }) => id)),
      );
      const lost = lostIn(log, point, user.id);
      const place = (id: string): string => account.point.destinations.get(id)?.name ?? id;
      return {
        summary: summaryOf(point, key, user, account.point),
        card: Object.entries(user.card).flatMap(([name, value]) =>
          typeof value === 'object' && value !== null
            ? Object.entries(value).map(([inner, text]) => ({ name: inner, value: String(text) }))
            : [{ name, value: String(value) }],
        ),
        messages: [
          ...user.seen.map((message) =>
            shown(
              message,
              shape,
              place(message.destinationId),
              untold.has(message.id) ? 'address' : lost.has(message.id) ? 'given-up' : null,
            ),
          ),
          ...waitingOf(account.point, user).map(({ message, name }) => shown(message, shape, name, 'login')),
          ...user.kept.map((message) => shown(message, shape, null, 'selection')),
        ].sort((a, b) => a.at - b.at),
      };
    },
    keyOf(point, userId, version) {
      const place = names.account(point)?.point;
      if (!place) return null;
      const own = context.hooks.userKey(userId);
      return (
        [own, ...(version === null ? [] : [`${version} ${own}`])].find((key) => place.users.has(key)) ?? null
      );
    },
  };
}

/** Events to a user whose delivery has ended without success, including one of several copies. */
function lostIn(log: Pick<Log, 'entries'>, point: string, user: string): Set<string> {
  const lost = new Set<string>();
  const arrived = new Set<string>();
  for (const entry of log.entries()) {
    if (entry.kind !== 'delivery' || entry.point !== point || entry.user !== user) continue;
    if (entry.state === 'given-up' || entry.state === 'dropped' || entry.state === 'abandoned')
      lost.add(entry.eventId);
    if (entry.state === 'delivered') arrived.add(entry.eventId);
  }
  for (const id of arrived) lost.delete(id);
  return lost;
}

function waitingOf({ destinations }: ContactPoint, user: User): { message: Message; name: string }[] {
  return [...destinations.values()].flatMap(({ waiting, name }) =>
    waiting.filter((entry) => entry.user === user).map(({ message }) => ({ message, name })),
  );
}

function stateOf(name: string, key: string, { destinations, slots }: ContactPoint): PointState {
  return {
    name,
    key,
    destinations: [...destinations.values()].map(({ id, name: title, online, waiting }) => ({
      id,
      name: title,
      online,
      waiting: waiting.length,
    })),
    webhooks: [...slots].map(([version, { url, replies }]) => ({
      version: version === '' ? null : version,
      url,
      kept: replies.length,
    })),
  };
}

interface Shape {
  links: ReadonlySet<string>;
  contents: ReadonlySet<string>;
}

function shown(
  message: Message,
  { links, contents }: Shape,
  destination: string | null,
  waits: ShownMessage['waits'],
): ShownMessage {
  const content = Object.keys(message.fields).find((name) => contents.has(name)) ?? '';
  return {
    id: message.id,
    fromUser: message.fromUser,
    at: message.at,
    content: contentOf(message, contents),
    isLink: links.has(content),
    details: Object.entries(message.fields).flatMap(([name, value]) =>
      name === content || value === undefined || value === '' ? [] : [{ name, value: String(value) }],
    ),
    destination,
    waits,
  };
}

function contentOf({ fields }: Message, contents: ReadonlySet<string>): string {
  const name = Object.keys(fields).find((field) => contents.has(field));
  return String(fields[name ?? Object.keys(fields)[0] ?? ''] ?? '');
}

/** Fields of a message that hold its content: a file's link, or a text. */
function contentNames(descriptions: readonly Description[]): Set<string> {
  return new Set(
    descriptions.flatMap((description) => [...fieldsWith(description, 'content'), ...carried(description)]),
  );
}

function linkNames(descriptions: readonly Description[]): Set<string> {
  return new Set(
    descriptions.flatMap((description) => [
      ...Object.values(description.resources).flatMap(({ fields }) =>
        Object.entries(fields).flatMap(([name, { pool }]) => (pool === 'links' ? [name] : [])),
      ),
      ...(description.samples.linkParameters ?? []),
    ]),
  );
}

function carried({ events }: Description): string[] {
  return Object.values(events).flatMap(({ carries = [] }) => carries);
}

function fieldsWith({ resources }: Description, wanted: string): string[] {
  return Object.values(resources).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([name, { role }]) => (role === wanted ? [name] : [])),
  );
}

function personOf({ card }: User, descriptions: readonly Description[]): string | null {
  const name = descriptions
    .flatMap((description) => fieldsWith(description, 'person'))
    .find((field) => Object.hasOwn(card, field));
  const value = name === undefined ? undefined : card[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
