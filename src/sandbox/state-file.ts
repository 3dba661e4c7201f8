import { closeSync, openSync } from 'node:fs';
import { writeProblem } from '../file-problem.js';
import type {
  AddressSlot,
  ContactPoint,
  Message,
  Posting,
  SeenMessage,
  ServiceEvent,
  User,
} from '../reference/conversations/model.js';
import type { ServiceContext } from '../reference/service-context.js';
import type { Entry } from './entry.js';

/** What survives a restart besides conversations and log. */
interface Identity {
  /** By the names of contact points. */
  keys: Record<string, string>;
  employeesToken: string;
  consoleToken: string;
  dialect: string;
  faults: string[];
}

/** The file of a sandbox's state, as tables. */
export interface StateFile {
  /** Null: the file is new. */
  identity(): Identity | null;
  setIdentity(identity: Identity): void;
  entries(): Entry[];
  points(): { name: string; point: KeptPoint; users: [string, KeptUser][] }[];
  postings(): { id: number; point: string; posting: KeptPosting }[];
  /** Does all of it, or nothing. */
  together(work: () => void): void;
  entry(id: number, entry: Entry): void;
  posting(id: number, posting: KeptPosting, point: string): void;
  posted(id: number): void;
  /** Writes nothing if nothing has changed. */
  point(name: string, point: KeptPoint): void;
  /** The most recently written users come last. */
  user(point: string, key: string, user: KeptUser): void;
  forgetUsers(point: string, isForgotten: (key: string) => boolean): void;
  /** All entries up to this one. */
  forgetLog(upTo: number): void;
  close(): void;
}

/** The file cannot be used; the message says why. */
export class StateError extends Error {
  override readonly name = 'StateError';
}

const FORMAT = 1;

/**
 * Opens a state file, or creates it. No other process can open it in the meantime.
 * @throws StateError
 */
export async function openStateFile(file: string): Promise<StateFile> {
  const db = await open(file);
  const item = <T>(sql: string, ...values: unknown[]): T | null => {
    const row = db.prepare(sql).get(...values) as { value: string } | undefined;
    return row ? (JSON.parse(row.value) as T) : null;
  };
  const all = (sql: string, ...values: unknown[]) =>
    db.prepare(sql).all(...values) as Record<string, string>[];
  const meta = db.prepare('insert or replace into meta values (?, ?)');
  const format = item<number>("select value from meta where name = 'format'");
  if (format !== null && format !== FORMAT) {
    db.close();
    throw new StateError(`${file} was written by another version of conform. Begin with a new file.`);
  }
  meta.run('format', JSON.stringify(FORMAT));
  const entry = db.prepare('insert or replace into log values (?, ?)');
  const posting = db.prepare('insert or replace into postings values (?, ?, ?)');
  const posted = db.prepare('delete from postings where id = ?');
  const point = db.prepare('insert or replace into points values (?, ?)');
  const user = db.prepare('insert or replace into users values (?, ?, ?, ?)');
  const noUser = db.prepare('delete from users where point = ? and key = ?');
  const noLog = db.prepare('delete from log where id <= ?');
  /** What was written last, by contact point: most traffic does not change it. */
  const written = new Map<string, string>();
  let turn = Number(all('select coalesce(max(turn), 0) as turn from users')[0]?.['turn']);

  return {
    identity: () => item<Identity>("select value from meta where name = 'identity'"),
    setIdentity: (identity) => void meta.run('identity', JSON.stringify(identity)),
    entries: () => all('select value from log order by id').map(({ value = '' }) => JSON.parse(value)),
    points: () =>
      all('select name, value from points').map(({ name = '', value = '' }) => ({
        name,
        point: JSON.parse(value),
        users: all('select key, value from users where point = ? order by turn', name).map((row) => [
          row['key'] ?? '',
          JSON.parse(row['value'] ?? ''),
        ]),
      })),
    postings: () =>
      all('select id, point, value from postings order by id').map((row) => ({
        id: Number(row['id']),
        point: row['point'] ?? '',
        posting: JSON.parse(row['value'] ?? ''),
      })),
    together: (work) => void db.transaction(work)(),
    entry: (id, value) => void entry.run(id, JSON.stringify(value)),
    posting: (id, value, name) => void posting.run(id, name, JSON.stringify(value)),
    posted: (id) => void posted.run(id),
    point(name, value) {
      const text = JSON.stringify(value);
      if (written.get(name) !== text) point.run(name, text);
      written.set(name, text);
    },
    user(name, key, value) {
      turn += 1;
      user.run(name, key, turn, JSON.stringify(value));
    },
    forgetUsers(name, isForgotten) {
      for (const { key = '' } of all('select key from users where point = ?', name))
        if (isForgotten(key)) noUser.run(name, key);
    },
    forgetLog: (upTo) => void noLog.run(upTo),
    close: () => void db.close(),
  };
}

const TABLES = `
create table if not exists meta (name text primary key, value text not null) without rowid;
create table if not exists points (name text primary key, value text not null) without rowid;
create table if not exists users (point text, key text, turn integer not null, value text not null, primary key (point, key)) without rowid;
create table if not exists log (id integer primary key, value text not null);
create table if not exists postings (id integer primary key, point text not null, value text not null);
`;

async function open(file: string) {
  const { default: Database } = await import('libsql').catch(() => {
    throw new StateError('--state needs the package libsql, which has no build for this machine.');
  });
  try {
    // Created by us: it holds keys, and nobody else may read it.
    closeSync(openSync(file, 'a', 0o600));
    const db = new Database(file, { timeout: 1_000 });
    // Held until the process ends, however it ends: the system releases it.
    db.exec('pragma locking_mode = exclusive');
    db.exec('pragma journal_mode = wal');
    // What is committed survives the process; a machine that loses power may lose the last moment, and no more.
    db.exec('pragma synchronous = normal');
    db.exec(TABLES);
    return db;
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (/busy|locked/i.test(`${code} ${message}`))
      throw new StateError(`${file} is in use: another sandbox runs with it.`);
    if (/notadb|not a database/i.test(`${code} ${message}`))
      throw new StateError(`${file} is not a file of a sandbox's state.`);
    throw new StateError(`${file} cannot be used: ${writeProblem(code) ?? message}`);
  }
}

/** A contact point as it is kept; users are kept separately. */
interface KeptPoint {
  messages: number;
  clockOffset: number;
  destinations: {
    id: string;
    online: boolean;
    waiting: { user: KeptUserName; message: Message; version: string }[];
  }[];
  slots: { name: string; url: string | null; replies: KeptEvent[] }[];
}

interface KeptUser extends Omit<User, 'destination'> {
  /** Identifier of the destination. */
  destination: string | null;
}

interface KeptUserName {
  /** The key under which the contact point knows the user; null: it has forgotten it. */
  key: string | null;
  id: string;
}

interface KeptEvent extends Omit<ServiceEvent, 'user' | 'point'> {
  user: KeptUserName;
}

/** A delivery that waits. */
interface KeptPosting {
  event: KeptEvent;
  slot: string;
  due: number;
  tried: number;
}

export function keptPoint(point: ContactPoint): KeptPoint {
  const names = namesOf(point);
  return {
    messages: point.messages,
    clockOffset: point.clockOffset,
    destinations: [...point.destinations.values()].map(({ id, online, waiting }) => ({
      id,
      online,
      waiting: waiting.map(({ user, message, rules }) => ({
        user: names(user),
        message,
        version: rules.description.version,
      })),
    })),
    slots: [...point.slots].map(([name, { url, replies }]) => ({
      name,
      url,
      replies: replies.map((event) => keptEvent(event, names)),
    })),
  };
}

export function keptUser(user: User): KeptUser {
  return { ...user, destination: user.destination?.id ?? null };
}

export function keptPosting({ event, slot, due, tried }: Posting): KeptPosting {
  const name = [...event.point.slots].find(([, addressSlot]) => addressSlot === slot)?.[0] ?? '';
  return { event: keptEvent(event, namesOf(event.point)), slot: name, due, tried };
}

/** Restores a contact point of a fresh service. */
export function restorePoint(
  context: ServiceContext,
  point: ContactPoint,
  kept: KeptPoint,
  users: readonly (readonly [key: string, KeptUser])[],
): void {
  point.messages = kept.messages;
  point.clockOffset = kept.clockOffset;
  for (const [key, { destination, ...user }] of users) {
    const chosen = destination === null ? null : (point.destinations.get(destination) ?? null);
    point.users.set(key, { ...user, destination: chosen });
    point.weight += user.weight;
  }
  for (const { id, online, waiting } of kept.destinations) {
    const destination = point.destinations.get(id);
    if (!destination) continue;
    destination.online = online;
    destination.waiting = waiting.flatMap(({ user, message, version }) => {
      const rules = context.rulebooks.get(version);
      return rules ? [{ user: known(point, user), message, rules }] : [];
    });
  }
  for (const { name, url, replies } of kept.slots)
    point.slots.set(name, { url, replies: replies.map((event) => restoredEvent(point, event)) });
}

/** Null: its address no longer exists. */
export function restoredPosting(
  point: ContactPoint,
  { event, slot, due, tried }: KeptPosting,
): Posting | null {
  const found: AddressSlot | undefined = point.slots.get(slot);
  return found ? { event: restoredEvent(point, event), slot: found, due, tried } : null;
}

function keptEvent(
  { point: _, user, ...event }: ServiceEvent,
  names: (user: User) => KeptUserName,
): KeptEvent {
  return { ...event, user: names(user) };
}

function restoredEvent(point: ContactPoint, { user, ...event }: KeptEvent): ServiceEvent {
  return { ...event, point, user: known(point, user) };
}

/** Looked up only if there is something to name. */
function namesOf(point: ContactPoint): (user: User) => KeptUserName {
  let keys: Map<User, string> | undefined;
  return (user) => {
    keys ??= new Map([...point.users].map(([key, user]) => [user, key]));
    return { key: keys.get(user) ?? null, id: user.id };
  };
}

/** One that has been dropped in the meantime is included anyway. */
function known(point: ContactPoint, { key, id }: KeptUserName): User {
  const seen: SeenMessage[] = [];
  return (
    (key === null ? undefined : point.users.get(key)) ?? {
      id,
      state: '',
      destination: null,
      ordinal: 0,
      conversation: 1,
      card: {},
      kept: [],
      seen,
      weight: 0,
    }
  );
}
