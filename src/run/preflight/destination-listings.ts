import { destinationList, fieldOf, operationOf } from '../../cases/description-lookups.js';
import { MOST_DESTINATIONS } from '../../cases/walks/situation.js';
import type { Description, FieldRole } from '../../description/types.js';
import type { OutOfCaseExchange } from '../../engine/evidence.js';
import type { Finding } from '../../engine/finding.js';
import { short } from '../../engine/judge/field.js';
import { isFailure, readResponse } from '../../engine/judge/response.js';
import type { Clock, ListedDestination, Operator, Ports } from '../../engine/ports.js';
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

/** Whether employees of a destination of the key's contact point have logged out. */
type IsOut = (key: string, destination: string) => boolean;

/**
 * What each version lists for each key, fetched once. If too few destinations are online at first, the driver logs employees
 * in, if it can: cases must not wait for a login (section 2).
 */
export class DestinationListings {
  /** Every list that was fetched. */
  readonly fetched: { version: string; exchange: OutOfCaseExchange }[] = [];
  readonly #requests: PreflightRequests;
  readonly #descriptions: readonly Description[];
  readonly #operator: Operator;
  readonly #clock: Clock;
  /** By version and key. */
  readonly #known = new Map<string, Promise<Listing>>();
  readonly #tries = new Map<string, number>();
  readonly #problems = new Map<string, { problem: Finding; exchange: OutOfCaseExchange }>();
  /** The first version under which a contact point was listed, by key. */
  readonly #versions = new Map<string, string>();

  constructor(
    requests: PreflightRequests,
    descriptions: readonly Description[],
    { operator, clock }: Pick<Ports, 'operator' | 'clock'>,
  ) {
    this.#requests = requests;
    this.#descriptions = descriptions;
    this.#operator = operator;
    this.#clock = clock;
  }

  /** Fetches a list. */
  async ask(version: string, key: string): Promise<Listing> {
    const listing = await list(this.#requests, this.#description(version), key);
    this.fetched.push({ version, exchange: listing.exchange });
    return listing;
  }

  /** What the version listed for the key at first, with those online whom the driver logged in. */
  async of(version: string, key: string): Promise<ListedDestination[]> {
    const place = placeOf(version, key);
    const listing = this.#known.get(place) ?? this.#first(version, key);
    this.#known.set(place, listing);
    const { listed, problem, exchange } = await listing;
    if (!problem && !this.#versions.has(key)) this.#versions.set(key, version);
    if (problem) this.#problems.set(place, { problem, exchange });
    else this.#problems.delete(place);
    if (problem?.verdict === 'inconclusive' && this.#known.get(place) === listing) {
      const tries = (this.#tries.get(place) ?? 0) + 1;
      this.#tries.set(place, tries);
      if (tries < MOST_TRIES) this.#known.delete(place);
    }
    return listed;
  }

  /** Why the version lists no destination for the key; null: unknown. */
  whyNone(version: string, key: string): { problem: Finding; exchange: OutOfCaseExchange } | null {
    return this.#problems.get(placeOf(version, key)) ?? null;
  }

  /** Whether the version lists the destination for another key, as far as it was asked. */
  async isListedAtOthers(version: string, key: string, id: string): Promise<boolean> {
    const own = placeOf(version, key);
    const others = [...this.#known].filter(
      ([place]) => place !== own && place.startsWith(placeOf(version, '')),
    );
    const listings = await Promise.all(others.map(([, listing]) => listing));
    return listings.some(({ listed }) => listed.some((each) => each.id === id));
  }

  /** Employees whose sessions have ended by themselves log in again, if the driver can. */
  async logInAgain(isOut: IsOut): Promise<void> {
    const [first, ...others] = this.#versions;
    if (!first) return;
    const atFirst = await this.#ended(first, isOut);
    // Where no session has ended at one contact point, none has at the others.
    if (atFirst.length === 0) return;
    const all = await Promise.all(
      [first, ...others].map(async (point) => ({
        point,
        ended: point === first ? atFirst : await this.#ended(point, isOut),
      })),
    );
    await Promise.all(
      all.flatMap(({ point: [key, version], ended }) =>
        ended.map((destination) => this.#logInOrNote(key, version, destination)),
      ),
    );
  }

  async #first(version: string, key: string): Promise<Listing> {
    const listing = await this.ask(version, key);
    const description = this.#description(version);
    const loggedIn = await logIn(listing.listed, { operator: this.#operator, description, key });
    if (loggedIn.size === 0) return listing;
    const { listed } = await this.#askAfterLogin(version, key, loggedIn);
    // Others judge whether the list follows.
    return {
      ...listing,
      listed: listed.map((each) => ({ ...each, online: each.online || loggedIn.has(each.id) })),
    };
  }

  /** Fetches lists until employees who have logged in are shown at these destinations, or until that takes too long. */
  async #askAfterLogin(version: string, key: string, loggedIn: ReadonlySet<string>): Promise<Listing> {
    const began = this.#clock.now();
    for (;;) {
      const listing = await this.ask(version, key);
      const isAway = ({ id, online }: ListedDestination): boolean => loggedIn.has(id) && !online;
      if (!listing.listed.some(isAway) || this.#clock.now() - began > LOGIN_MS) return listing;
      await this.#clock.sleep(LOGIN_PAUSE_MS);
    }
  }

  /** Destinations whose employees were logged in, are not shown as such any more, and did not log out. */
  async #ended([key, version]: readonly [string, string], isOut: IsOut): Promise<ListedDestination[]> {
    const now = (await this.ask(version, key)).listed;
    return (await this.of(version, key)).filter(
      ({ id, online }) => online && !isOut(key, id) && now.some((each) => each.id === id && !each.online),
    );
  }

  /** Logs employees in, or takes note that the destination has none any more. */
  async #logInOrNote(key: string, version: string, { id }: ListedDestination): Promise<void> {
    const change = { key, destination: id, online: true };
    const isBack =
      this.#operator.supports('set_presence') &&
      (await setPresence(this.#operator, this.#description(version), change)).ok;
    if (isBack) {
      await this.#askAfterLogin(version, key, new Set([id]));
      return;
    }
    const places = this.#descriptions.map((description) => placeOf(description.version, key));
    const listings = await Promise.all(places.flatMap((place) => this.#known.get(place) ?? []));
    for (const each of listings.flatMap(({ listed }) => listed)) if (each.id === id) each.online = false;
  }

  #description(version: string): Description {
    const description = this.#descriptions.find((description) => description.version === version);
    if (!description) throw new Error(`No description of the version ${version} is loaded.`);
    return description;
  }
}

function placeOf(version: string, key: string): string {
  return `${version} ${key}`;
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
