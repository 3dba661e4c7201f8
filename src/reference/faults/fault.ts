import type { Description } from '../../description/types.js';
import type { ReferenceDialect } from '../dialect/dialect.js';
import type { Hooks } from '../service-context.js';

/** Changes a description, which is a copy. */
export type DescriptionChange = (description: Description) => void;

/**
 * Replaces hooks; called once per service, so its variables belong to that service. Its state is kept nowhere else.
 * @param descriptions the descriptions before any fault changed them
 */
export type FaultHook = (good: Hooks, descriptions: readonly Description[]) => Partial<Hooks>;

/** One way in which a service can be wrong; all else about it is correct. */
export interface Fault {
  /** One line: what the service does. */
  summary: string;
  describe?: DescriptionChange;
  hook?: FaultHook;
}

/** A fault of the catalogue, with the cases that must see it. */
export interface NamedFault extends Fault {
  name: string;
  /** Globs over case ids without their version: if such a case fails, the fault was seen. */
  kills: readonly string[];
  /** Globs over further cases, which send what makes the fault show itself to the invariants of the run. */
  stimuli?: readonly string[];
  /**
   * It breaks what discovery rests on: a run that does not know the dialect meets it as well, and must still report
   * it.
   */
  discovery?: true;
  /** What the restricted account must lack for the fault to show itself; default: everything. */
  lacks?: ReferenceDialect['accounts']['lacks'];
  /** Only a TLS port can have this fault. */
  tls?: true;
  /** It shows only where things really happen concurrently: over sockets and in real time. */
  sockets?: true;
}
