import type { Check } from '../checks.js';

/** A tool that people would take for the same work. */
export interface Peer {
  name: string;
  /** Name at the registry; the version is fixed, so that numbers can be compared. */
  package: string;
  bin: string;
  /** Files of a suite of these checks against the address, by name, and the arguments that run it. */
  suite(checks: readonly Check[], address: string): { files: Record<string, string>; argv: string[] };
  env?: Record<string, string>;
}
