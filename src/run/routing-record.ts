import { walk } from '../cases/routing-model.js';
import type { Case } from '../cases/types.js';
import { scenarioStep, triggersOf } from '../cases/vocabulary.js';
import type { Description, Ordinals } from '../description/types.js';
import type { CaseRecord, EventRecord, Machine, TruthRow } from '../record/types.js';

/** Each routing scenario by each operation: what was due under each version, and what the target did. */
export function truthTable(
  descriptions: readonly Description[],
  cases: readonly Case[],
  records: readonly CaseRecord[],
  events: readonly EventRecord[],
): TruthRow[] {
  const rows = new Map<string, TruthRow>();
  const byId = new Map(records.map((one) => [one.id, one]));
  for (const one of cases) {
    const record = byId.get(one.id);
    if (!one.scenario || !one.operation || !record) continue;
    const key = `${one.scenario.id}/${one.operation}`;
    const title =
      descriptions.find(({ version }) => version === one.version)?.scenarios[one.scenario.id]?.title ??
      one.scenario.id;
    const row = rows.get(key) ?? { scenario: one.scenario.id, title, operation: one.operation, cells: [] };
    row.cells.push({
      version: one.version,
      expected: one.scenario.expected,
      observed: observedOf(one, record, events),
      verdict: record.verdict,
      caseId: one.id,
    });
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** A pass saw what was due; a failure that names the event saw the opposite; where either is right the events tell. */
function observedOf(
  one: Case,
  { verdict, reason }: CaseRecord,
  events: readonly EventRecord[],
): 'sent' | 'not sent' | 'unknown' {
  const expected = one.scenario?.expected;
  if (expected === 'open' && cameBeyondDue(one, events)) return 'sent';
  if (verdict === 'pass') return expected === 'open' ? 'not sent' : (expected ?? 'unknown');
  if (reason?.code === 'unexpected-event') return 'sent';
  return reason?.code === 'no-event' ? 'not sent' : 'unknown';
}

/** Whether the event that the case watches for came more often than its earlier messages cause. */
function cameBeyondDue(one: Case, events: readonly EventRecord[]): boolean {
  const watched = one.steps.findLast((step) => step.do === 'notified');
  if (watched === undefined || typeof watched.times === 'number') return false;
  const came = events.filter(({ caseId, name }) => caseId === one.id && name === watched.event);
  return came.length > watched.times.atLeast;
}

/** The routing state machines, each transition with the cases that go through it. */
export function machines(descriptions: readonly Description[], cases: readonly Case[]): Machine[] {
  return descriptions.map((description) => {
    const { version, routing } = description;
    const own = cases.filter((one) => one.version === version && one.scenario);
    return {
      version,
      initial: routing.initial,
      states: Object.entries(routing.states).map(([id, { title }]) => ({ id, title })),
      transitions: Object.entries(routing.transitions).map(
        ([id, { from, to, on, sends, keeps, delivers, open, ends }]) => ({
          id,
          from,
          to,
          on,
          effects: [
            ...(sends ? [`sends ${sends.event}${forMessages(sends.messages)}`] : []),
            ...(open ? [`may send ${open.event}${forMessages(open.messages)}`] : []),
            ...(keeps ? ['keeps the message'] : []),
            ...(delivers ? ['delivers'] : []),
            ...(ends ? ['ends the conversation'] : []),
          ],
          cases: own.filter((one) => transitions(description, one).includes(id)).map((one) => one.id),
          judges: own.filter((one) => transitions(description, one).at(-1) === id).map((one) => one.id),
        }),
      ),
    };
  });
}

/** Which messages of a conversation are meant. */
function forMessages(messages: Ordinals | undefined): string {
  if (!messages) return '';
  const { from, to } = messages;
  if (to === undefined) return from === 1 ? ' for every message' : ` from message ${from} on`;
  if (from === to) return from === 1 ? ' for the first message only' : ` for message ${from} only`;
  return ` for messages ${from} to ${to}`;
}

/** Transitions that the judged user goes through. */
function transitions(description: Description, one: Case): string[] {
  const scenario = description.scenarios[one.scenario?.id ?? ''];
  const steps = (scenario?.steps ?? []).map(scenarioStep);
  return walk(description.routing, triggersOf(steps, 'a')).map(({ transition }) => transition);
}
