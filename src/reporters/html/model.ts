import type {
  CaseRecord,
  EventRecord,
  ExchangeRecord,
  RunRecord,
  StatementRecord,
} from '../../record/types.js';
import { type Standing, standing } from '../standing.js';
import { type Story, tellStories, tellUnproven, type Unproven } from '../story.js';

/** The record with the look-ups that the page's components share. */
export interface Model {
  record: RunRecord;
  stories: Story[];
  unproven: Unproven[];
  budget: Budget;
  /** Method of most requests, not worth repeating in small drawings. */
  usualMethod: string;
  /** Cases shown with their whole evidence. */
  full: Set<string>;
  caseOf(id: string): CaseRecord | undefined;
  standingOf(one: CaseRecord): Standing;
  /** Element id of a case; null when there is no such case. */
  anchor(caseId: string): string | null;
  exchangesOf(one: CaseRecord): ExchangeRecord[];
  /** Events that the case names, and all others of its users. */
  eventsOf(one: CaseRecord): EventRecord[];
  statementOf(id: string): StatementRecord | undefined;
  /** The case under which an exchange is shown; elsewhere it is linked. */
  homeOf(exchange: ExchangeRecord): string | undefined;
}

/** How much evidence the page carries. */
export interface Budget {
  /** Cases of a story shown with their whole evidence. */
  fullCases: number;
  /** Characters of a body in whole evidence, and elsewhere. */
  fullBody: number;
  briefBody: number;
  /** Whether headers are shown outside whole evidence. */
  briefHeaders: boolean;
}

export function buildModel(record: RunRecord, budget: Budget): Model {
  const cases = new Map(record.cases.map((one) => [one.id, one]));
  const exchanges = new Map(record.exchanges.map((one) => [one.id, one]));
  const events = new Map(record.events.map((one) => [one.id, one]));
  const statements = new Map(record.statements.map((one) => [one.id, one]));
  const anchors = anchorsOf(record.cases);
  const stories = tellStories(record);
  const exchangesOf = (one: CaseRecord) => one.exchanges.flatMap((id) => exchanges.get(id) ?? []);
  const full = new Set(
    stories.flatMap((story) => story.cases.slice(0, budget.fullCases).map(({ id }) => id)),
  );
  const homes = homesOf(record, full);
  return {
    record,
    stories,
    unproven: tellUnproven(record),
    budget,
    usualMethod: mostFrequent(record.exchanges.map(({ request }) => request.method)),
    full,
    caseOf: (id) => cases.get(id),
    standingOf: (one) => standing(one, record.failLevel),
    anchor: (id) => anchors.get(id) ?? null,
    exchangesOf,
    eventsOf: (one) => {
      const own = new Set(one.events.flatMap((id) => events.get(id) ?? []));
      const users = new Set(exchangesOf(one).flatMap(({ user }) => user ?? []));
      for (const event of record.events) if (event.user !== null && users.has(event.user)) own.add(event);
      return [...own].sort((a, b) => a.atMs - b.atMs || a.id - b.id);
    },
    statementOf: (id) => statements.get(id),
    homeOf: (exchange) => homes.get(exchange.id),
  };
}

/** A case shown whole comes first, then the case that made the exchange, then whichever lists it. */
function homesOf({ cases, exchanges }: RunRecord, full: Set<string>): Map<number, string> {
  const makers = new Map(exchanges.map(({ id, caseId }) => [id, caseId]));
  const homes = new Map<number, string>();
  const claim = (fits: (one: CaseRecord, id: number) => boolean) => {
    for (const one of cases)
      for (const id of one.exchanges) if (!homes.has(id) && fits(one, id)) homes.set(id, one.id);
  };
  claim((one) => full.has(one.id));
  claim((one, id) => makers.get(id) === one.id);
  claim(() => true);
  return homes;
}

function mostFrequent(values: string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

/** Readable element ids, one of its own for each case. */
function anchorsOf(cases: CaseRecord[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    cases.map(({ id }) => {
      const base = `c-${id.replaceAll('.', '_').replace(/[^A-Za-z0-9_]+/g, '-')}`;
      let anchor = base;
      for (let more = 2; taken.has(anchor); more++) anchor = `${base}-${more}`;
      taken.add(anchor);
      return [id, anchor];
    }),
  );
}
