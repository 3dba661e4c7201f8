import { isDeepStrictEqual } from 'node:util';
import type { Reading } from './run-context.js';

type Look = Omit<Reading, 'id' | 'until' | 'times'>;

/** What employees were seen to see in a run. An inbox is looked into until it shows what is due: a look that shows nothing new is counted. */
export class Readings {
  readonly all: Reading[] = [];
  private readonly last = new Map<string, Reading>();

  /** Takes note of a look; gives the id of the reading that it is part of. */
  note(look: Look): number {
    const place = JSON.stringify([look.caseId, look.user, look.destination]);
    const before = this.last.get(place);
    if (before && isDeepStrictEqual(before.items, look.items)) {
      before.until = look.at;
      before.times += 1;
      return before.id;
    }
    const reading = { ...look, id: this.all.length, until: look.at, times: 1 };
    this.all.push(reading);
    this.last.set(place, reading);
    return reading.id;
  }
}
