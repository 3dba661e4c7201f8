import { expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import { deriveMutants } from '../../src/selftest/mutants/derive.js';
import { meetMutant } from '../../src/selftest/run-mutant.js';
import { lackingEvidence, recordOf, unnamedDefect } from '../support/record/evidence-contract.js';

const descriptions = await loadDescriptions();
/** One of so many: all of them take as long as the self-test. */
const SHARE = 20;
/** In virtual time: what needs sockets takes seconds each. */
const mutants = (await deriveMutants(descriptions))
  .filter(({ sockets, tls }) => !sockets && !tls)
  .filter((_, at) => at % SHARE === 0);

test('every failure of a twentieth of all mutants and faults shows what it rests on, and the first card names the defect', async () => {
  const lacking: string[] = [];
  for (const mutant of mutants) {
    const { evidence } = await meetMutant(mutant, descriptions, { allCases: false });
    const record = evidence && recordOf(evidence);
    if (!record?.cases.some(({ verdict }) => verdict === 'fail')) continue;
    const found = [...lackingEvidence(record), ...unnamedDefect(record, mutant, descriptions)];
    lacking.push(...found.map((what) => `${mutant.id}: ${what}`));
  }
  expect(lacking).toEqual([]);
}, 300_000);
