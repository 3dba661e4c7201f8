import { groupBy } from '../../group-by.js';
import { type CaseResult, resultOf } from '../../record/case-results.js';
import type {
  ActionRecord,
  CaseRecord,
  EventRecord,
  ExchangeRecord,
  ReadingRecord,
  RunRecord,
  StatementRecord,
} from '../../record/types.js';
import type { Defect } from '../defects/defect.js';
import { defectsOf, type Unproven, unprovenGroups, withConsequences } from '../defects/defects.js';
import { ownersOf } from '../defects/ranks.js';
import type { SelftestDigest } from '../selftest-digest.js';
import type { Budget } from './budgets.js';
import { DeferredParts } from './to-markup.js';

/** The record with the look-ups that the page's components share. */
export interface Model {
  record: RunRecord;
  /** The self-test whose record is beside the report. */
  selftest: SelftestDigest | null;
  defects: Defect[];
  unproven: Unproven[];
  budget: Budget;
  /** The method of most requests, not worth repeating in small drawings. */
  usualMethod: string;
  /** Cases shown with their full evidence. */
  full: Set<string>;
  caseOf(id: string): CaseRecord | undefined;
  resultOf(testCase: CaseRecord): CaseResult;
  /** Element id of a case; null when there is no such case. */
  anchor(caseId: string): string | null;
  exchangesOf(testCase: CaseRecord): ExchangeRecord[];
  /** Events that the case names, and all others of its own users, in time. */
  eventsOf(testCase: CaseRecord): EventRecord[];
  /** Its own, and moves of the service's clock in its course. */
  actionsOf(testCase: CaseRecord): ActionRecord[];
  readingsOf(testCase: CaseRecord): ReadingRecord[];
  exchange(id: number | undefined): ExchangeRecord | undefined;
  /** The statement under which a failing case's defect is reported. */
  ownerOf(testCase: CaseRecord): string | undefined;
  /** Whether the case made a request itself; one that judges the whole run did not. */
  isOwn(testCase: CaseRecord): boolean;
  statementOf(id: string): StatementRecord | undefined;
  /** Element id of the case that an exchange is shown under; elsewhere there is a link. Undefined: there is no such case. */
  homeOf(exchange: ExchangeRecord): string | undefined;
  /** What is rendered only when the page is written. */
  deferred: DeferredParts;
}

export function buildModel(record: RunRecord, budget: Budget, selftest: SelftestDigest | null): Model {
  const cases = new Map(record.cases.map((testCase) => [testCase.id, testCase]));
  const exchanges = new Map(record.exchanges.map((exchange) => [exchange.id, exchange]));
  const statements = new Map(record.statements.map((statement) => [statement.id, statement]));
  const anchors = anchorsOf(record.cases);
  const defects = defectsOf(record);
  const byCase = new Map(
    record.cases.map((testCase) => [
      testCase.id,
      testCase.exchanges.flatMap((id) => exchanges.get(id) ?? []),
    ]),
  );
  const exchangesOf = (testCase: CaseRecord) => byCase.get(testCase.id) ?? [];
  const parts = defects.flatMap(withConsequences).flatMap((defect) => defect.parts);
  const full = new Set(
    Array.from({ length: budget.fullCases }, (_, nth) =>
      parts.flatMap(({ cases: own }) => own[nth]?.id ?? []),
    )
      .flat()
      .slice(0, budget.mostFull),
  );
  const readings = groupBy(record.readings ?? [], ({ caseId }) => caseId);
  const owners = ownersOf(record);
  const events = eventsByCase(record);
  const actions = groupBy(record.actions ?? [], ({ caseId }) => caseId);
  const clockMoves = (record.actions ?? []).filter(({ moved }) => moved !== undefined);
  const isOwn = (testCase: CaseRecord) => exchangesOf(testCase).some(({ caseId }) => caseId === testCase.id);
  return {
    record,
    selftest,
    defects,
    unproven: unprovenGroups(record),
    budget,
    usualMethod: mostFrequent(record.exchanges.map(({ request }) => request.method)),
    full,
    caseOf: (id) => cases.get(id),
    resultOf: (testCase) => resultOf(testCase, record.failLevel),
    anchor: (id) => anchors.get(id) ?? null,
    exchangesOf,
    eventsOf: (testCase) => events.get(testCase.id) ?? [],
    actionsOf: (testCase) => [
      ...(actions.get(testCase.id) ?? []),
      ...clockMoves.filter(({ moved }) => moved?.cases.includes(testCase.id)),
    ],
    isOwn,
    statementOf: (id) => statements.get(id),
    readingsOf: (testCase) => readings.get(testCase.id) ?? [],
    exchange: (id) => (id === undefined ? undefined : exchanges.get(id)),
    ownerOf: (testCase) => owners.get(testCase.id),
    homeOf: (exchange) => anchors.get(exchange.caseId),
    deferred: new DeferredParts(),
  };
}

/** Events that a case names, and all others of the users for whom it made requests itself, in time. */
function eventsByCase({ cases, events, exchanges }: RunRecord): Map<string, EventRecord[]> {
  const byId = new Map(events.map((event) => [event.id, event]));
  const byUser = groupBy(events, ({ user }) => user);
  const users = new Map<string, Set<string>>();
  for (const { caseId, user } of exchanges)
    if (user !== null) users.set(caseId, (users.get(caseId) ?? new Set()).add(user));
  return new Map(
    cases.flatMap((testCase) => {
      const own = [...(users.get(testCase.id) ?? [])].flatMap((user) => byUser.get(user) ?? []);
      if (own.length === 0 && testCase.events.length === 0) return [];
      const all = new Set([...testCase.events.flatMap((id) => byId.get(id) ?? []), ...own]);
      return [[testCase.id, [...all].sort((a, b) => a.atMs - b.atMs || a.id - b.id)] as const];
    }),
  );
}

function mostFrequent(values: string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

/** Readable element ids in the report, one of its own for each case. */
export function anchorsOf(cases: readonly CaseRecord[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    cases.map(({ id }) => {
      // The script of the page makes the same of an id.
      const base = `c-${id.replaceAll('.', '_').replace(/[^A-Za-z0-9_]+/g, '-')}`;
      let anchor = base;
      for (let more = 2; taken.has(anchor); more++) anchor = `${base}-${more}`;
      taken.add(anchor);
      return [id, anchor];
    }),
  );
}
