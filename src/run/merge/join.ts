import { matches } from '../../cases/statements.js';
import type {
  CaseRecord,
  Observation,
  PreflightVerdict,
  RunRecord,
  StatementRecord,
  Verdict,
} from '../../record/types.js';

/** What counts of a case in several records: a violation anywhere, then a doubt; not to have been exercised says least. */
const WEIGHT: Verdict[] = ['skipped', 'pass', 'inconclusive', 'fail', 'error'];

/** The cases of all records by id, each once. A failure that a baseline accepts weighs less than one that it does not. */
export function mergeCases(records: readonly RunRecord[]): CaseRecord[] {
  const merged = new Map<string, CaseRecord>();
  for (const testCase of records.flatMap(({ cases }) => cases)) {
    const known = merged.get(testCase.id);
    if (!known || weight(testCase) > weight(known)) merged.set(testCase.id, testCase);
  }
  return [...merged.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function weight({ verdict, accepted, reason }: CaseRecord): number {
  // A law that met no answer in one part of a run was not exercised there.
  if (reason?.code === 'not-exercised') return WEIGHT.indexOf('skipped');
  return WEIGHT.indexOf(verdict) - (accepted ? 0.5 : 0);
}

/** How the deployment fills the gaps: the same answer in several records is one, with the cases of all of them. */
export function mergeObservations(records: readonly RunRecord[]): Observation[] {
  const merged = new Map<string, Observation>();
  for (const observation of records.flatMap(({ observations }) => observations)) {
    const key = JSON.stringify([observation.gap, observation.version, observation.value]);
    const known = merged.get(key);
    merged.set(
      key,
      known ? { ...known, cases: [...new Set([...known.cases, ...observation.cases])] } : observation,
    );
  }
  return [...merged.values()];
}

type Line = RunRecord['baseline'][number];

/**
 * What became of the baseline's entries in all records together, each line once. An entry that is stale in one part of a
 * run and accepted in another is not stale: a glob stands for cases of several parts.
 */
export function mergeBaselines(records: readonly RunRecord[]): Line[] {
  const lines = [
    ...new Map(records.flatMap(({ baseline }) => baseline).map((entry) => [key(entry), entry])).values(),
  ];
  const accepted = lines.filter(({ state }) => state === 'accepted');
  return lines.filter(
    (line) =>
      line.state !== 'stale' ||
      !accepted.some(({ caseId }) => caseId === line.caseId || matches(line.caseId, caseId)),
  );
}

function key({ caseId, state }: Line): string {
  return `${state} ${caseId}`;
}

/** What the preflights showed of the statements that no case can look at; one that saw it counts before one that could not. */
export function preflightVerdicts(records: readonly RunRecord[]): { tls: PreflightVerdict } {
  const shown = records
    .flatMap(({ statements }) => statements)
    .filter(({ preflight }) => preflight !== undefined);
  const telling = shown.find((statement) => Object.values(statement.verdicts).includes('pass')) ?? shown[0];
  return { tls: telling ? preflightVerdict(telling) : { verdict: 'skipped', text: '' } };
}

function preflightVerdict({ verdicts, preflight = '' }: StatementRecord): PreflightVerdict {
  return { verdict: Object.values(verdicts).includes('pass') ? 'pass' : 'skipped', text: preflight };
}
