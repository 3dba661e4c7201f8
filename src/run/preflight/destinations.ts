import {
  destinationList,
  fieldOf,
  operationOf,
  requestFields,
  rowsOf,
} from '../../cases/description-lookups.js';
import { sampleBody } from '../../description/samples.js';
import type { Description } from '../../description/types.js';
import type { ListedDestination, Ports } from '../../engine/ports.js';
import type { RunContext } from '../../engine/run-context.js';
import { DestinationListings } from './destination-listings.js';
import type { PreflightRequests } from './requests.js';

/**
 * Lists a key's destinations under a version; each list is fetched once, unless a fresh response is wanted. If a
 * version lists none, those that another one lists for the contact point are used. What a version calls unavailable is
 * left out if it cannot be selected, unless nothing can: what the word means is not shown (section 2).
 * @param nonce part of every user id of the run
 */
export function listDestinations(
  requests: PreflightRequests,
  descriptions: readonly Description[],
  ports: Pick<Ports, 'operator' | 'clock'>,
  nonce: string,
): Pick<RunContext, 'destinations' | 'isListedAtOthers' | 'whyNoDestination' | 'lists' | 'logInAgain'> {
  const listings = new DestinationListings(requests, descriptions, ports);
  const unusable = unusableDestinations(requests, descriptions, {
    own: (version, key) => listings.of(version, key),
    nonce,
  });
  return {
    lists: listings.fetched,
    logInAgain: (isOut) => listings.logInAgain(isOut),
    destinations: async (version, key, how) => {
      if (how?.fresh) {
        const { listed, exchange } = await listings.ask(version, key);
        how.seen?.(exchange);
        return listed;
      }
      const others = descriptions
        .map((description) => description.version)
        .filter((text) => text !== version);
      for (const text of [version, ...others]) {
        const listed = await listings.of(text, key);
        if (listed.length === 0) continue;
        const out = await unusable(key);
        const usable = listed.filter(({ id }) => !out.includes(id));
        return usable.length > 0 ? usable : listed;
      }
      return [];
    },
    isListedAtOthers: (version, key, id) => listings.isListedAtOthers(version, key, id),
    whyNoDestination: (version, key) => listings.whyNone(version, key),
  };
}

/**
 * Finds the ids of destinations that a version calls unavailable and that cannot be selected: once for each key.
 * @param run how destinations are listed under a version, and what is part of every user id
 */
function unusableDestinations(
  requests: PreflightRequests,
  descriptions: readonly Description[],
  run: { own: (version: string, key: string) => Promise<ListedDestination[]>; nonce: string },
): (key: string) => Promise<readonly string[]> {
  const telling = descriptions.filter((description) =>
    fieldOf(destinationList(description)[1], 'availability'),
  );
  const known = new Map<string, Promise<readonly string[]>>();
  const find = async (description: Description, key: string): Promise<string[]> => {
    const listed = await run.own(description.version, key);
    const unavailable = listed.filter(({ available }) => !available);
    const areRefused = await Promise.all(
      unavailable.map((destination, at) => {
        const user = `u-${run.nonce}-unavailable-${at}`;
        return isRefused(requests, description, key, {
          user,
          destination,
          placeholders: { nonce: run.nonce },
        });
      }),
    );
    return unavailable.filter((_, at) => areRefused[at]).map(({ id }) => id);
  };
  const findAll = async (key: string): Promise<readonly string[]> =>
    (await Promise.all(telling.map((description) => find(description, key)))).flat();
  return (key) => {
    const found = known.get(key) ?? findAll(key);
    known.set(key, found);
    return found;
  };
}

/** Whether a valid selection is turned down as invalid data. */
async function isRefused(
  requests: PreflightRequests,
  description: Description,
  key: string,
  sample: Parameters<typeof sampleBody>[1],
): Promise<boolean> {
  const operation = operationOf(description, 'select');
  const body = sampleBody(requestFields(description, operation), sample);
  const outcome = await requests.post(description, operation, key, body);
  const invalid = rowsOf(description, 'wrong-type').map((row) => description.errors[row]?.status);
  return outcome.kind === 'response' && invalid.includes(outcome.status);
}
