import type { PreflightVerdict, RunRecord, StatementRecord } from '../../record/types.js';

/** What the preflights showed of the statements that no case can look at; one that saw it counts before one that could not. */
export function preflightVerdicts(records: readonly RunRecord[]): { tls: PreflightVerdict } {
  const shown = records
    .flatMap(({ statements }) => statements)
    .filter(({ preflight }) => preflight !== undefined);
  const telling = shown.find((statement) => Object.values(statement.verdicts).includes('pass')) ?? shown[0];
  return { tls: telling ? verdictOf(telling) : { verdict: 'skipped', text: '' } };
}

function verdictOf({ verdicts, preflight = '' }: StatementRecord): PreflightVerdict {
  return { verdict: Object.values(verdicts).includes('pass') ? 'pass' : 'skipped', text: preflight };
}
