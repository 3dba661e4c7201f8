import {
  destinationList,
  fieldOf,
  operationOf,
  requestFields,
  rowsOf,
} from '../../cases/description-lookups.js';
import { MOST_DESTINATIONS } from '../../cases/walks/situation.js';
import { sampleBody } from '../../description/samples.js';
import type { Description, FieldRole } from '../../description/types.js';
import type { OutOfCaseExchange } from '../../engine/evidence.js';
import type { Finding } from '../../engine/finding.js';
import { short } from '../../engine/judge/field.js';
import { isFailure, readResponse } from '../../engine/judge/response.js';
import type { Clock, ListedDestination, Operator, Ports } from '../../engine/ports.js';
import type { RunContext } from '../../engine/run-context.js';
import { setPresence } from '../../engine/steps/operator.js';
import { pointer } from '../../json.js';
import type { PlainReasonCode } from '../../reasons.js';
import type { Place } from '../../record/types.js';
import type { PreflightRequests } from './requests.js';

interface Listing {
  listed: ListedDestination[];
  /** Why none is listed. */
  problem: Finding | null;
  exchange: OutOfCaseExchange;
}

/** A driver may be done before employees have logged in: so long is waited until the list shows them, milliseconds. */
const LOGIN_MS = 2_000;
const LOGIN_PAUSE_MS = 100;

/** Something in front of a service may stop a request: this often, a list that nobody answered is asked for again. */
const MOST_TRIES = 3;

/**
 * Lists a key's destinations under a version; each list is fetched once, unless a fresh response is wanted. If a
 * version lists none, those that another one lists for the contact point are used. What a version calls unavailable is
 * left out if it cannot be selected, unless nothing can: what the word means is not shown (section 2). If too few are
 * online at first, the driver logs employees in, if it can: cases must not wait for a login.
 * @param nonce part of every user id of the run
 */
export function listDestinations(
  requests: PreflightRequests,
  descriptions: readonly Description[],
  { operator, clock }: Pick<Ports, 'operator' | 'clock'>,
  nonce: string,
): Pick<RunContext, 'destinations' | 'isListedAtOthers' | 'whyNoDestination' | 'lists' | 'logInAgain'> {
  const known = new Map<string, Promise<Listing>>();
  /** The first version under which a contact point was listed, by key. */
  const versions = new Map<string, string>();
  const lists: { version: string; exchange: OutOfCaseExchange }[] = [];
  const tries = new Map<string, number>();
  const problems = new Map<string, { problem: Finding; exchange: OutOfCaseExchange }>();
  const of = (version: string): Description => {
    const description = descriptions.find((description) => description.version === version);
    if (!description) throw new Error(`No description of the version ${version} is loaded.`);
    return description;
  };
  const ask = async (version: string, key: string): Promise<Listing> => {
    const listing = await list(requests, of(version), key);
    lists.push({ version, exchange: listing.exchange });
    return listing;
  };
  const askAfterLogin = (version: string, key: string, loggedIn: ReadonlySet<string>): Promise<Listing> =>
    untilListed(() => ask(version, key), loggedIn, clock);
  const own = async (version: string, key: string): Promise<ListedDestination[]> => {
    const place = `${version} ${key}`;
    const description = of(version);
    const first = async (): Promise<Listing> => {
      const listing = await ask(version, key);
      const loggedIn = await logIn(listing.listed, { operator, description, key });
      if (loggedIn.size === 0) return listing;
      const { listed } = await askAfterLogin(version, key, loggedIn);
      // Others judge whether the list follows.
      return {
        ...listing,
        listed: listed.map((each) => ({ ...each, online: each.online || loggedIn.has(each.id) })),
      };
    };
    const listing = known.get(place) ?? first();
    known.set(place, listing);
    const { listed, problem, exchange } = await listing;
    if (!problem && !versions.has(key)) versions.set(key, version);
    if (problem) problems.set(place, { problem, exchange });
    else problems.delete(place);
    if (problem?.verdict === 'inconclusive' && known.get(place) === listing) {
      const count = (tries.get(place) ?? 0) + 1;
      tries.set(place, count);
      if (count < MOST_TRIES) known.delete(place);
    }
    return listed;
  };
  /** Destinations whose employees were logged in, are not shown as such any more, and did not log out. */
  const ended = async (
    [key, version]: readonly [string, string],
    isOut: (key: string, destination: string) => boolean,
  ): Promise<ListedDestination[]> => {
    const now = (await ask(version, key)).listed;
    return (await own(version, key)).filter(
      ({ id, online }) => online && !isOut(key, id) && now.some((each) => each.id === id && !each.online),
    );
  };
  const unusable = unusableDestinations(requests, descriptions, { own, nonce });
  const logInOrNote = async (key: string, version: string, { id }: ListedDestination): Promise<void> => {
    const isBack =
      operator.supports('set_presence') &&
      (await setPresence(operator, of(version), { key, destination: id, online: true })).ok;
    if (isBack) {
      await askAfterLogin(version, key, new Set([id]));
      return;
    }
    const places = descriptions.map((description) => `${description.version} ${key}`);
    const listings = await Promise.all(places.flatMap((place) => known.get(place) ?? []));
    for (const each of listings.flatMap(({ listed }) => listed)) if (each.id === id) each.online = false;
  };
  return {
    lists,
    logInAgain: async (isOut) => {
      const [first, ...others] = versions;
      if (!first) return;
      const atFirst = await ended(first, isOut);
      // Where no session has ended at one contact point, none has at the others.
      if (atFirst.length === 0) return;
      const all = await Promise.all(
        [first, ...others].map(async (point) => ({
          point,
          ended: point === first ? atFirst : await ended(point, isOut),
        })),
      );
      await Promise.all(
        all.flatMap(({ point: [key, version], ended }) =>
          ended.map((destination) => logInOrNote(key, version, destination)),
        ),
      );
    },
    destinations: async (version, key, how) => {
      if (how?.fresh) {
        const { listed, exchange } = await ask(version, key);
        how.seen?.(exchange);
        return listed;
      }
      const others = descriptions
        .map((description) => description.version)
        .filter((text) => text !== version);
      for (const text of [version, ...others]) {
        const listed = await own(text, key);
        if (listed.length === 0) continue;
        const out = await unusable(key);
        const usable = listed.filter(({ id }) => !out.includes(id));
        return usable.length > 0 ? usable : listed;
      }
      return [];
    },
    isListedAtOthers: async (version, key, id) => {
      const others = [...known].filter(
        ([place]) => place !== `${version} ${key}` && place.startsWith(`${version} `),
      );
      const listings = await Promise.all(others.map(([, listing]) => listing));
      return listings.some(({ listed }) => listed.some((each) => each.id === id));
    },
    whyNoDestination: (version, key) => problems.get(`${version} ${key}`) ?? null,
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

/**
 * Logs employees in until as many destinations have some online as cases use; returns where it could.
 */
async function logIn(
  listed: readonly ListedDestination[],
  { operator, description, key }: { operator: Operator; description: Description; key: string },
): Promise<ReadonlySet<string>> {
  const away = listed
    .filter(({ online }) => !online)
    .toSorted((a, b) => Number(b.available) - Number(a.available));
  const lacking = MOST_DESTINATIONS - (listed.length - away.length);
  if (lacking <= 0 || !operator.supports('set_presence')) return new Set();
  const chosen = away.slice(0, lacking);
  const results = await Promise.all(
    chosen.map(({ id }) => setPresence(operator, description, { key, destination: id, online: true })),
  );
  return new Set(chosen.flatMap(({ id }, at) => (results[at]?.ok ? [id] : [])));
}

/** Lists destinations until employees who have logged in are shown at them, or until that takes too long. */
async function untilListed(
  ask: () => Promise<Listing>,
  loggedIn: ReadonlySet<string>,
  clock: Clock,
): Promise<Listing> {
  const began = clock.now();
  for (;;) {
    const listing = await ask();
    const isAway = ({ id, online }: ListedDestination): boolean => loggedIn.has(id) && !online;
    if (!listing.listed.some(isAway) || clock.now() - began > LOGIN_MS) return listing;
    await clock.sleep(LOGIN_PAUSE_MS);
  }
}

async function list(requests: PreflightRequests, description: Description, key: string): Promise<Listing> {
  const operation = operationOf(description, 'destinations');
  const exchange = await requests.askList(description, key);
  const read = readResponse(description, exchange.outcome);
  if ('finding' in read) return { listed: [], problem: read.finding, exchange };
  const { status, body } = read.response;
  const none = (code: PlainReasonCode, text: string, received: string, place: Place): Listing => ({
    listed: [],
    exchange,
    problem: {
      verdict: 'fail',
      code,
      text: `${operation} of ${description.version} ${text}.`,
      expected: 'a list of at least one destination',
      received,
      place: { about: operation, ...place },
    },
  });
  if (status !== description.http.successStatus)
    return none(
      isFailure(description, status) ? 'server-error' : 'refused',
      `was answered with status ${status}`,
      `status ${status}`,
      { part: 'status' },
    );
  const [name, elements] = destinationList(description);
  const held = name ? body[name] : undefined;
  const at = (entry: unknown, role: FieldRole): unknown =>
    (entry as Record<string, unknown>)[fieldOf(elements, role) ?? ''];
  const listed = (Array.isArray(held) ? held : [])
    .filter(
      (value) =>
        typeof value === 'object' && value !== null && typeof at(value, 'destination-id') === 'string',
    )
    .map((value) => ({
      id: String(at(value, 'destination-id')),
      kind: String(at(value, 'destination-kind')),
      online: at(value, 'presence') === true,
      available: at(value, 'availability') !== false,
    }));
  return listed.length > 0
    ? { listed, problem: null, exchange }
    : none(
        'too-few',
        'lists no destination',
        held === undefined ? `no ${name}` : `${name} = ${short(held)}`,
        {
          part: 'body',
          ...(name !== undefined && { field: name, pointer: pointer(name) }),
        },
      );
}
