import { STATE_ACROSS_VERSIONS } from '../cases/concurrency/conversation.js';
import type { CaseOutcome } from '../engine/evidence.js';
import { count } from '../phrases.js';
import type { RunRecord } from '../record/types.js';
import type { Evidence } from '../run/case-records.js';
import { actionRecords } from '../run/operator-side.js';
import { withWindows } from '../run/routing-record.js';
import { runRecord } from '../run/run-record.js';
import { recordedSentences } from '../run/verdict.js';
import type { Exploration, Found } from './explore.js';
import type { Session } from './session.js';
import { idOf } from './walk.js';

/** Walks without a verdict that are recorded one by one. */
const MOST_OPEN = 20;

/**
 * What an exploration has shown, as reporters get it: each way to fail as the case of its simplest walk, what was left
 * without a verdict, and how much was walked.
 */
export function explorationRecord(
  session: Session,
  exploration: Exploration,
  { seed, durationMs }: { seed: number | null; durationMs: number },
): RunRecord {
  const { request, prepared, catcher, redact, startedAt, readyMs, walkContext, notes } = session;
  const { found, open, walks, moves, windows, passed, failed, unexplained } = exploration;
  const numbered = renumbered(found);
  const light = open
    .slice(0, MOST_OPEN)
    .map((outcome): CaseOutcome => ({ ...outcome, exchanges: [], events: [] }));
  const exchanges = numbered.flatMap((found) => found.exchanges);
  const evidence: Evidence = {
    descriptions: prepared.descriptions,
    outcomes: distinct([...numbered.map(({ outcome }) => outcome), ...light]),
    skipped: [],
    exchanges,
    deliveries: found.flatMap(({ deliveries }) => deliveries),
    readings: numbered.flatMap(({ readings }) => readings),
    reader: prepared.runContext.reader,
    actions: actionRecords(
      found.flatMap(({ actions }) => actions),
      exchanges,
      prepared.descriptions,
      startedAt,
    ),
    nonce: walkContext.runContext.nonce,
    startedAt,
  };
  const record = runRecord({
    request,
    prepared,
    evidence,
    wanted: [],
    leftOut: 1,
    stopped: null,
    interference: null,
    known: [],
    readyMs,
    durationMs,
    catcher,
    redact,
  });
  return {
    ...record,
    ...redact(recordedSentences(verdictSentences(record, exploration))),
    observations: [
      ...record.observations.filter(({ gap }) => gap !== STATE_ACROSS_VERSIONS),
      ...exploration.readings.observations,
    ],
    machines: record.machines.map((machine) => {
      const coverage = exploration.proven.of(machine.version);
      return coverage ? withWindows(machine, coverage) : machine;
    }),
    walks: {
      walks,
      moves,
      passed,
      failed,
      unexplained,
      windows,
      ...(seed !== null && { seed }),
      found: found.map(({ walk, from, times, again }) => ({
        caseId: idOf(walk),
        moves: walk.moves.length,
        from,
        times,
        again,
      })),
      notes: redact(notes),
    },
  };
}

function verdictSentences(
  { verdict }: RunRecord,
  { found, walks, moves, failed, windows }: Exploration,
): string[] {
  const walked = `${count(walks, 'walk')} of ${count(moves, 'move')} in all`;
  const through = `${windows.covered} of ${windows.legal} sequences of three moves were walked`;
  const began = verdict === 'interrupted' ? 'Interrupted: ' : '';
  if (found.length > 0)
    return [`${began}${failed} of ${walked} failed, in ${count(found.length, 'way')}; ${through}.`];
  const all = walks === 1 ? 'The walk' : `All ${count(walks, 'walk')}`;
  return [
    `${began}${all} passed, ${count(moves, 'move')} in all; ${through}.`,
    'Random walks cannot prove conformance.',
  ];
}

function distinct(outcomes: readonly CaseOutcome[]): CaseOutcome[] {
  return [...new Map(outcomes.map((outcome) => [outcome.case.id, outcome])).values()];
}

/** Each batch numbers its exchanges and readings from the beginning. */
function renumbered(found: readonly Found[]): Found[] {
  const numberings = { exchanges: numbering(), readings: numbering() };
  return found.map((found) => {
    const exchanges = numberings.exchanges(found.exchanges);
    const readings = numberings.readings(found.readings);
    const { outcome } = found;
    return {
      ...found,
      exchanges: exchanges.all,
      readings: readings.all,
      outcome: {
        ...outcome,
        exchanges: outcome.exchanges.flatMap((id) => exchanges.of(id) ?? []),
        ...(outcome.readings && { readings: outcome.readings.flatMap((id) => readings.of(id) ?? []) }),
        ...(outcome.judged && { judged: moved(outcome.judged, exchanges.of, readings.of) }),
      },
    };
  });
}

type Of = (id: number) => number | undefined;

function numbering() {
  let last = 0;
  return <T extends { id: number }>(items: readonly T[]): { all: T[]; of: Of } => {
    const numbers = new Map(items.map(({ id }) => [id, ++last]));
    return {
      all: items.map((item) => ({ ...item, id: numbers.get(item.id) ?? 0 })),
      of: (id) => numbers.get(id),
    };
  };
}

function moved(judged: NonNullable<CaseOutcome['judged']>, exchangeOf: Of, readingOf: Of): typeof judged {
  const { exchange, reading, ...place } = judged.place;
  const [newExchange, newReading] = [
    exchange === undefined ? undefined : exchangeOf(exchange),
    reading === undefined ? undefined : readingOf(reading),
  ];
  return {
    ...judged,
    place: {
      ...place,
      ...(newExchange !== undefined && { exchange: newExchange }),
      ...(newReading !== undefined && { reading: newReading }),
    },
  };
}
