import type { Mailbox, Ports } from '../engine/ports.js';
import type { ReferenceService } from '../reference/service.js';

/** For a service that never comes to rest, such as one whose events leave ever later. */
const LONGEST_MS = 3_000;

/** A shorter pause waits for nothing: it sets apart what is done at once. */
const SHORT_MS = 10;

/**
 * The ports of a run that knows when the service has nothing left to tell: whoever waits for an event learns at once that
 * it does not come, and a pause ends when nothing can come any more. So no verdict hangs on how busy the machine is.
 */
export function settledPorts(ports: Ports, service: Pick<ReferenceService, 'settled'>): Ports {
  const { mailbox, clock } = ports;
  const waitFor: Mailbox['waitFor'] = (match, timeoutMs) =>
    timeoutMs <= 0
      ? mailbox.waitFor(match, 0)
      : untilSettled((settled) => mailbox.waitFor(match, LONGEST_MS, settled));
  return {
    ...ports,
    mailbox: Object.assign(Object.create(mailbox) as Mailbox, { waitFor }),
    clock: {
      now: () => clock.now(),
      heldUp: () => clock.heldUp(),
      async sleep(ms, signal) {
        await clock.sleep(ms, signal);
        if (ms < SHORT_MS) return;
        await untilSettled((settled) => clock.sleep(LONGEST_MS, settled));
      },
    },
  };

  function untilSettled<T>(wait: (settled: AbortSignal) => Promise<T>): Promise<T> {
    const settled = new AbortController();
    void service.settled().then(() => settled.abort());
    return wait(settled.signal);
  }
}
