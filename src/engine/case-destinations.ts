import { operationOf } from '../cases/description-lookups.js';
import type { KeyChoice, Nth } from '../cases/request-plan.js';
import type { Case } from '../cases/types.js';
import type { CaseKeys } from './case-keys.js';
import type { Exchange, OutOfCaseExchange } from './evidence.js';
import { FindingError, interrupted } from './finding.js';
import { MOST_ROUNDS } from './ids.js';
import type { ListedDestination } from './ports.js';
import type { RunState } from './run-state.js';

/** A destination or a repetition that a case goes through. */
export interface Round {
  index: number;
  destination: ListedDestination;
}

/** What the destinations of a case depend on. */
interface Owner {
  readonly runState: RunState;
  readonly testCase: Case;
  readonly keys: CaseKeys;
  readonly round: Round | null;
  noteOutOfCase(side: OutOfCaseExchange): Exchange;
}

/** The destinations that the steps of one case mean. */
export class CaseDestinations {
  /** What was meant first, by what it was asked for: whoever logs in or out later changes nothing about that. */
  private readonly meant = new Map<string, string>();

  constructor(private readonly owner: Owner) {}

  /** The chosen destination: one with employees online if there is one; `other`: any other. Throws a FindingError. */
  async of(
    which: 'chosen' | 'other' | 'unlisted' | 'foreign' | Nth,
    choice: KeyChoice = 'main',
  ): Promise<ListedDestination> {
    const listed = await this.listed(choice);
    if (which === 'foreign') {
      const others = await this.listed('second');
      if (others.length === 0) throw await this.noDestination('second');
      return foreign(listed, others);
    }
    const chosen = this.owner.round?.destination ?? this.attended(`chosen ${choice}`, listed);
    if (!chosen) throw await this.noDestination(choice);
    if (which === 'unlisted') return { ...chosen, id: `unlisted-${this.owner.runState.runContext.nonce}` };
    if (which === 'chosen') return chosen;
    const others = listed.filter(({ id }) => id !== chosen.id);
    if (typeof which === 'number') return which === 0 ? chosen : nth(others, which);
    const other = this.attended(`other ${choice}`, others);
    // That the main contact point has several, as the case needs, says nothing about this one.
    if (!other && this.owner.testCase.needs.some(({ kind }) => kind === 'two-destinations')) throw tooFew(2);
    return other ?? chosen;
  }

  /** One with employees online if there is one, and from then on the same. */
  private attended(name: string, listed: readonly ListedDestination[]): ListedDestination | undefined {
    const found =
      listed.find(({ id }) => id === this.meant.get(name)) ??
      listed.find(({ online }) => online) ??
      listed[0];
    if (found) this.meant.set(name, found.id);
    return found;
  }

  /** What the case goes through: the listed destinations whose employees can be reached, or nothing. */
  async rounds(): Promise<(Round | null)[]> {
    const { runState, testCase } = this.owner;
    const { eachDestination: choice } = testCase;
    if (!choice) return [null];
    const listed = await this.listed(choice);
    if (listed.length === 0) throw await this.noDestination(choice);
    const canLogIn = runState.ports.operator.supports('set_presence');
    const seesEmployees = testCase.needs.some(({ kind }) => kind === 'online');
    return listed
      .filter(({ online }) => online || canLogIn || !seesEmployees)
      .slice(0, MOST_ROUNDS)
      .map((destination, at) => ({ index: at, destination }));
  }

  /**
   * Destinations of the key's contact point; the main one's if the key may not list its own, but never those of another
   * contact point: its employees must not act for destinations that are not its own.
   */
  async listed(choice: KeyChoice = 'main'): Promise<ListedDestination[]> {
    const { runState, testCase } = this.owner;
    const { destinations, keys } = runState.runContext;
    const lists = async (): Promise<ListedDestination[]> =>
      destinations(testCase.version, await this.owner.keys.ofPoint(choice));
    if (choice === 'unset' || choice === 'second') return lists();
    const own = choice === 'restricted' ? await lists() : [];
    return own.length > 0 ? own : destinations(testCase.version, keys.main);
  }

  /** A contact point without any is a violation, unless no response could be judged: then the reason says why. */
  private async noDestination(choice: KeyChoice): Promise<FindingError> {
    const { runState, testCase } = this.owner;
    if (runState.signal.aborted) return new FindingError(interrupted());
    const { whyNoDestination, keys } = runState.runContext;
    const owner = ['unset', 'second'].includes(choice) ? await this.owner.keys.ofPoint(choice) : keys.main;
    const found = whyNoDestination?.(testCase.version, owner) ?? null;
    const problem = found?.problem ?? null;
    const about = operationOf(runState.description(testCase.version), 'destinations');
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
              exchange: this.owner.noteOutOfCase(found.exchange).id,
            },
            duty: { kind: 'listed' as const, about },
          },
        }),
    });
  }
}

/** Throws a FindingError if too few of them have employees online. */
function nth(others: readonly ListedDestination[], which: Nth): ListedDestination {
  const found = others.filter(({ online }) => online)[which - 1];
  if (found) return found;
  throw tooFew(which + 1);
}

function tooFew(needed: number): FindingError {
  return new FindingError({
    verdict: 'skipped',
    code: 'few-destinations',
    text: `The contact point lists fewer than ${needed} destinations that can be selected and have employees online.`,
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
