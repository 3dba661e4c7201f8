import type { CaseContext } from '../case-context.js';
import type { OutOfCaseExchange } from '../evidence.js';
import type { Finding } from '../finding.js';
import type { ListedDestination } from '../ports.js';
import { poll } from './waiting.js';

/** The lists of a contact point's destinations in which a step looks for the presence at one of them. */
export class PresenceLists {
  /** The exchange that brought the latest. */
  last: OutOfCaseExchange | undefined;

  /** @param destination the one that the step is about */
  constructor(
    private readonly context: CaseContext,
    private readonly key: string,
    private readonly destination: string,
  ) {}

  get(): Promise<ListedDestination[]> {
    const { runState, testCase } = this.context;
    return runState.runContext.destinations(testCase.version, this.key, {
      fresh: true,
      seen: (exchange) => {
        this.last = exchange;
      },
    });
  }

  /**
   * Lists the destinations until the step's one shows this presence: a driver may be done before employees have logged in or
   * out. Returns the last list, which may not show it.
   */
  until(online: boolean): Promise<ListedDestination[]> {
    const { runState, testCase } = this.context;
    return poll(runState, `${testCase.version} presence`, () => this.get(), {
      isDue: (seen) => this.onlineIn(seen) === online || this.silence !== null,
    });
  }

  onlineIn(listed: readonly ListedDestination[]): boolean | undefined {
    return listed.find(({ id }) => id === this.destination)?.online;
  }

  /** A target that has stopped answering need not be asked again. */
  get silence(): Finding | null {
    if (this.last?.outcome.kind !== 'no-response') return null;
    const { verdict, failure } = this.last.outcome;
    return failure.code === 'stopped-answering' ? { verdict, ...failure } : null;
  }
}
