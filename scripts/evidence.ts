/**
 * `npm run evidence`: every mutant and fault of the self-test, and whether each failure shows what it rests on and the first
 * card of the report names the defect. Exits 1 where one does not. The long tests do so with an eightieth of them.
 */
import { loadDescriptions } from '../src/description/load.js';
import { deriveMutants } from '../src/selftest/mutants/derive.js';
import { lackingOver } from '../test/support/record/meet-all.js';

const BATCH = 100;

const descriptions = await loadDescriptions();
const mutants = deriveMutants(descriptions);
const lacking: string[] = [];
for (let from = 0; from < mutants.length; from += BATCH) {
  process.stderr.write(`${from} of ${mutants.length} mutants, ${lacking.length} complaints\n`);
  lacking.push(...(await lackingOver(mutants.slice(from, from + BATCH), descriptions)));
}
for (const line of lacking) process.stdout.write(`${line}\n`);
process.stdout.write(`${mutants.length} mutants, ${lacking.length} complaints\n`);
process.exitCode = lacking.length === 0 ? 0 : 1;
