import type { Description } from '../description/types.js';
import { explain } from '../engine/explanation.js';
import type { CleanRun } from '../record/selftest.js';
import type { ReferenceDialect } from '../reference/dialect.js';
import { dialectNames, loadDialect } from '../reference/dialects.js';
import { type CheckRequest, checkService } from './check-service.js';
import { withDeadline } from './deadline.js';

/** Long enough for a service that is slow by its dialect, on a machine that is busy with mutants. */
const FLAGS = { eventTimeout: '20s' };

/**
 * Runs the whole suite against correct services: the default one over HTTPS, and each legal dialect, configured and found
 * out. Whatever does not pass is a false alarm.
 */
export async function cleanRuns(
  descriptions: Description[],
  onRun: (run: CleanRun) => void,
): Promise<CleanRun[]> {
  const dialects = await Promise.all((await dialectNames()).map(loadDialect));
  const requests: [string, Partial<CheckRequest>][] = [
    ['default/https', { service: { tls: true } }],
    ['default/http', { service: { tls: false } }],
    ...dialects.flatMap((dialect): [string, Partial<CheckRequest>][] => [
      [`${dialect.name}/configured`, underDialect(dialect)],
      [`${dialect.name}/discovered`, { ...underDialect(dialect), discover: true }],
    ]),
  ];
  const runs: CleanRun[] = [];
  for (const [name, request] of requests) {
    const run = await withDeadline(`The run against ${name}`, cleanRun(name, descriptions, request));
    runs.push(run);
    onRun(run);
  }
  return runs;
}

function underDialect(dialect: ReferenceDialect): Partial<CheckRequest> {
  const { connections } = dialect.response;
  return {
    service: { tls: false, dialect },
    flags: { ...FLAGS, ...(connections !== null && { concurrency: String(connections) }) },
  };
}

async function cleanRun(
  name: string,
  descriptions: Description[],
  request: Partial<CheckRequest>,
): Promise<CleanRun> {
  const { outcomes, stopped } = await checkService({
    descriptions,
    service: {},
    flags: FLAGS,
    only: () => true,
    ...request,
  });
  const alarms = outcomes.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped').map(explain);
  const stop = stopped && { case: 'preflight', statements: [], ...stopped, expected: null, received: null };
  return { name, ran: outcomes.length, alarms: stop ? [stop, ...alarms] : alarms, excepted: [] };
}
