import type { Look } from '../cases/concurrency/history.js';
import { operationOf } from '../cases/description-lookups.js';
import type { KeyChange, KeyChoice, Nth, RequestPlan, UserLabel } from '../cases/request-plan.js';
import type { Case, Step } from '../cases/types.js';
import type { Description } from '../description/types.js';
import type { CaseObservation, Exchange, SideExchange } from './evidence.js';
import { type Finding, FindingError, interrupted } from './finding.js';
import { MOST_ROUNDS, userId, usersOf } from './ids.js';
import { changedKey } from './keys.js';
import type { ListedDestination } from './ports.js';
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
  readonly startedAt: number;
  /** When the last stimulus ended, wall clock. */
  lastStimulus: number;
  /** When it was sent: its effects may arrive before it has ended. */
  lastLeft: number;
  /** How many stimuli there have been since the last awaited event came. */
  private unanswered = 0;
  /** How urgent its next request is; what belongs to no step, such as a clean-up, holds nobody up. */
  urgency = Number.POSITIVE_INFINITY;
  /** The destination or the repetition that it is currently at; null: there is only one. */
  round: { index: number; destination: ListedDestination } | null = null;
  /** What has been seen of its user so far. */
  readonly looks: Look[] = [];
  private sequence = 0;
  private unsetKey: string | null = null;
  /** Addresses at the contact point of its own, by the labels of its steps. */
  private readonly ownAddresses = new Map<string, string>();
  private readonly cleanUps: (() => Promise<void>)[] = [];

  constructor(
    readonly runState: RunState,
    readonly testCase: Case,
    /** Number of the case in the run: makes its users its own. */
    readonly serial: number,
    /** Whether due events are awaited no longer than they usually take. */
    readonly hurried = false,
  ) {
    const { nonce, oddUsers } = runState.runContext;
    if (testCase.users) for (const user of usersOf(nonce, serial, testCase)) oddUsers?.add(user);
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
  noteAside(side: SideExchange): Exchange {
    const exchange = this.runState.noteAside(side, this.testCase);
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

  users(): string[] {
    return usersOf(this.runState.runContext.nonce, this.serial, this.testCase);
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

  /** The key of the contact point that a choice stands for; empty: it stands for none. */
  async pointKey(choice?: RequestPlan['key']): Promise<string> {
    return (await this.key(choice)) ?? '';
  }

  /** The key that a choice stands for; null: no key at all. */
  async key(choice: NonNullable<RequestPlan['key']> = 'main'): Promise<string | null> {
    const { keys } = this.runState.runContext;
    if (typeof choice === 'object') {
      if ('ofSecond' in choice) return this.changed(choice.ofSecond, keys.second ?? '');
      return 'literal' in choice ? choice.literal : `${keys.main}${choice.longerBy}`;
    }
    switch (choice) {
      case 'main':
      case 'twice':
        return keys.main;
      case 'second':
        return keys.second;
      case 'restricted':
        await this.listFirst();
        return keys.restricted;
      case 'unregistered':
        return keys.unregistered;
      case 'none':
        return null;
      case 'empty':
        return '';
      case 'unset':
        this.unsetKey ??= await this.runState.unsetKeys.take();
        return this.unsetKey;
      default:
        return this.changed(choice);
    }
  }

  /** Asks for the restricted account's lists, once in a run: what it may do must be known before it is refused anything. */
  private async listFirst(): Promise<void> {
    const { keys, descriptions, destinations } = this.runState.runContext;
    const { restricted } = keys;
    if (restricted === null) return;
    const versions = Object.keys(descriptions).filter((version) => this.mayList(version));
    await Promise.all(versions.map((version) => destinations(version, restricted)));
  }

  private mayList(version: string): boolean {
    const { lacked = {} } = this.runState.runContext;
    const list = operationOf(this.runState.description(version), 'destinations');
    return lacked[version]?.includes(list) !== true;
  }

  /** Whether the restricted account was given its list of destinations when the run first asked. */
  hadList(version: string): boolean {
    const { keys, whyNoDestination } = this.runState.runContext;
    return this.mayList(version) && whyNoDestination?.(version, keys.restricted ?? '') === null;
  }

  /** Throws a FindingError if no such key can be told from one that somebody has. */
  private changed(change: KeyChange, key = this.runState.runContext.keys.main): string {
    const { keys, nonce } = this.runState.runContext;
    const changed = changedKey(key, change, nonce);
    const registered = [keys.main, keys.second, keys.restricted, ...keys.fresh];
    if (changed !== null && !registered.includes(changed)) return changed;
    throw new FindingError({
      verdict: 'skipped',
      code: change === 'other-case' ? 'key-without-letters' : 'short-key',
      text:
        change === 'other-case'
          ? 'The key has no letters, so it is the same in any letter case.'
          : 'The key is so short that a part of it may be the key of somebody else.',
    });
  }

  /** The chosen destination: one with employees online if there is one; `other`: any other. Throws a FindingError. */
  async destination(
    which: 'chosen' | 'other' | 'unlisted' | 'foreign' | Nth,
    choice: KeyChoice = 'main',
  ): Promise<ListedDestination> {
    const listed = await this.listed(choice);
    if (which === 'foreign') {
      const others = await this.listed('second');
      if (others.length === 0) throw await this.noDestination('second');
      return foreign(listed, others);
    }
    const chosen = this.round?.destination ?? listed.find(({ online }) => online) ?? listed[0];
    if (!chosen) throw await this.noDestination(choice);
    if (which === 'unlisted') return { ...chosen, id: `unlisted-${this.runState.runContext.nonce}` };
    if (which === 'chosen') return chosen;
    const others = listed.filter(({ id }) => id !== chosen.id);
    if (typeof which === 'number') return which === 0 ? chosen : nth(others, which);
    return others.find(({ online }) => online) ?? others[0] ?? chosen;
  }

  /**
   * One for each repetition of the case, with users and names of its own, at the destinations with employees in turn; their
   * findings are this case's as well.
   */
  async repetitions(repeats: number): Promise<CaseContext[]> {
    const chosen = await this.destination('chosen');
    const others = (await this.listed('main')).filter(({ id, online }) => online && id !== chosen.id);
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

  /** What the case goes through: the listed destinations whose employees can be reached, or nothing. */
  async rounds(): Promise<CaseContext['round'][]> {
    const { eachDestination: choice } = this.testCase;
    if (!choice) return [null];
    const listed = await this.listed(choice);
    if (listed.length === 0) throw await this.noDestination(choice);
    const canLogIn = this.runState.ports.operator.supports('set_presence');
    const seesEmployees = this.testCase.needs.some(({ kind }) => kind === 'online');
    return listed
      .filter(({ online }) => online || canLogIn || !seesEmployees)
      .slice(0, MOST_ROUNDS)
      .map((destination, at) => ({ index: at, destination }));
  }

  /** A contact point without any is a violation, unless no response could be judged: then the reason says why. */
  private async noDestination(choice: KeyChoice): Promise<FindingError> {
    if (this.runState.signal.aborted) return new FindingError(interrupted());
    const { whyNoDestination, keys } = this.runState.runContext;
    const owner = ['unset', 'second'].includes(choice) ? await this.pointKey(choice) : keys.main;
    const found = whyNoDestination?.(this.testCase.version, owner) ?? null;
    const problem = found?.problem ?? null;
    const about = operationOf(this.description, 'destinations');
    return new FindingError({
      verdict: 'inconclusive',
      code: problem?.verdict === 'inconclusive' ? problem.code : 'no-destination',
      text: `The case could not be set up: no destination of the contact point is known. ${problem?.text ?? ''}`.trim(),
      ...(found &&
        problem?.verdict === 'fail' && {
          breach: {
            ...problem,
            place: {
              part: 'answer' as const,
              about,
              ...problem.place,
              exchange: this.noteAside(found.exchange).id,
            },
            duty: { kind: 'listed' as const, about },
          },
        }),
    });
  }

  /**
   * Destinations of the key's contact point; the main one's if the key may not list its own, but never those of another
   * contact point: its employees must not act for destinations that are not its own.
   */
  async listed(choice: KeyChoice = 'main'): Promise<ListedDestination[]> {
    const { destinations, keys } = this.runState.runContext;
    const lists = async (): Promise<ListedDestination[]> =>
      destinations(this.testCase.version, await this.pointKey(choice));
    if (choice === 'unset' || choice === 'second') return lists();
    const own = choice === 'restricted' ? await lists() : [];
    return own.length > 0 ? own : destinations(this.testCase.version, keys.main);
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
    this.urgency = Number.POSITIVE_INFINITY;
    try {
      for (const cleanUp of this.cleanUps.reverse()) await cleanUp();
    } finally {
      if (this.unsetKey !== null) this.runState.unsetKeys.giveBack(this.unsetKey);
    }
    return null;
  }
}

/** Throws a FindingError if too few of them have employees online. */
function nth(others: readonly ListedDestination[], which: Nth): ListedDestination {
  const found = others.filter(({ online }) => online)[which - 1];
  if (found) return found;
  throw new FindingError({
    verdict: 'skipped',
    code: 'few-destinations',
    text: `The contact point lists fewer than ${which + 1} destinations with employees online.`,
  });
}

/** The other contact point's destination that this one does not list. */
function foreign(own: ListedDestination[], others: ListedDestination[]): ListedDestination {
  const found = others.find(({ id }) => own.every((destination) => destination.id !== id));
  if (found) return found;
  throw new FindingError({
    verdict: 'skipped',
    code: 'no-foreign-destination',
    text: 'The second contact point lists no destination that this one does not list.',
  });
}
