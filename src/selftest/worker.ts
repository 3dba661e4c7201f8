import { loadDescriptions } from '../description/load.js';
import { withDeadline } from './deadline.js';
import { deriveMutants } from './mutants/derive.js';
import { runMutant } from './run-mutant.js';

/** One mutant to run; the answer is its record, or the text of an error of ours. */
export interface Task {
  id: string;
  allCases: boolean;
}

/** A process of the pool. Its first argument, where there is one, is the folder with the description. */
const descriptions = await loadDescriptions(process.argv[2]);
const mutants = new Map((await deriveMutants(descriptions)).map((mutant) => [mutant.id, mutant]));

process.on('message', async ({ id, allCases }: Task) => {
  try {
    const mutant = mutants.get(id);
    if (!mutant) throw new Error('The worker knows no such mutant.');
    process.send?.({ id, record: await withDeadline('It', runMutant(mutant, descriptions, { allCases })) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });
