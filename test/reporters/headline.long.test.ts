import { expect, test } from 'vitest';
import { casesOf } from '../../src/cases/derive.js';
import { loadDescriptions } from '../../src/description/load.js';
import { defectsOf } from '../../src/reporters/defects/defects.js';
import { behaviour } from '../../src/selftest/mutants/derive.js';
import { meetMutant } from '../../src/selftest/run-mutant.js';
import { recordOf } from '../support/record/evidence-contract.js';
import { shareOf } from '../support/share.js';

/** The last version has all that the others have. */
const descriptions = (await loadDescriptions()).slice(-1);
const cases = new Map(casesOf(descriptions).map((testCase) => [testCase.id, testCase]));

/** Faults of unlike topics that make cases of many others fail as well. */
const FAULTS = [
  'close-keeps-selection',
  'names-cut-at-255',
  'delivered-early',
  'code-swapped',
  'offline-lost',
];

test.each(shareOf(FAULTS, 5))(
  'the first defect that a run of all cases of a version tells of %s is that fault',
  { timeout: 120_000 },
  async (name) => {
    const mutant = behaviour().find(({ id }) => id.endsWith(`/${name}`));
    if (!mutant) throw new Error(`There is no fault ${name}.`);
    const { evidence } = await meetMutant(mutant, descriptions, { allCases: true });
    if (!evidence) throw new Error('The run came to no verdict.');
    const [first] = defectsOf({ ...recordOf(evidence), failLevel: 'required' });
    const sample = cases.get(first?.cases[0]?.id ?? '');
    expect(sample && mutant.killedBy(sample), `${first?.title}: ${sample?.id}`).toBe(true);
  },
);
