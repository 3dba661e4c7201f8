import type {
  ActionRecord,
  CaseRecord,
  EventRecord,
  ExchangeRecord,
  RunRecord,
  StatementRecord,
} from '../../record/types.js';
import { groupBy } from '../group-by.js';
import type { SelftestDigest } from '../selftest-digest.js';
import { type Standing, standing } from '../standing.js';
import { type Story, tellStories, tellUnproven, type Unproven } from '../story.js';
import { anchorsOf } from './anchors.js';
import type { Budget } from './budgets.js';
import { Pieces } from './pieces.js';

/** The record with the look-ups that the page's components share. */
export interface Model {
  record: RunRecord;
  /** The self-test that lies beside the report. */
  selftest: SelftestDigest | null;
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
  /** Events that the case names, and all others of its own users, in time. */
  eventsOf(one: CaseRecord): EventRecord[];
  actionsOf(one: CaseRecord): ActionRecord[];
  /** Whether the case made a request itself; one that judges the whole run did not. */
  isOwn(one: CaseRecord): boolean;
  statementOf(id: string): StatementRecord | undefined;
  /** The case under which an exchange is shown; elsewhere it is linked. Undefined: nowhere, for there are too many. */
  homeOf(exchange: ExchangeRecord): string | undefined;
  /** What is rendered when the page is written. */
  pieces: Pieces;
}

export function buildModel(record: RunRecord, budget: Budget, selftest: SelftestDigest | null): Model {
  const cases = new Map(record.cases.map((one) => [one.id, one]));
  const exchanges = new Map(record.exchanges.map((one) => [one.id, one]));
  const statements = new Map(record.statements.map((one) => [one.id, one]));
  const anchors = anchorsOf(record.cases);
  const stories = tellStories(record);
  const byCase = new Map(
    record.cases.map((one) => [one.id, one.exchanges.flatMap((id) => exchanges.get(id) ?? [])]),
  );
  const exchangesOf = (one: CaseRecord) => byCase.get(one.id) ?? [];
  const full = new Set(
    stories.flatMap((story) => story.cases.slice(0, budget.fullCases).map(({ id }) => id)),
  );
  const homes = homesOf(record, full, (one) => (full.has(one.id) ? budget.fullItems : budget.briefItems));
  const events = eventsByCase(record, exchangesOf);
  const actions = groupBy(record.actions ?? [], ({ caseId }) => caseId);
  const isOwn = (one: CaseRecord) => exchangesOf(one).some(({ caseId }) => caseId === one.id);
  return {
    record,
    selftest,
    stories,
    unproven: tellUnproven(record),
    budget,
    usualMethod: mostFrequent(record.exchanges.map(({ request }) => request.method)),
    full,
    caseOf: (id) => cases.get(id),
    standingOf: (one) => standing(one, record.failLevel),
    anchor: (id) => anchors.get(id) ?? null,
    exchangesOf,
    eventsOf: (one) => events.get(one.id) ?? [],
    actionsOf: (one) => actions.get(one.id) ?? [],
    isOwn,
    statementOf: (id) => statements.get(id),
    homeOf: (exchange) => homes.get(exchange.id),
    pieces: new Pieces(),
  };
}

/** Events that a case names, and all others of the users for whom it made requests itself. */
function eventsByCase(
  { cases, events }: RunRecord,
  exchangesOf: (one: CaseRecord) => ExchangeRecord[],
): Map<string, EventRecord[]> {
  const byId = new Map(events.map((one) => [one.id, one]));
  const byUser = groupBy(events, ({ user }) => user);
  return new Map(
    cases.map((one) => {
      const all = new Set<EventRecord>();
      for (const id of one.events) {
        const event = byId.get(id);
        if (event) all.add(event);
      }
      for (const { caseId, user } of exchangesOf(one))
        if (caseId === one.id && user !== null) for (const event of byUser.get(user) ?? []) all.add(event);
      return [one.id, [...all].sort((a, b) => a.atMs - b.atMs || a.id - b.id)];
    }),
  );
}

/**
 * The case that made an exchange shows it, if it is among its last ones; else a case that is shown whole, or, where the
 * maker is unknown, whoever lists it.
 */
function homesOf(
  { cases, exchanges }: RunRecord,
  full: Set<string>,
  most: (one: CaseRecord) => number,
): Map<number, string> {
  const makers = new Map(exchanges.map(({ id, caseId }) => [id, caseId]));
  const known = new Set(cases.map(({ id }) => id));
  const homes = new Map<number, string>();
  for (const one of cases) {
    const own = one.exchanges.filter((id) => {
      const maker = makers.get(id);
      return maker === one.id || (maker !== undefined && !known.has(maker) && !homes.has(id));
    });
    for (const id of own.slice(Math.max(0, own.length - most(one)))) homes.set(id, one.id);
  }
  for (const one of cases)
    if (full.has(one.id))
      for (const id of one.exchanges.slice(-most(one))) homes.set(id, homes.get(id) ?? one.id);
  return homes;
}

function mostFrequent(values: string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
