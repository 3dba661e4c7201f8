import { operationOf } from '../cases/vocabulary.js';
import type { Description } from '../description/types.js';
import type { Transport } from '../engine/ports.js';

/** Remembers at which contact points a run has changed the webhook address: requests that were accepted. */
export class AddressChanges {
  /** Their keys. */
  readonly keys = new Set<string>();

  constructor(private readonly descriptions: readonly Description[]) {}

  /** A transport that is watched. */
  watch(transport: Transport): Transport {
    return {
      send: async (request) => {
        const outcome = await transport.send(request);
        if (outcome.kind === 'answer') this.note(request.url, outcome.status);
        return outcome;
      },
    };
  }

  private note(url: string, status: number): void {
    const { pathname, searchParams } = new URL(url);
    for (const description of this.descriptions) {
      const key = searchParams.get(description.http.keyParameter);
      const sets = pathname.endsWith(`/${description.version}/${operationOf(description, 'address')}`);
      if (sets && key !== null && status === description.http.successStatus) this.keys.add(key);
    }
  }
}
