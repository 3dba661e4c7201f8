import { beforeAll, type TestContext, test } from 'vitest';
import type { Case, Group } from '../cases/types.js';
import { loadConfiguration } from '../configuration/load.js';
import { loadDescriptions } from '../description/load.js';
import { reasonWords } from '../reasons.js';
import { resultOf } from '../record/case-results.js';
import type { CaseRecord, Level, RunRecord } from '../record/types.js';
import { wantedCases } from '../run/case-selection.js';
import { openConfigured } from '../run/open-target.js';
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

/**
 * The test of a case, for Vitest: it ends as the case did. What was skipped, or has no verdict, is a skipped test with its
 * reason; a violation below the fail level passes with a note.
 */
export async function caseTest(
  testCase: CaseRecord,
  failLevel: Level,
  { skip, annotate, task }: Pick<TestContext, 'skip' | 'annotate' | 'task'>,
): Promise<void> {
  Object.assign(task.meta, { caseId: testCase.id, title: testCase.title });
  if (testCase.verdict === 'skipped' || testCase.verdict === 'inconclusive')
    skip(`${testCase.verdict}: ${reasonOf(testCase)}`);
  if (testCase.verdict === 'pass') return;
  if (['error', 'failed'].includes(resultOf(testCase, failLevel))) throw failure(testCase);
  await annotate(reasonOf(testCase), 'warning');
}

function reasonOf({ reason }: CaseRecord): string {
  return reason ? reason.text : '';
}

/** Vitest draws the difference between what was expected and what was received. */
function failure(testCase: CaseRecord): Error {
  const what = testCase.reason ? reasonWords(testCase.reason.code) : testCase.verdict;
  const error = new Error(`${testCase.title}: ${what}. ${reasonOf(testCase)}`);
  const compared = testCase.expected !== null && testCase.received !== null;
  return Object.assign(error, {
    stack: '',
    ...(compared && { expected: testCase.expected, actual: testCase.received, showDiff: true }),
  });
}
