import type { Level } from '../description/types.js';
import type { TimedMove } from './concurrency/history.js';
import type { Expectation, KeyChoice, Nth, RequestPlan, UserLabel } from './request-plan.js';

export const GROUPS = [
  'transport',
  'authentication',
  'errors',
  'requests',
  'responses',
  'destinations',
  'routing',
  'employee',
  'events',
  'storage',
  'versions',
  'walks',
  'concurrency',
] as const;

export type Group = (typeof GROUPS)[number];

/** One check as plain data: setup, stimulus and what is due, in order. */
export interface Case {
  /** `<version>/<group>/<name>[/<operation>]` */
  id: string;
  version: string;
  group: Group;
  name: string;
  operation?: string;
  level: Level;
  statements: string[];
  title: string;
  needs: Need[];
  phase: Phase;
  steps: Step[];
  /** Ids of its users, if they have an unusual shape: `{user}` is the usual id, `{digits}` the same in digits, `{number}` in few. */
  users?: Partial<Record<UserLabel, string>>;
  /** The steps are done for each destination that this key lists, which is then the chosen one, with users of its own. */
  eachDestination?: KeyChoice;
  /** The steps are done this many times, side by side, each time with users of their own. */
  repeats?: number;
  /** Scenario of the routing truth table that the case is a cell of. */
  scenario?: { id: string; expected: 'sent' | 'not sent' | 'open' };
}

/** A case before statements are attached. */
export type CaseDraft = Omit<Case, 'id' | 'version' | 'level' | 'statements' | 'phase'> & {
  phase?: Phase;
  /** Default the highest of its statements. */
  level?: Level;
};

/**
 * When a case runs: `open` side by side with all others; `spanning` begins before most of those and goes on after them;
 * `address` one after the other, because it changes the webhook address; `unset` needs a contact point without an address;
 * `clock` moves the service's clock and comes last; `invariant` judges all exchanges of the run; `last` may upset how the
 * target delivers, and runs when nothing else is sent any more.
 */
export type Phase = 'open' | 'spanning' | 'address' | 'unset' | 'clock' | 'invariant' | 'last';

/** What a deployment must offer for a case to be exercised. */
export type Need =
  | { kind: 'https' }
  | { kind: 'webhook' }
  /** The request may overwrite the webhook address. */
  | { kind: 'consent' }
  | { kind: 'second-key' }
  | { kind: 'unset-address' }
  /** A contact point that the run alone uses. */
  | { kind: 'fresh-key' }
  | { kind: 'restricted'; operation: string; version?: string }
  /** The restricted account has them, although it lacks others. */
  | { kind: 'restricted-has'; operations: string[] }
  | { kind: 'two-destinations' }
  | { kind: 'online' }
  | { kind: 'action'; action: string }
  | { kind: 'shows'; names: string[] }
  | { kind: 'body'; operation: string }
  | { kind: 'version'; version: string };

export type Step =
  | SendStep
  | OperatorStep
  | ExpectEventStep
  | RefuseStep
  | HangUpStep
  | PauseStep
  | ObserveRetriesStep
  | ExpectRetryStep
  | ObserveOrderStep
  | InboxStep
  | AddressStep
  | AwaitOthersStep
  | ClockStep
  | PresenceStep
  | InvariantStep
  | CompareResponsesStep
  | EventCauseStep
  | EventArrivalStep
  | EventAddressStep
  | PromptCountStep
  | JudgeDutyStep
  | ExpectSomeOrderStep;

/** A step that the first repetition of the case does for all of them. */
interface Once {
  once?: true;
}

/** A step that may go on while others do. */
interface AtOnce {
  /** The next step does not wait for its result. */
  beside?: true;
  /**
   * It begins this much later than the step of that name, as a share of the time that a step like this one last took in
   * the run; each repetition takes the next share.
   */
  lag?: { behind: string; parts: readonly number[] };
}

/** A failing setup step makes a case inconclusive: its stimulus was not applied. */
interface Setup {
  setup?: true;
}

export interface SendStep extends Setup, AtOnce, Once {
  do: 'send';
  request: RequestPlan;
  expect: Expectation;
  /** Name under which later steps find the request and its response. */
  as?: string;
  /** Sent only if the request of that name was accepted; otherwise the case is skipped. */
  provided?: string;
  /** What distinguishes the request from others of the case that are judged alike; findings mention it. */
  variant?: string;
  /** The request of the step before once more, to be judged alike. */
  again?: true;
  /** If it is refused, or accepted, nothing more is due: the case ends. */
  endsIf?: 'refused' | 'accepted';
  /** Sent instead if it is refused. */
  instead?: SendStep;
}

export interface OperatorStep extends Setup, AtOnce {
  do: 'operate';
  action: string;
  user: UserLabel;
  key?: KeyChoice;
  /** Whose employee acts; default the chosen one. */
  destination?: Nth;
  parameters: Record<string, unknown>;
  as?: string;
  /** If the employee's side cannot do it in this situation, the case is not exercised. */
  mayBeImpossible?: true;
  /** Whether they could do it is left to a later step to judge. */
  leftOpen?: true;
  /** Done if the employee's side fails, because the service may have ended the conversation by itself. */
  ifItFails?: Step[];
}

/**
 * The event came for the user `times` times since the case began; 0: never, until the end of the run. Copies that the
 * deployment makes of every event do not count.
 */
export interface ExpectEventStep extends Setup, Once {
  do: 'expect-event';
  event: string;
  user: UserLabel;
  times: number | { atLeast: number; atMost: number; gap: string };
  /**
   * Step whose parameters the event meant carries, and which of them: others of its name do not count. `exact`: byte for
   * byte, whereas otherwise what services may normalize in texts does not count as a change.
   */
  carries?: { of: string; parameters: string[]; exact?: true };
  /** Employee's act, by its name, without which nothing is due: the employee's side need not be able to do it. */
  onlyAfter?: string;
  /** Messages, by the names of their requests, each of which the event reports: by its id, if events name any. */
  reports?: string[];
  /** Label of the address at which it must arrive. */
  address?: string;
  /** Label of a former address, where one that an earlier step caused may still come. */
  lagging?: string;
  /** An earlier step of the case showed that events come to the address: what is missing now had not gone astray before. */
  proven?: true;
  /** Judged when the run ends, because more may come; otherwise as soon as it is there. */
  settles?: true;
  /** Of one that must not come: judged after a quiet window, because a later step causes it. */
  meanwhile?: true;
  /** Somebody who did the same but for the last request, which sends none: then no more may come for this user. */
  noMoreThan?: UserLabel;
  /** Why one that came is one too many, as a sentence, if it has a cause. */
  surplus?: string;
  /** What it means that none came, as a sentence, if that shows more. */
  shortage?: string;
  /** One stimulus, one event: more of them are copies that this deployment makes. */
  calibrates?: true;
}

/** The catcher refuses the next deliveries for the user, and keeps them all the same. */
export interface RefuseStep extends Setup {
  do: 'refuse';
  user: UserLabel;
  times: number;
}

/** The catcher closes the connections on which nothing is under way, as any receiver may: events need new ones. */
export interface HangUpStep extends Setup {
  do: 'hang-up';
}

/** Leaves the deployment the time to send what was caused so far, where nobody can see whether it has. */
export interface PauseStep extends Setup {
  do: 'pause';
}

/** Watches for one quiet window how refused deliveries for the user are repeated; never a verdict. */
export interface ObserveRetriesStep {
  do: 'observe-retries';
  user: UserLabel;
  gap: string;
}

/** Waits for a refused delivery to be repeated at the address that was set since: whatever comes for the user must come there. */
export interface ExpectRetryStep {
  do: 'expect-retry';
  user: UserLabel;
  address: string;
}

/** Records the order in which events came, each of which carries what an earlier step of this name did; never a verdict. */
export interface ObserveOrderStep {
  do: 'observe-order';
  user: UserLabel;
  /** In the order in which they were caused. */
  of: { event: string; as: string; carries: string[] }[];
  gap: string;
}

/** What employees see of the user. */
export interface InboxStep extends Setup {
  do: 'inbox';
  user: UserLabel;
  /**
   * `each`: every destination that the key lists; `others`: all of these except the chosen one, if there is one; `but`:
   * all except these; `oneOf`: one of them showing it is enough, because the interface leaves open which has the
   * conversation.
   */
  destination:
    | 'chosen'
    | 'other'
    | 'each'
    | 'others'
    | Nth
    | { oneOf: readonly Nth[] }
    | { but: readonly Nth[] };
  key?: KeyChoice;
  /** Requests whose content must be there, in the order sent; empty: nothing may be there. */
  holds: string[];
  /** What is judged: presence and content, the order, or that there is no second copy. */
  judge: 'present' | 'order' | 'once' | 'absent';
  /** Shown names that must have the values of the request's fields, unchanged. */
  names: string[];
  /** Of these names those that inboxes do not show are left out: the case is about other things as well. */
  asShown?: true;
  /** Byte for byte: without it, what services may normalize in texts does not count as a change. */
  exact?: true;
  /** Request (by its name) that gave the person's name and attributes; of several, one of them gave all of it. */
  card?: string | readonly string[];
  /** Requests whose content must not be there as well. */
  without?: string[];
  /** Employees' actions (by their names) that must be there among what employees wrote; if absence is judged, that must not. */
  replies?: string[];
  /** An absence that is judged again when the run ends. */
  settles?: true;
}

export interface AddressStep extends Setup, AtOnce {
  do: 'address';
  /**
   * Label of the catcher's address; null: take the address away; `later`: restore the run's own when the case ends;
   * `unreachable`: an address where nobody answers.
   */
  label: string | null | { later: true } | { unreachable: true };
  key?: KeyChoice;
  /** Version under which it is set; default: that of the case. */
  version?: string;
}

/** Something that was done for the user, by the name of its step. */
export interface MoveRef extends Pick<TimedMove, 'kind' | 'turn' | 'version'> {
  of: string;
  event?: string;
  /** A message with the same content as the one of that name. */
  like?: string;
}

/**
 * The result of everything that was done for a user must fit an order in which it can have taken effect: responses,
 * events, and what employees of the chosen destination see.
 */
export interface ExpectSomeOrderStep extends Setup {
  do: 'expect-some-order';
  user: UserLabel;
  /** All so far, as they were begun. */
  done: readonly MoveRef[];
  /** Judged again when the run ends, with all events counted. */
  settles?: true;
}

/** Waits until the cases that run side by side with others have ended: all of their users have written by then. */
export interface AwaitOthersStep {
  do: 'await-others';
}

/** Waits until every case with a clock step is here, then moves the service's clock to `hours` after the first. */
export interface ClockStep {
  do: 'clock';
  hours: number;
  /** Hours count from shortly before midnight, UTC. The first such step of a case has none, and moves there. */
  from?: 'evening';
}

/** An employee logs in or out; the listed presence must follow. */
export interface PresenceStep extends Setup, AtOnce {
  do: 'presence';
  /** `each`: all that the key lists, one after the other. */
  destination: 'chosen' | 'other' | 'each' | Nth;
  online: boolean;
  key?: KeyChoice;
  /** Nobody logs in or out: the list must still show what they did before. */
  unchanged?: true;
  /**
   * No other destination changes the opposite way: employees may work for several, but nobody's login takes anybody away,
   * and nobody's logout brings anybody.
   */
  affectsNoOther?: true;
  /** Whoever logs in here must not be an employee of the chosen destination as well: otherwise the case does not apply. */
  apart?: true;
  /** Gap filled by what becomes of the other destinations the same way: nobody can tell whose employees they are. */
  gap?: string;
  /**
   * Employees may work for several destinations, so the list may rightly say otherwise: then these messages tell who is
   * there. `message` is for the step's destination; `waiting` was sent at the same time to one where nobody is, so an
   * inbox that shows it shows more than employees have seen.
   */
  shownBy?: { message: string; waiting?: string };
}

/** Laws that every response obeys by itself, whatever was asked. */
export type ResponseRule =
  | 'status'
  | 'json-object'
  | 'success-flag'
  | 'error-row'
  | 'no-failure'
  | 'keyless'
  | 'content-type';

/** Laws of one field in every success. */
export type FieldCheck =
  | 'type'
  | 'const'
  | 'non-empty'
  | 'at-least'
  | 'looks-like'
  | 'unit'
  | 'skew'
  | 'absent';

/** Laws of one field that hold between the responses of the run. */
export type CommonRule = 'unique' | 'moving' | 'pace';

export type InvariantRule = ResponseRule | FieldCheck | CommonRule;

/** Judges every exchange of the run with the operation, whatever case it belonged to. */
export interface InvariantStep {
  do: 'invariant';
  rule: InvariantRule;
  /** Null: requests for what no version lists. */
  operation: string | null;
  /** Field that the law is about. */
  field?: string;
  /** Field of the list's elements, if `field` is a list. */
  element?: string;
  /** Gap filled by what the law leaves open. */
  gap?: string;
}

/** The named exchanges were answered with the same status, code and message. */
export interface CompareResponsesStep {
  do: 'compare-responses';
  of: string[];
}

/** A law for all events of this name in the run, which an employee causes by `action`. */
export interface EventCauseStep {
  do: 'event-cause';
  event: string;
  action: string;
  /** `cause`: not for anybody for whom no employee did it. `own`: with nothing that was written to another user. */
  law: 'cause' | 'own';
  /** Parameters of the action that the event carries. */
  carries: string[];
}

/**
 * What the target owes: a valid request is `accepted`, a faulty one `refused`, a `due` event comes, a message is
 * `delivered` to the employees, a contact point has destinations `listed`.
 */
export interface Duty {
  kind: 'accepted' | 'refused' | 'due' | 'delivered' | 'listed';
  /** The operation, or the event. */
  about: string;
}

/** A duty that the setup of every case of the run rests on: a breach anywhere is counted here, once. */
export interface JudgeDutyStep {
  do: 'judge-duty';
  duty: Duty;
}

/** A law for all events of this name in the run: whatever caused one, it arrives. */
export interface EventArrivalStep {
  do: 'event-arrival';
  event: string;
  /** What an employee does to cause it; null: a message that reaches employees does. */
  action: string | null;
  /** Parameters of the action that the event carries. */
  carries: string[];
}

/** A law for all events of the run: none goes to an address that had been replaced, or to another contact point's. */
export interface EventAddressStep {
  do: 'event-address';
}

/** A law for the event that asks for a destination: it comes for nobody more often than the routing allows. */
export interface PromptCountStep {
  do: 'prompt-count';
  event: string;
}
