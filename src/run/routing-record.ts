import { triggersOf } from '../cases/description-lookups.js';
import { gapsOf } from '../cases/statements.js';
import type { Case } from '../cases/types.js';
import { WindowCoverage } from '../cases/walks/windows.js';
import { runRouting, scenarioStep } from '../description/routing.js';

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
  const byId = new Map(records.map((testCase) => [testCase.id, testCase]));
  for (const testCase of cases) {
    const record = byId.get(testCase.id);
    if (!testCase.scenario || !testCase.operation || !record) continue;
    const key = `${testCase.scenario.id}/${testCase.operation}`;
    const title =
      descriptions.find(({ version }) => version === testCase.version)?.scenarios[testCase.scenario.id]
        ?.title ?? testCase.scenario.id;
    const row = rows.get(key) ?? {
      scenario: testCase.scenario.id,
      title,
      operation: testCase.operation,
      cells: [],
    };
    row.cells.push({
      version: testCase.version,
      expected: testCase.scenario.expected,
      observed: observedOf(testCase, record, events),
      verdict: record.verdict,
      caseId: testCase.id,
    });
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** A pass saw what was due; a failure that names the event saw the opposite; if either is right, the events decide. */
function observedOf(
  testCase: Case,
  { verdict, reason }: CaseRecord,
  events: readonly EventRecord[],
): 'sent' | 'not sent' | 'unknown' {
  const expected = testCase.scenario?.expected;
  if (expected === 'open' && cameBeyondDue(testCase, events)) return 'sent';
  if (verdict === 'pass') return expected === 'open' ? 'not sent' : (expected ?? 'unknown');
  if (reason?.code === 'unexpected-event') return 'sent';
  return reason?.code === 'no-event' ? 'not sent' : 'unknown';
}

/** Whether the event that the case watches for came more often than its earlier messages cause it. */
function cameBeyondDue(testCase: Case, events: readonly EventRecord[]): boolean {
  const watched = testCase.steps.findLast((step) => step.do === 'expect-event');
  if (watched === undefined || typeof watched.times === 'number') return false;
  const came = events.filter(({ caseId, name }) => caseId === testCase.id && name === watched.event);
  return came.length > watched.times.atLeast;
}

/**
 * The routing state machines, each transition with the cases that go through it. A gap named after a transition asks what
 * that does: its cases are the transition's.
 */
export function machines(
  descriptions: readonly Description[],
  cases: readonly Case[],
  records: readonly CaseRecord[],
): Machine[] {
  const passed = new Set(records.flatMap(({ id, verdict }) => (verdict === 'pass' ? [id] : [])));
  return descriptions.map((description) => {
    const coverage = new WindowCoverage(description);
    for (const { id, version, group, name } of cases)
      if (version === description.version && group === 'walks' && passed.has(id)) coverage.noteTrace(name);
    return withWindows(machine(description, cases), coverage);
  });
}

/** The machine with the windows that were walked. */
export function withWindows(drawn: Machine, coverage: WindowCoverage): Machine {
  return {
    ...drawn,
    windows: coverage.covered,
    transitions: drawn.transitions.map((transition) => {
      const windows = coverage.through(transition.id);
      return windows.legal === 0 ? transition : { ...transition, windows };
    }),
  };
}

function machine(description: Description, cases: readonly Case[]): Machine {
  const { version, routing } = description;
  const all = cases.filter((testCase) => testCase.version === version);
  const own = all.filter(({ scenario }) => scenario);
  const asking = (id: string): string[] =>
    all
      .filter((testCase) => !testCase.scenario && gapsOf(testCase).includes(id))
      .map(({ id: caseId }) => caseId);
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
        cases: [
          ...own
            .filter((testCase) => transitions(description, testCase).includes(id))
            .map((testCase) => testCase.id),
          ...asking(id),
        ],
        judges: [
          ...own
            .filter((testCase) => transitions(description, testCase).at(-1) === id)
            .map((testCase) => testCase.id),
          ...asking(id),
        ],
      }),
    ),
  };
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
function transitions(description: Description, testCase: Case): string[] {
  const scenario = description.scenarios[testCase.scenario?.id ?? ''];
  const steps = (scenario?.steps ?? []).map(scenarioStep);
  return runRouting(description.routing, triggersOf(steps, 'a')).map(({ transition }) => transition);
}
