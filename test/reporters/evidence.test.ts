import { expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import { deriveMutants } from '../../src/selftest/mutants/derive.js';
import { meetMutant } from '../../src/selftest/run-mutant.js';
import { lackingEvidence, recordOf, unnamedDefect } from '../support/record/evidence-contract.js';

const descriptions = await loadDescriptions();
const mutants = await deriveMutants(descriptions);

/** One of each kind; all of them meet the contract in the long test. */
const SAMPLE = [
  '1.0/error-row/key-missing/sendText/code',
  '1.2/error-row/data-invalid/sendFile/status',
  '1.0/answer/getDestinations/page',
  '1.2/field/getDestinations/destinations[].is_available/missing',
  '1.0/field/sendText/timestamp/in-seconds',
  '1.2/request/sendFile/size/dropped',
  '1.2/request/sendFile/url/refuses-string',
  '1.2/routing/message-kept/guard-of-1.0',
  '1.0/event/Closed/missing',
  '1.0/event/TextMessage/former-address',
  'all/behaviour/text-cut-at-1000',
];

test.each(SAMPLE)(
  'the failures of %s show what they rest on, and the first card names the defect',
  async (id) => {
    const mutant = mutants.find((mutant) => mutant.id === id);
    if (!mutant) throw new Error(`There is no mutant ${id}.`);
    const { evidence } = await meetMutant(mutant, descriptions, { allCases: false });
    if (!evidence) throw new Error('The run came to no verdict.');
    const record = recordOf(evidence);
    expect(lackingEvidence(record)).toEqual([]);
    expect(unnamedDefect(record, mutant, descriptions)).toEqual([]);
  },
);
