import { operationOf } from '../cases/vocabulary.js';
import type { Description } from '../description/types.js';
import type { Transport } from '../engine/ports.js';

/** Remembers where some work has changed the webhook address: requests that were accepted. */
export class AddressChanges {
  /** By key of a contact point: descriptions of the versions under which its address was set. */
  readonly changed = new Map<string, Set<Description>>();
  private readonly places: { description: Description; path: string }[];

  constructor(descriptions: readonly Description[]) {
    this.places = descriptions.map((description) => ({
      description,
      path: `/${description.version}/${operationOf(description, 'address')}?`,
    }));
  }

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
    const place = this.places.find(({ path }) => url.includes(path));
    if (!place || status !== place.description.http.successStatus) return;
    const key = new URL(url).searchParams.get(place.description.http.keyParameter);
    if (key !== null) this.changed.set(key, (this.changed.get(key) ?? new Set()).add(place.description));
  }
}
