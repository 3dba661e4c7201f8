import { expect, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { interferenceOf } from './interference.js';

const [description] = (await loadDescriptions()) as [Description];
const USER = 'u-0123456789-preflight-1-0';
/** Of the second case. */
const OWN = 'u-0123456789-00001a';

interface Came {
  /** Users of another run whose events came. */
  neighbours?: number;
  /** Events of the preflight's user came in the end. */
  late?: boolean;
  /** Version of the case whose event of the routing came; null: none did. */
  known?: string | null;
  taken?: boolean | null;
}

function said({ neighbours = 0, late = false, known = '1.0', taken = false }: Came, unheard = [USER]) {
  const book = {
    otherRunUserCount: () => neighbours,
    of: (user: string) => {
      if (user === USER) return late ? [{ name: 'SelectDestination' }] : [];
      return user === OWN ? [{ name: 'Closed' }, { name: 'SelectDestination' }] : [{ name: 'Closed' }];
    },
  };
  const runState = {
    runContext: { descriptions: { '1.0': description }, nonce: '0123456789' },
    description: () => description,
    book: () => book,
    route: taken === null ? null : { lostEvents: () => taken },
  };
  const outcomes = ['1.0', known].map((version) => ({ case: { version, steps: [] } }));
  return interferenceOf(
    runState as never,
    outcomes as never,
    unheard.map((user) => ({ version: '1.0', user })),
  );
}

test.each<[what: string, came: Came, unheard: string[] | undefined, says: RegExp | null]>([
  ['nobody was there', {}, [], null],
  ['events of another run came', { neighbours: 1 }, [], /^Events of another run came/],
  ['the address was taken', { taken: true }, [], /somebody else, such as another run/],
  ['the preflight missed an event, and others came', {}, undefined, /somebody else, such as another run/],
  ['nobody asks for the route, and the preflight missed one', { taken: null }, undefined, /somebody else/],
  ['the event of the preflight came late', { late: true }, undefined, null],
  ['no event ever came', { known: null }, undefined, null],
  ['those of another version came', { known: '1.2' }, undefined, null],
])('of others it is said, where %s', (_, came, unheard, says) => {
  const sentence = said(came, unheard);
  if (says === null) expect(sentence).toBeNull();
  else expect(sentence).toMatch(says);
});
