import type { ExitCode } from '../exit-codes.js';

/** The record of one run: the only thing that reporters see. Keys are masked before it is made. */
export interface RunRecord {
  schema: 'conform-results/1';
  tool: { name: string; version: string; node: string };
  target: {
    baseUrl: string;
    versions: string[];
    /** The bundled reference service was checked. */
    bundled: boolean;
    /** How the employee's side was driven. */
    operator: string;
    webhookUrl: string | null;
  };
  /** ISO 8601, UTC. */
  startedAt: string;
  durationMs: number;
  /** The run was interrupted; cases that had not ended are skipped. */
  partial: boolean;
  verdict: RunVerdict;
  exitCode: ExitCode;
  /** Conformant or not, and what was not proven. */
  sentence: string;
  /** The same, sentence by sentence: first the diagnosis or the verdict. Absent in records of older versions. */
  sentences?: string[];
  /** If the address is no target at all: the sentence that comes before all else. */
  diagnosis?: string;
  summary: Summary;
  /** Level at which a violation fails the run. */
  failLevel: Level;
  timing: Timing;
  cases: CaseRecord[];
  statements: StatementRecord[];
  /** What the sections of the interface document are about, by their numbers. */
  sections?: Record<string, string>;
  observations: Observation[];
  /** What the interface leaves open, and what nothing can test. */
  gaps: GapRecord[];
  /** Rows of the routing truth table per version. */
  truthTable: TruthRow[];
  /** The routing state machine per version, for drawing. */
  machines: Machine[];
  exchanges: ExchangeRecord[];
  events: EventRecord[];
  /** What employees saw; absent in records of older versions. */
  readings?: ReadingRecord[];
  /** What came to the catcher and is not recorded, or only in part: for other users, to no address of ours, or beyond its bounds. */
  strays?: { foreign: number; refused: number; dropped: number; cut?: number };
  /** What the employee's side was asked to do; absent if nobody noted it. */
  actions?: ActionRecord[];
  baseline: {
    caseId: string;
    reason: string;
    link?: string;
    state: 'accepted' | 'stale' | 'expired' | 'unmatched';
  }[];
  /** Command that repeats the run, without secrets. */
  command: string;
  /** Which part of a run this is; absent where it is whole, or merged from others. `index` counts from 1. */
  shard?: { index: number; count: number };
  /** What was asked for; absent in explorations and in records of older versions. */
  selection?: {
    /** Versions that were to be checked, including those that the target does not serve. */
    versions: string[];
    /** How many cases of these versions the run left out as asked. */
    deselected: number;
  };
  /** A footnote: what is known about others who used the same contact point. */
  interference?: string;
  /** A footnote: what is said about a driver whose actions never led to anything. */
  idleDriver?: string;
  /** A footnote: what is said about two keys that may belong to one contact point. */
  sameContactPoint?: string;
  /** Of an exploration. */
  walks?: WalksRecord;
}

/** What was walked at random, or exhaustively, beside the cases that follow from the description. */
export interface WalksRecord {
  walks: number;
  moves: number;
  /** Absent in records of versions that did not count them. */
  passed?: number;
  /** Walks that failed, and those among them that were not shrunk and that no shrunk one explains. */
  failed: number;
  unexplained: number;
  /** Legal sequences of three moves of a conversation, and how many were walked. */
  windows: { covered: number; legal: number };
  /** What repeats the same walks; absent where there was nothing random. */
  seed?: number;
  /**
   * Each way to fail: the case of its simplest walk, and how many moves that has; the moves of the walk that failed first;
   * how many failing walks it explains (0: it fails as it does under another version); whether it failed again when it was
   * walked once more.
   */
  found: { caseId: string; moves: number; from: number; times: number; again: boolean }[];
  /** What was left out, and what that leaves unproven. */
  notes: string[];
}

export type Level = 'required' | 'expected' | 'observed';
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'skipped' | 'error';
export type RunVerdict =
  | 'conformant'
  | 'not-conformant'
  | 'not-proven'
  | 'no-verdict'
  | 'error'
  | 'interrupted';

export interface Summary {
  pass: number;
  /** Violations at or above the fail level. */
  fail: number;
  inconclusive: number;
  skipped: number;
  /** Violations below the fail level. */
  warnings: number;
  /** Faults of the checker, its driver or its machine. */
  errors: number;
}

export interface Timing {
  quietWindowMs: number;
  eventTimeoutMs: number;
  /** Shortest round trip of the run. */
  roundTripMs: number;
  /** Until the first case began; absent in records of older versions, as the next. */
  readyMs?: number;
  /** Round trips that had to be made one after the other. */
  roundTrips?: number;
  /** The run could not have been faster than this. */
  lowerBoundMs: number;
  /** Where the time went; absent in records of older versions. */
  spent?: TimeSpent;
}

/** Milliseconds of each part of a run, one after the other. */
export interface TimeSpent {
  /** Before the run, from the start of the process if the command line started it: loading, and the bundled service. */
  startUpMs: number;
  preflightMs: number;
  casesMs: number;
  /** From the last request of a case on, with what is judged at its end. */
  quietWindowMs: number;
  /** Making the record. */
  recordMs: number;
  /** Writing each report but `results.json`, which comes last, by file name. */
  reportsMs: Record<string, number>;
}

export interface CaseRecord {
  /** `<version>/<group>/<name>[/<operation>]`, stable across runs. */
  id: string;
  version: string;
  group: string;
  operation?: string;
  level: Level;
  statements: string[];
  title: string;
  /** The procedure in words, one line a step. */
  steps: string[];
  verdict: Verdict;
  /** Stable code and a sentence; null on a pass. */
  reason: Reason | null;
  expected: string | null;
  received: string | null;
  /** Indexes into `exchanges` and `events`, by id. */
  exchanges: number[];
  events: number[];
  /** Ids of `readings`; absent in records of older versions, as the next. */
  readings?: number[];
  /** Of a violation: what it rests on. */
  judged?: Judged;
  startedMs: number;
  durationMs: number;
  /** Accepted in the baseline. */
  accepted?: boolean;
  /** Of a case without a verdict: the case whose failure left it without. Absent in records of older versions. */
  dueTo?: string;
}

/** What a violation rests on: the step that was judged, and the place that holds what was received. */
export interface Judged extends Place {
  /** Number of the step in `steps`, from 1 on. */
  step: number;
  /** When it was judged, milliseconds since the start of the run: what is absent was absent until then. */
  atMs: number;
  /**
   * Those of its circumstances under which judgements of the kind fail far more often than without them; absent in
   * records of older versions.
   */
  telling?: string[];
  /**
   * Most judgements of the kind pass under the same telling circumstances; absent in records of older versions.
   */
  sometimes?: true;
}

/** A place in an exchange, an event or a reading; of what is absent, what it should have followed. */
export interface Place {
  /** `answer`: the response as a whole; `absent`: nothing is there. */
  part: 'answer' | 'status' | 'header' | 'body' | 'event' | 'inbox' | 'absent';
  /** One of these ids is always there. */
  exchange?: number;
  event?: number;
  reading?: number;
  /** JSON Pointer (RFC 6901) into the body, or into the items of the reading. */
  pointer?: string;
  header?: string;
  /** The operation or event that it is about, by name. */
  about?: string;
  /** What a sentence calls it, where that is not its name. */
  aboutInWords?: string;
  /** A sentence that says what is wrong, where what it is about does not. */
  headline?: string;
  /** What the case had done before that a plainer one does not do, a few words each. */
  circumstances?: string[];
  /** Of what did not come: it was not awaited as long as it may take, for others had not come before. */
  waitShortened?: true;
  /** The field that it is about; of one in a list, `list[].field`. */
  field?: string;
  /** What was due and what was there, one by one, where both are lists. */
  lists?: { expected: string[]; received: string[] };
  /** The two values that were compared, as JSON. Absent is what was not there. */
  values?: { expected?: unknown; received?: unknown };
  /**
   * What became of the value on its way, the most telling first: phrases to follow "the employee sees the text"; absent if
   * nothing is known, and in records of older versions.
   */
  changes?: string[];
  /** Of simultaneous moves: what no order of them explains, as a clause, if it is the same for all orders. */
  unexplained?: string;
  /**
   * Of simultaneous moves: what was done, by the names of operations and actions; absent in records of older
   * versions.
   */
  moves?: string[];
  /** The same as a picture shows it; absent in records of older versions. */
  history?: HistoryRecord;
  /** Of an invariant: how many of the checked responses break it. */
  spread?: { broken: number; of: number };
}

/** Moves of one user that were under way at once, and why no order of them explains what was observed. */
export interface HistoryRecord {
  user: string;
  /** What the orders below do not explain, as a sentence; absent in records of older versions. */
  summary?: string;
  /** Names of the moves that went before and after these, one after the other. */
  before: string[];
  after: string[];
  /** Milliseconds since the start of the run, with fractions; `refused`: it was turned away. */
  together: { name: string; by: 'gateway' | 'employee'; fromMs: number; toMs: number; refused?: true }[];
  /** Each order that the overlap allows, by the names of these moves, and what speaks against it, as a clause. */
  orders: { order: string[]; why: string }[];
}

export interface Reason {
  code: string;
  text: string;
}

export interface StatementRecord {
  id: string;
  section: string;
  level: Level;
  text: string;
  versions: string[];
  /** Worst verdict of its cases per version; `untested` where nothing can test it. */
  verdicts: Record<string, Verdict | 'untested'>;
  cases: string[];
  /** The one field of a request that it is about: `operation.field`. */
  field?: string;
  untestable?: string;
  /** What the preflight showed of it; it has no cases. */
  preflight?: string;
}

/** What the preflight says of a statement that no case can look at. */
export interface PreflightVerdict {
  verdict: Extract<Verdict, 'pass' | 'skipped'>;
  text: string;
}

/** A question that the interface leaves open. */
export interface GapRecord {
  id: string;
  /** The same in every run of the same descriptions. */
  number: number;
  section: string;
  question: string;
  /** Why nothing can answer it. */
  unobservable?: string;
}

export interface Observation {
  gap: string;
  version: string;
  value: string;
  cases: string[];
  /** From which exchanges of the preflight it is known, in words. */
  evidence?: string;
  /** JSON Schema (draft 7) that all values seen obey, where the answer is a shape. */
  schema?: Record<string, unknown>;
}

export interface TruthRow {
  scenario: string;
  title: string;
  operation: string;
  cells: {
    version: string;
    expected: 'sent' | 'not sent' | 'open';
    observed: 'sent' | 'not sent' | 'unknown';
    verdict: Verdict;
    caseId: string;
  }[];
}

export interface Machine {
  version: string;
  initial: string;
  states: { id: string; title: string }[];
  /** Of walks that passed; absent in records of older versions, as those of the transitions. */
  windows?: WindowsRecord;
  transitions: {
    id: string;
    from: string;
    to: string;
    on: string;
    effects: string[];
    cases: string[];
    /** Cases that judge it: they end with it. Absent in records of older versions. */
    judges?: string[];
    /** Of these windows those that pass it; absent where none does. */
    windows?: WindowsRecord;
  }[];
}

/** Legal sequences of three moves of a conversation, and how many of them walks went through without a failure. */
export interface WindowsRecord {
  walked: number;
  legal: number;
}

export interface ExchangeRecord {
  id: number;
  caseId: string;
  version: string;
  operation: string;
  user: string | null;
  request: {
    method: string;
    url: string;
    headers: [string, string][];
    body: BodyRecord | null;
    /** Pause between the two parts in which the body was sent, milliseconds. */
    pauseMs?: number;
  };
  response: { status: number; reason: string; headers: [string, string][]; body: BodyRecord | null } | null;
  /** Why there is no usable response. */
  failure: Reason | null;
  /** Milliseconds since the start of the run. */
  startedMs: number;
  durationMs: number;
  /** Times that the target turned the request away for its rate limit before it gave this response. */
  heldBack?: number;
}

/** Text where the bytes are UTF-8, else base64. `bytes` is the true length. */
export interface BodyRecord {
  text?: string;
  base64?: string;
  bytes: number;
  cut: boolean;
}

export interface EventRecord {
  id: number;
  /** Case of the user it was attributed to. */
  caseId: string | null;
  user: string | null;
  name: string | null;
  method: string;
  /** Label of the address it came to. */
  address: string;
  headers: [string, string][];
  body: BodyRecord | null;
  /** Milliseconds since the start of the run. */
  atMs: number;
  note?: string;
}

/** What an inbox showed when it was looked into, once for all consecutive looks that showed the same. */
export interface ReadingRecord {
  id: number;
  caseId: string;
  user: string;
  version: string;
  /** Whose employees looked, by id. */
  destination: string;
  /** Oldest first. A name that is not shown is absent. */
  items: { fromUser: boolean; shown: Record<string, unknown> }[];
  /** First and last look, milliseconds since the start of the run, and how many there were. */
  atMs: number;
  untilMs: number;
  times: number;
}

/** One action of the operator driver. */
export interface ActionRecord {
  caseId: string | null;
  user: string | null;
  action: string;
  ok: boolean;
  /** Why it was not done; empty when it was. */
  text: string;
  /** Id of the destination whose employees acted, if the action names one; absent in records of older versions. */
  destination?: string;
  /** Employees logged in (true) or out. */
  online?: boolean;
  /** It moved the service's clock ahead by this much, in the course of these cases. */
  moved?: { seconds: number; cases: string[] };
  /** Milliseconds since the start of the run. */
  startedMs: number;
  durationMs: number;
}
