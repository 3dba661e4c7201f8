import { type Problem, printProblems } from '../yaml/located.js';

/** The interface as data: what `load` returns for one version, merged and cross-checked. */
export interface Description {
  /** Path segment of the version. */
  version: string;
  title: string;
  http: HttpRules;
  /** Field of every response body that signals success. */
  success: { field: string };
  resources: Record<string, Resource>;
  /** What the sections of the interface document are about, by their numbers. */
  sections?: Record<string, string>;
  operations: Record<string, Operation>;
  /** Keyed by a stable row id; the code is in the row. */
  errors: Record<string, ErrorRow>;
  routing: Routing;
  events: Record<string, EventRule>;
  /** Rows of the routing truth table; their expectation is derived from `routing`. */
  scenarios: Record<string, Scenario>;
  /** What an employee's client (the operator driver) is asked to do, and what it can show. */
  employee: Employee;
  samples: Samples;
  limits: Limits;
  statements: Record<string, Statement>;
  gaps: Record<string, Gap>;
}

export interface Limits {
  replyRetentionHours: number;
  /** How far a timestamp may be off the run's own clock. */
  timestampSkewMinutes: number;
  /** How far the time between two timestamps may be off the time between their messages. */
  timestampDriftSeconds: number;
  /** A clock that shows one time for longer stands still. */
  timestampStepSeconds: number;
}

export type Level = 'required' | 'expected' | 'observed';

export interface HttpRules {
  method: string;
  /** Query parameter that carries the authentication key. */
  keyParameter: string;
  contentType: string;
  successStatus: number;
  errorStatuses: number[];
  /** Statuses of proxies and load balancers: no verdict about the service. */
  infrastructureStatuses: number[];
  /** Methods that are refused for a known operation. */
  refusedMethods: string[];
  /** Methods whose treatment is not shown. */
  observedMethods: string[];
  /** A version segment that can never be planned. */
  unknownVersion: string;
  /** An operation name that can never be planned. */
  unknownOperation: string;
  section: string;
}

export type FieldType = 'string' | 'boolean' | 'integer' | 'number' | 'map' | 'list';

/** What a field is for, if code must know it. Names stay in the description. */
export type FieldRole =
  | 'user'
  | 'destination-id'
  | 'destination-kind'
  | 'destinations'
  | 'presence'
  | 'availability'
  | 'message-id'
  | 'timestamp'
  | 'person'
  | 'attributes'
  | 'content'
  | 'detail';

export interface Field {
  type: FieldType;
  role?: FieldRole;
  /** Resource of a list's elements. */
  of?: string;
  section: string;
  nonEmpty?: boolean;
  const?: string;
  /** No two messages of a contact point share the value. */
  unique?: boolean;
  /** Gap with the question whether contact points share values. */
  acrossGap?: string;
  unit?: 'epoch-milliseconds';
  /** Usual spelling, expected-level only. */
  looksLike?: 'uuid';
  /** Takes any text: samples go here. */
  freeText?: boolean;
  /** Samples that it takes, if its type does not say. */
  pool?: 'links' | 'fileNames';
  /** Versions that do not list the field must not send it. */
  exclusive?: boolean;
  /** Least number of elements of a list. */
  atLeast?: number;
  /** Gap with the question what the field means. */
  gap?: string;
  /** Value in positive requests; `{user}`, `{nonce}`, `{n}` and `{zigzag}` are replaced in strings. */
  example?: unknown;
}

export interface Resource {
  section: string;
  fields: Record<string, Field>;
}

/**
 * What an operation does to the system: the only thing that code knows about it. `address` sets the webhook address;
 * `history` and `current` read; `undocumented` only exists.
 */
export type OperationKind =
  | 'destinations'
  | 'select'
  | 'message'
  | 'address'
  | 'history'
  | 'current'
  | 'undocumented';

export interface Operation {
  kind: OperationKind;
  section: string;
  /** Resource of the body; null: none; 'undocumented': a body whose shape is not shown. */
  request: string | null;
  /** Resource of the response, 'success' for the flag only, or 'undocumented'. */
  response: string;
}

/** How an error row is provoked. A new row of a known kind is data; a new kind is code. */
export type ErrorStimulus =
  // `src/cases/groups/access.ts` makes the cases of these,
  | { kind: 'no-key' | 'unregistered-key' }
  // `requests.ts` of these,
  | { kind: 'malformed-json' | 'wrong-type' }
  // and `errors.ts` of these.
  | { kind: 'empty-body' | 'invalid-address' | 'unsupported-request' | 'restricted-account' }
  | { kind: 'field-value'; operation: string; field: string; value: unknown }
  | { kind: 'none'; reason: string };

export interface ErrorRow {
  code: number;
  status: number;
  /** Template: `$url`, `$reason`, `${request.method}`, `${request.path}`. */
  message: string;
  section: string;
  stimulus: ErrorStimulus;
}

/** What moves a user's conversation: an operation's kind, or an employee closing it. */
export type Trigger = 'message' | 'select' | 'close';

export interface Transition {
  from: string;
  on: Trigger;
  to: string;
  section: string;
  /** The message stays in the store. */
  keeps?: boolean;
  /** The message, or on `select` everything that was kept, reaches the employees of the destination. */
  delivers?: boolean;
  /** The conversation ends: the next message is the first of a new one. */
  ends?: boolean;
  /** Event sent to the webhook address, and for which messages of the conversation (1 is the first). */
  sends?: { event: string; messages?: Ordinals };
  /** The document leaves open whether `event` is sent; `conversations`: in which of the user's (1 is the first). */
  open?: { event: string; messages?: Ordinals; conversations?: Ordinals; gap: string };
}

/** Positions of a message in its conversation, or of a conversation, both ends included; no `to`: no end. */
export interface Ordinals {
  from: number;
  to?: number;
}

export interface Routing {
  initial: string;
  states: Record<string, { title: string; section: string }>;
  transitions: Record<string, Transition>;
}

export interface EventRule {
  section: string;
  /**
   * `routing`: sent by a transition. `operator`: an employee does the named action with these request
   * parameters; `instruction` says it to a person, with driver parameters in braces. `delivery`: follows a delivered user message under a name that is not shown.
   */
  cause:
    | { kind: 'routing' }
    | { kind: 'operator'; action: string; instruction?: string; parameters: Record<string, unknown> }
    | { kind: 'delivery' };
  /** Parameters of the cause that are in the payload, unchanged. */
  carries?: string[];
  /** The name is not shown: any event of the user that has no other rule. */
  unnamed?: boolean;
}

export interface Scenario {
  title: string;
  section: string;
  /**
   * The last step is judged; the others set up. `other-` steps are a second user's, a message of the other kind is
   * sent by the next operation that sends one, and a reply is the employee's, which changes no state.
   */
  steps: ScenarioStep[];
}

export type ScenarioStep =
  | Trigger
  | `other-${Trigger}`
  | 'message-of-other-kind'
  | 'reply'
  | 'reply-of-other-kind';

export interface Employee {
  /** Field of an inbox item that must equal the request's field: shown names are those of the requests. */
  shows: string[];
  /** Driver parameter names for the user and the destination. */
  user: string;
  destination: string;
}

export interface TextSample {
  value: string;
  /** How many times the value is there. */
  repeat?: number;
  /** Every character of these ranges follows it, such as `A1-DFF`: all that Unicode assigns. */
  characters?: string[];
  /** Bounds are not shown. */
  mayBeRefused?: boolean;
  /** Services may normalize what is special in it. */
  unifiable?: boolean;
}

export interface Samples {
  /** Texts that must pass unchanged, by id. */
  texts: Record<string, TextSample>;
  /**
   * Values to try links, numbers and maps with, by id; `repeat`: how many times each entry is there, numbered; `longer`: how
   * many times the text of each entry is there.
   */
  links?: Record<string, string | { before: string; value: string; repeat: number }>;
  numbers?: Record<string, number>;
  maps?: Record<string, { value: Record<string, string>; repeat?: number; longer?: number }>;
  /** Pairs of user ids that a service may take for one: `{user}`, `{digits}`, `{number}`, `{uuid}` and `{long}` are replaced. */
  users?: Record<string, { id: string; twin: string }>;
  /** User ids that differ in a sign alone, which a service may drop or take for another; some may be refused. */
  similarUsers?: Record<string, string[]>;
  /** Names of files of many types; links end in them, too. */
  fileNames?: string[];
  /** Texts that are the whole of a message or a reply. */
  shortTexts?: string[];
  /** Numbers of messages that are kept. */
  counts?: number[];
  /** How long messages are kept and selections hold, hours. */
  hours?: Record<string, number>;
  /** Parameters of employee actions that take any text. */
  freeParameters: string[];
  /** Parameters of employee actions that take any link. */
  linkParameters?: string[];
  /** Query of an address of the catcher. */
  addressQuery?: string;
  /**
   * Sequences of addresses that are set one after the other, of which the last is called: what follows the catcher's
   * base, as it is written.
   */
  addresses?: string[][];
  /** A text that JSON can spell in several ways: letters, slashes, quotes, characters beyond the basic plane. */
  spelled?: string;
  /** Unusual values of the right type, by type and id. */
  values?: Partial<Record<'string' | 'number' | 'map', Record<string, unknown>>>;
  /** Addresses that are no absolute http(s) URL, by id. */
  invalidAddresses: Record<string, string>;
  /** Addresses that are invalid by the standard, though some parsers accept them. */
  doubtfulAddresses?: Record<string, string>;
  /** Content types of a body other than the documented one; null: none. */
  contentTypes?: Record<string, string | null>;
  /** Further names that no operation can have: members that every object has in some language. */
  unknownOperations?: string[];
  /** Keys that nobody can have: members that every object has in some language, or values that count as none. */
  unregisteredKeys?: string[];
  /** What a program may overlook behind a key. */
  keySuffixes?: string[];
  /**
   * Sizes to try fields with, because their bounds are not shown: characters of a text or a user's id, entries of a
   * map, a number itself.
   */
  sizes?: Partial<Record<'user' | 'string' | 'map' | 'number', number[]>>;
  /** Names that operations of webhook management often have; requested with an unregistered key. */
  guessedOperations?: string[];
}

export interface Statement {
  section: string;
  level: Level;
  text: string;
  /** Globs over case ids without their version segment. */
  cases?: string[];
  /** The one field of a request that it is about: `operation.field`. */
  field?: string;
  /** Why nothing can test it. */
  untestable?: string;
  /** No case, but the preflight shows it. */
  preflight?: 'tls';
}

/** A question that the document leaves open. */
export interface Gap {
  section: string;
  question: string;
  /** What answers it if no case does: the preflight, or the traffic of the whole run. */
  from?: 'preflight' | 'traffic';
  /** Why nothing can answer it. */
  unobservable?: string;
}

/** The description of the interface contains mistakes; each with its place. */
export class DescriptionError extends Error {
  override name = 'DescriptionError';
  constructor(readonly problems: Problem[]) {
    super(printProblems(problems));
  }
}
