import type { Look } from '../cases/concurrency/history.js';
import type { KeyChoice, UserLabel } from '../cases/request-plan.js';
import { leavesAddresses } from '../cases/step-place.js';
import type { Case, Step } from '../cases/types.js';
import type { Description } from '../description/types.js';
import { CaseDestinations, type Round } from './case-destinations.js';
import { CaseKeys } from './case-keys.js';
import type { CaseObservation, Exchange, OutOfCaseExchange } from './evidence.js';
import type { Finding } from './finding.js';
import { userId, usersOf } from './ids.js';
import type { RunState } from './run-state.js';

/** A request of the case. */
export interface Sent {
  exchange: Exchange;
  /** The key that it was sent with. */
  key: string;
  /** Fields as sent; empty if the body is not a documented object. */
  fields: Record<string, unknown>;
  /** The target turned it away, so nothing is due because of it. */
  refused: boolean;
}

/** When an employee acted, wall clock, milliseconds. */
export interface ActionTime {
  from: number;
  to: number;
  /** What the employee's side said when it could not do it. */
  refused: boolean;
  said?: string;
}

/** What a judgement that has to wait for the end of the run needs to know. */
export interface Watch {
  /** Wall clock of the last stimulus before it. */
  since: number;
  judge: () => Finding | null | Promise<Finding | null>;
  /** Whose judgement it is. */
  step: Step;
}

/** State of one case while it runs. */
export class CaseContext {
  /** All requests so far, and those that later steps refer to by name. */
  readonly sent: Sent[] = [];
  readonly named = new Map<string, Sent>();
  /** Steps whose requests the target turned away. */
  readonly refused = new Set<Step>();
  /** Parameters of employee actions by name. */
  readonly actionParameters = new Map<string, Record<string, unknown>>();
  /** Employees' actions by name: when they were asked for, and how they ended. */
  readonly actionTimes = new Map<string, ActionTime>();
  readonly exchanges: Exchange[] = [];
  readonly observations: CaseObservation[] = [];
  readonly watches: Watch[] = [];
  /** Ids of deliveries that are evidence, besides those for its own users. */
  readonly deliveries: number[] = [];
  /** Ids of the inbox readings that are evidence. */
  readonly readings: number[] = [];
  /** A request of the setup was refused in a wrong way, and the case went on. */
  breach: Finding | null = null;
  readonly startedAt: number;
  /** When the last stimulus ended, wall clock. */
  lastStimulus: number;
  /** When it was sent: its effects may arrive before it has ended. */
  lastLeft: number;
  /** How many stimuli there have been since the last awaited event came. */
  private unanswered = 0;
  /** How urgent its next request is; what belongs to no step, such as a clean-up, holds nobody up. */
  priority = Number.POSITIVE_INFINITY;
  /** The destination or the repetition that it is currently at; null: there is only one. */
  round: Round | null = null;
  /** Called before the case waits for the others: nothing is expected any more of what it did so far. */
  pauses: () => void = () => undefined;
  /** What has been seen of its user so far. */
  readonly looks: Look[] = [];
  private sequence = 0;
  /** Addresses at the contact point of its own, by the labels of its steps. */
  private readonly ownAddresses = new Map<string, string>();
  private readonly cleanUps: (() => Promise<void>)[] = [];
  readonly keys: CaseKeys;
  readonly destinations = new CaseDestinations(this);
  private readonly allUsers: readonly string[];

  constructor(
    readonly runState: RunState,
    readonly testCase: Case,
    /** Number of the case in the run: makes its users its own. */
    readonly serial: number,
    /** Whether due events are awaited no longer than they usually take. */
    readonly hurried = false,
  ) {
    this.keys = new CaseKeys(runState);
    const { nonce, oddUsers } = runState.runContext;
    this.allUsers = usersOf(nonce, serial, testCase);
    if (testCase.users) for (const user of this.allUsers) oddUsers?.add(user);
    this.startedAt = runState.ports.clock.now();
    this.lastStimulus = this.startedAt;
    this.lastLeft = this.startedAt;
  }

  get description(): Description {
    return this.runState.description(this.testCase.version);
  }

  /** A stimulus was applied, and the deployment may react with events. */
  stimulated(left: number): void {
    this.unanswered += 1;
    this.lastLeft = left;
    this.lastStimulus = this.runState.ports.clock.now();
    this.runState.lastStimulus = this.lastStimulus;
    this.runState.lines.acts(this.users(), this.lastStimulus);
  }

  /** An awaited event came; whether only the last stimulus can have caused it. */
  answered(): boolean {
    const isSole = this.unanswered === 1;
    this.unanswered = 0;
    return isSole;
  }

  /** Left to the end of the run, because more may come. */
  watch(step: Step, judge: Watch['judge'], since = this.lastStimulus): void {
    this.watches.push({ step, since, judge });
  }

  /** A request made outside the cases is evidence as well. */
  noteOutOfCase(side: OutOfCaseExchange): Exchange {
    const exchange = this.runState.noteOutOfCase(side, this.testCase);
    this.exchanges.push(exchange);
    return exchange;
  }

  user(label: UserLabel): string {
    const { nonce } = this.runState.runContext;
    return userId(
      { nonce, serial: this.serial, round: this.round?.index ?? null },
      label,
      this.testCase.users,
    );
  }

  users(): readonly string[] {
    return this.allUsers;
  }

  /**
   * The label of an address that a step of the case sets. At a contact point of its own no other case has the same:
   * what goes there from anywhere else has gone astray.
   */
  setsAddress(label: string, key: KeyChoice): string {
    if (key !== 'unset') return label;
    const own = `${this.serial}-${label}`;
    this.ownAddresses.set(label, own);
    return own;
  }

  /**
   * Whether the address of the main contact point is set while the case runs: no case takes it away while one that needs events is
   * under way, or where there are others for that.
   */
  get keepsAddress(): boolean {
    const { testCase, description, runState } = this;
    const isHeld =
      runState.runContext.keys.fresh.length > 0 || testCase.needs.some(({ kind }) => kind === 'webhook');
    return isHeld && leavesAddresses(testCase, description);
  }

  /** The label of an address that an earlier step of the case has set; undefined: a step means none in particular. */
  address(label: string | undefined): string | undefined {
    return label === undefined ? undefined : (this.ownAddresses.get(label) ?? label);
  }

  /** Values of the placeholders in examples; every call gives a new `{n}`. */
  values(label: UserLabel): Record<string, string> {
    this.sequence += 1;
    return {
      user: this.user(label),
      nonce: this.runState.runContext.nonce,
      n: String(this.sequence),
      // Alternates, so that the order sent is not the alphabetical one.
      zigzag: this.sequence % 2 === 1 ? 'b' : 'a',
    };
  }

  /**
   * One for each repetition of the case, with users and names of its own, at the destinations with employees in turn; their
   * findings are this case's as well.
   */
  async repetitions(repeats: number): Promise<CaseContext[]> {
    const chosen = await this.destinations.of('chosen');
    const others = (await this.destinations.listed('main')).filter(
      ({ id, online }) => online && id !== chosen.id,
    );
    const destinations = [chosen, ...others];
    return Array.from({ length: repeats }, (_, at) => {
      const { exchanges, observations, watches, deliveries, readings } = this;
      const own = new CaseContext(this.runState, this.testCase, this.serial, this.hurried);
      this.afterwards(async () => void (await own.finish()));
      const shared = { exchanges, observations, watches, deliveries, readings };
      return Object.assign(own, {
        ...shared,
        round: { index: at, destination: destinations[at % destinations.length] ?? chosen },
      });
    });
  }

  /** Releases the responses of the case, which have been judged. */
  releaseResponses(): void {
    for (const exchange of this.exchanges) this.runState.compactor.compact(exchange);
  }

  /** Runs after the case, whatever its verdict, to leave the deployment as it was found. */
  afterwards(cleanUp: () => Promise<void>): void {
    this.cleanUps.push(cleanUp);
  }

  /** Cleans up; finds nothing itself. */
  async finish(): Promise<null> {
    this.priority = Number.POSITIVE_INFINITY;
    try {
      for (const cleanUp of this.cleanUps.reverse()) await cleanUp();
    } finally {
      this.keys.giveBack();
    }
    return null;
  }
}
