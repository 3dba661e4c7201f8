import type { Description } from '../../description/types.js';
import type { CaseOutcome } from '../../engine/run-context.js';
import type { Observation } from '../../record/types.js';
import { count } from '../../reporters/words.js';
import type { Evidence } from '../record.js';

const MAX_CASES = 5;

/** What the whole traffic shows of gaps: copies of events, and whether there was too much of it at once. */
export function trafficObservations(evidence: Evidence): Observation[] {
  return evidence.descriptions.flatMap((description) => [
    ...copies(description, evidence),
    ...rates(description, evidence),
  ]);
}

/** Events that one stimulus caused, counted in the cases that see to it that it was one. */
function copies({ version }: Description, { outcomes, deliveries, reader }: Evidence): Observation[] {
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const cases: string[] = [];
  const counts = new Map<string, number[]>();
  for (const outcome of outcomes) {
    const event = single(outcome);
    if (event === null || outcome.case.version !== version) continue;
    const came = outcome.events
      .flatMap((id) => byId.get(id) ?? [])
      .flatMap((delivery) => reader.events(delivery).filter(({ name }) => name === event));
    if (came.length === 0) continue;
    const users = groupCounts(came.map(({ user }) => user));
    counts.set(event, [...(counts.get(event) ?? []), ...users]);
    cases.push(outcome.case.id);
  }
  const perEvent = [...counts].map(([event, all]) => `${event} ${often(Math.min(...all), Math.max(...all))}`);
  return perEvent.length === 0
    ? []
    : [
        {
          gap: 'duplicate-events',
          version,
          value: perEvent.sort().join(', '),
          cases: cases.slice(0, MAX_CASES),
        },
      ];
}

/** How often each value comes. */
function groupCounts(values: readonly unknown[]): number[] {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}

/** Event that the case knows to have caused once; null: none. */
function single({ case: { steps } }: CaseOutcome): string | null {
  const step = steps.find((step) => step.do === 'notified' && step.calibrates === true);
  return step?.do === 'notified' ? step.event : null;
}

function often(least: number, most: number): string {
  if (most === 1) return 'once';
  return least === most ? `${most} times` : `${least} to ${most} times`;
}

/** Answers of what stands before a service are the only sign of a limit. */
function rates({ version, http }: Description, { exchanges }: Evidence): Observation[] {
  const own = exchanges.filter((exchange) => exchange.version === version);
  if (own.length === 0) return [];
  const statuses = own.flatMap(({ outcome }) =>
    outcome.kind === 'answer' && http.infrastructureStatuses.includes(outcome.status) ? [outcome.status] : [],
  );
  const seen = [...new Set(statuses)].sort().map((status) => `status ${status} came`);
  const late = own.filter(({ outcome }) => outcome.kind === 'answer' && outcome.heldBack).length;
  if (late > 0)
    seen.push(
      `${count(late, 'request')} ${late === 1 ? 'was' : 'were'} turned away at first and accepted when sent again`,
    );
  return [
    {
      gap: 'rate-limits',
      version,
      value: seen.length === 0 ? 'no request of this run was turned away' : seen.join(', '),
      cases: [],
    },
  ];
}
