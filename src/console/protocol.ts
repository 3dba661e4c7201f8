/** The messages between the console's server and its page. Times are milliseconds since the Unix epoch. */

/** Sent once to each page that connects. */
export interface Hello {
  /** What the page is about: an address, or the name of a run. */
  title: string;
  sandbox: SandboxState | null;
  /** Cards for a person who acts as the employee of a run; null: there is no run. */
  cards: CardsState | null;
}

export interface SandboxState {
  service: ServiceFacts;
  habits: Habits;
  points: PointState[];
  /** How far the service's clock is ahead of the machine's, milliseconds. */
  aheadMs: number;
  users: UserSummary[];
  rows: Row[];
}

export interface ServiceFacts {
  baseUrl: string;
  versions: string[];
  dialects: { name: string; summary: string }[];
  faults: { name: string; summary: string }[];
  /** What employees can write, by the kind of message. */
  replies: ReplyForm[];
  /** The action that closes a conversation. */
  close: string;
  /** Names of parameters that say which user an action concerns. */
  names: { user: string; destination: string };
}

export interface ReplyForm {
  action: string;
  event: string;
  /** The first one is the content. */
  fields: { name: string; kind: 'text' | 'link' | 'number'; sample: string }[];
}

/** How the service fills what the interface leaves open, and what it does wrong on purpose. */
export interface Habits {
  dialect: string;
  faults: string[];
}

export interface PointState {
  name: string;
  key: string;
  destinations: { id: string; name: string; online: boolean; waiting: number }[];
  /** Addresses and what waits for them, by version if the dialect keeps one for each. */
  webhooks: { version: string | null; url: string | null; kept: number }[];
}

export interface UserSummary {
  point: string;
  /** The key under which the contact point knows the user. */
  key: string;
  id: string;
  person: string | null;
  /** Where the conversation goes; null: no destination is selected. */
  destination: string | null;
  kept: number;
  messages: number;
  last: string;
  at: number;
}

export interface Conversation {
  summary: UserSummary;
  card: { name: string; value: string }[];
  messages: ShownMessage[];
}

export interface ShownMessage {
  id: string;
  fromUser: boolean;
  at: number;
  content: string;
  isLink: boolean;
  details: { name: string; value: string }[];
  /** Whose employees have it; null: nobody's yet. */
  destination: string | null;
  /** Why it has not arrived, as far as known; null: it has, or is on its way. */
  waits: 'selection' | 'login' | 'address' | 'given-up' | null;
}

/** One line of the network. */
export interface Row {
  id: number;
  kind: 'request' | 'delivery' | 'action';
  at: number;
  version: string | null;
  point: string | null;
  user: string | null;
  what: string;
  result: string;
  tone: 'good' | 'bad' | 'open' | 'quiet';
  tookMs: number | null;
  note: string;
  /** A delivery that can be tried at once, or again. */
  nextAt: number | null;
}

/** Everything known about a line. */
export interface Detail {
  row: Row;
  facts: { name: string; value: string }[];
  breaches: { section: string; level: 'required' | 'expected'; text: string }[];
  attempts: { at: number; status: number | null; failure: string | null; tookMs: number }[];
  bodies: { title: string; text: string; size: number }[];
  curl: string | null;
  canResend: boolean;
}

export interface CardsState {
  open: OpenCard | null;
  done: number;
  /** Null: nobody knows how many there will be. */
  planned: number | null;
  /** The run is over. */
  ended: boolean;
}

export interface OpenCard {
  number: number;
  instruction: string;
  /** `copies`: the value has to be entered exactly. */
  lines: { name: string; value: string; copies: boolean }[];
  /** When time is up. */
  until: number;
}

export type CardChoice = 'done' | 'skip' | 'cannot';

/** A request that cannot be met, for a reason on the requester's side; the message says it. */
export class Refused extends Error {}
