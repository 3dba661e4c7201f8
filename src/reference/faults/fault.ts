import type { Description } from '../../description/types.js';
import type { Hooks } from '../hooks.js';

/** One way in which a service can be wrong while all else about it is right. */
export interface Fault {
  /** One line: what the service does. */
  summary: string;
  /** Changes the rulebook, which is a copy. */
  describe?(description: Description): void;
  /** Replaces hooks; called once a service, so its variables are that service's. */
  hook?(good: Hooks): Partial<Hooks>;
}
