import { beforeAll, test } from 'vitest';
import type { Case, Group } from '../cases/types.js';
import { loadConfiguration } from '../configuration/load.js';
import { loadDescriptions } from '../description/load.js';
import type { CaseRecord, RunRecord } from '../record/types.js';
import { openConfigured } from '../run/open-target.js';
import { wantedCases } from '../run/wanted-cases.js';
import { caseTest } from './case-test.js';
import { checkConfigured } from './check.js';

/**
 * Hands the cases of a group to Vitest, one test each, named by its id. They are there before anything is sent; then one
 * check is made of those that Vitest's filters leave, as `conform run` is configured: by the environment and the file.
 */
export async function groupTests(group: Group): Promise<void> {
  const descriptions = await loadDescriptions();
  const configuration = await loadConfiguration({
    flags: {},
    env: process.env,
    cwd: process.cwd(),
    descriptions,
  });
  const { wanted, leftOut } = wantedCases(configuration, descriptions);
  const own = wanted.filter((testCase) => testCase.group === group);
  if (own.length === 0) return test.skip(`no case of the group ${group} is selected`, () => undefined);
  let record: RunRecord;
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which fixtures are wanted.
  beforeAll(async ({}, { tasks }) => {
    const left = new Set(tasks.flatMap(({ mode, name }) => (mode === 'skip' ? [] : [name])));
    record = await checkConfigured(await openConfigured(configuration, descriptions), {
      command: `npx vitest run --project suites ${group}`,
      wanted: { wanted: own.filter(({ id }) => left.has(id)), leftOut },
    });
  }, NO_TIMEOUT);
  for (const testCase of own)
    test(testCase.id, (context) => caseTest(recordOf(testCase, record), record.failLevel, context));
}

/** The deadlines of a check are those of its requests and events. */
const NO_TIMEOUT = 0;

function recordOf({ id }: Case, { cases }: RunRecord): CaseRecord {
  const found = cases.find((testCase) => testCase.id === id);
  if (!found) throw new Error(`The run left out ${id}.`);
  return found;
}
