import { expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import { deriveMutants } from '../../src/selftest/mutants/derive.js';
import { lackingOver } from '../support/record/meet-all.js';

const descriptions = await loadDescriptions();
/** One of so many: all of them take as long as the self-test (`npm run evidence`). */
const SHARE = 120;
const mutants = deriveMutants(descriptions).filter((_, at) => at % SHARE === 0);

test('every failure of one in 120 of all mutants and faults shows what it rests on, and the first card names the defect', async () => {
  expect(await lackingOver(mutants, descriptions)).toEqual([]);
}, 300_000);
