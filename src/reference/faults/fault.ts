import type { Description } from '../../description/types.js';
import type { Hooks } from '../service-context.js';

/** What goes wrong, while all else about the service is right. */
export interface Defect {
  /** Changes the rulebook, which is a copy. */
  describe?(description: Description): void;
  /**
   * Replaces hooks; called once a service, so its variables are that service's: what it keeps stands nowhere else.
   * @param descriptions the rulebook as it was before any fault changed it
   */
  hook?(good: Hooks, descriptions: readonly Description[]): Partial<Hooks>;
}

/** One way in which a service can be wrong. */
export interface Fault extends Defect {
  /** One line: what the service does. */
  summary: string;
}

/** A fault of the catalogue, with the cases that must see it. */
export interface NamedFault extends Fault {
  name: string;
  /** Globs over case ids without their version: a failure of such a case means that the fault was seen. */
  kills: readonly string[];
  /** Globs over cases that only observe, but send what makes the fault show itself in the laws of the run. */
  stimuli?: readonly string[];
  /**
   * It spoils what discovery rests on: a run that knows nothing of the dialect meets it as well, and must say what is wrong
   * all the same.
   */
  discovery?: true;
  /** Only a TLS port can be wrong in this way. */
  tls?: true;
  /** It shows itself where things really happen at once: over sockets and in real time. */
  sockets?: true;
}
