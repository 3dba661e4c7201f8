import type { Case } from '../../cases/types.js';
import type { Fault } from '../../reference/faults/fault.js';

/** One way in which the service is wrong on purpose, and which cases must see it. */
export interface Mutant {
  /** `<version or all>/<family>/<element>/<change>`, stable. */
  id: string;
  family: string;
  /** One line: what the service does. */
  summary: string;
  /** Version whose element is changed; null: all of them. */
  version: string | null;
  /** Made for each service separately, for it may keep state. */
  fault: () => Fault;
  /** Whether a failure of the case means that the mutated element was seen, not something that it happened to break. */
  aims: (testCase: Case) => boolean;
  /** Each answer of the operation shows it: the cases that aim at it need no others. */
  inEveryAnswer?: boolean;
  /** It spoils every case that asks for what it changes: all of them meet it, and so none is left that nothing makes fail. */
  spoilsAll?: true;
  /** Cases that only observe, but send what makes the mutant show itself; default none. */
  stimuli?: (testCase: Case) => boolean;
  /** Over TLS, and so over sockets: for what only a TLS port can do wrong. */
  tls?: true;
  /** Met over sockets and in real time. */
  sockets?: true;
  /** A second service answers where the target's port 80 would be. */
  port80?: true;
  /** The run finds the dialect out by itself. */
  discover?: true;
}
