import type { Description } from '../../../src/description/types.js';
import type { Mutant } from '../../../src/selftest/mutants/mutant.js';
import { meetMutant } from '../../../src/selftest/run-mutant.js';
import { lackingEvidence, recordOf, unnamedDefect } from './evidence-contract.js';

/**
 * For tests: what the evidence of failures lacks, over services with these mutants, one after the other. Those that need
 * sockets are left out: they take seconds each.
 */
export async function lackingOver(
  mutants: readonly Mutant[],
  descriptions: Description[],
): Promise<string[]> {
  const lacking: string[] = [];
  for (const mutant of mutants.filter(({ sockets, tls }) => !sockets && !tls)) {
    const { evidence } = await meetMutant(mutant, descriptions, { allCases: false });
    const record = evidence && recordOf(evidence);
    if (!record?.cases.some(({ verdict }) => verdict === 'fail')) continue;
    const found = [...lackingEvidence(record), ...unnamedDefect(record, mutant, descriptions)];
    lacking.push(...found.map((what) => `${mutant.id}: ${what}`));
  }
  return lacking;
}
