import { bodyWith, type Placement } from './address-bodies.js';
import type { Found } from './types.js';

/** Addresses of the catcher, all different, and a way to make the service use the one that it has. */
export interface DeliveryProbe {
  /** A valid address that leads to the catcher; `reached` returns its `mark`. */
  address(mark: string): string;
  /**
   * Sends a message of a new user; resolves with the mark of an address to which anything came, or null if nothing
   * came in time.
   */
  reached(marks: ReadonlySet<string>): Promise<string | null>;
}

/** Only the likeliest groups: each may have to wait for an event that does not come. */
const MOST_WAITS = 6;

/**
 * Finds the place of the address in a service that accepts any body, so that no refusal reveals what it reads: every
 * place gets a valid address of its own, and the one that an event, or a visit, reaches was read.
 * @param groups places that fit into one body, each with its address
 * @param take sends a body; whether it was accepted
 */
export async function discoverByDelivery(
  groups: readonly (readonly Placement[])[],
  probe: DeliveryProbe,
  take: (group: readonly Placement[]) => Promise<boolean>,
): Promise<Found<unknown>> {
  let tried = 0;
  let waits = 0;
  for (const [number, group] of groups.entries()) {
    if (waits === MOST_WAITS) break;
    const marked = group.map(({ path }, index) => ({ path, mark: `place-${number}-${index}` }));
    if (!(await take(marked.map(({ path, mark }) => ({ path, text: probe.address(mark) }))))) continue;
    tried += group.length;
    waits += 1;
    const reached = await probe.reached(new Set(marked.map(({ mark }) => mark)));
    const found = marked.find(({ mark }) => mark === reached);
    if (found === undefined) continue;
    const where = found.path.join('.');
    if (!(await take([{ path: found.path, text: probe.address('place-alone') }])))
      return {
        value: null,
        evidence: `the address is read at ${where}, but the body must hold more than that`,
      };
    return {
      value: bodyWith([{ path: found.path, text: '{webhook_url}' }]),
      evidence: `any text is accepted as an address; the one sent at ${where} was then called`,
    };
  }
  return {
    value: null,
    evidence: `any text is accepted as an address, so no refusal shows which place is read, and nothing came to the addresses in ${tried} places`,
  };
}
