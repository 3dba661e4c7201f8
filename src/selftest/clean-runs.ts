import { casesOf } from '../cases/derive.js';
import { oneCaseOfEachKind } from '../cases/kinds.js';
import type { Description } from '../description/types.js';
import type { CleanRun } from '../record/selftest.js';
import { defaultDialect, type ReferenceDialect } from '../reference/dialect/dialect.js';
import { dialectNames, loadDialect } from '../reference/dialect/dialects.js';
import { type CheckRequest, checkService, explain } from './check-service.js';

/** A correct service, and how a run meets it. */
interface CleanRunPlan extends Pick<CheckRequest, 'service' | 'sockets' | 'discover'> {
  /** `<dialect>/<how>`. */
  name: string;
  /**
   * It meets one case of each kind, and of the others: none, because another run of the dialect does, or every second one,
   * because the next dialect meets those in between. Default: all.
   */
  others?: 'none' | 'even' | 'odd';
}

/** Long enough for a service that is slow by its dialect, on a machine that is busy with mutants. */
const PATIENT = { eventTimeout: '20s', timeout: '30s' };

/**
 * The correct services: the default one, and each legal dialect, both configured and discovered. All run in virtual
 * time except where the wire matters: the one with TLS, and once each dialect with connection habits. Whether a
 * dialect was configured or discovered makes no difference to single cases: one of the two runs meets one of each kind.
 */
export async function cleanRunPlans(): Promise<CleanRunPlan[]> {
  const dialects = await Promise.all((await dialectNames()).map(loadDialect));
  return [
    { name: 'default/https', service: { tls: true }, sockets: true },
    { name: 'default/http', service: {}, sockets: false },
    ...dialects.flatMap((dialect, at): CleanRunPlan[] => {
      const { name } = dialect;
      const onTheWire = hasWireHabits(dialect);
      const half = at % 2 === 0 ? 'even' : 'odd';
      return [
        {
          name: `${name}/configured`,
          service: { dialect },
          sockets: false,
          others: onTheWire ? half : 'none',
        },
        {
          name: `${name}/discovered`,
          service: { dialect, tls: false },
          sockets: onTheWire,
          discover: true,
          others: onTheWire ? 'none' : half,
        },
      ];
    }),
  ];
}

/** Whether its connections differ from those of the default, which does not show in memory. */
function hasWireHabits({ event, response }: ReferenceDialect): boolean {
  const habits = ({ lengths }: typeof event, { connections, idleMs, keepAlive }: typeof response): string =>
    JSON.stringify([lengths, connections, idleMs, keepAlive]);
  return habits(event, response) !== habits(defaultDialect.event, defaultDialect.response);
}

/** Runs the suite, or part of it, against a correct service. Whatever does not pass is a false alarm. */
export async function cleanRun(
  { name, service, sockets, discover = false, others }: CleanRunPlan,
  descriptions: Description[],
  { allCases }: { allCases: boolean },
): Promise<CleanRun> {
  const cases = casesOf(descriptions);
  const isOther = (at: number): boolean =>
    others === undefined || (others !== 'none' && (at % 2 === 0) === (others === 'even'));
  const met = new Set([...oneCaseOfEachKind(cases), ...cases.filter((_, at) => isOther(at))]);
  const connections = service.dialect?.response.connections ?? null;
  const { outcomes, stopped } = await checkService({
    descriptions,
    service,
    sockets,
    discover,
    flags: {
      ...(sockets && PATIENT),
      ...(connections !== null && { concurrency: String(connections) }),
    },
    only: (testCase) => allCases || met.has(testCase),
  });
  const alarms = outcomes.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'skipped').map(explain);
  const stop = stopped && { case: 'preflight', statements: [], ...stopped, expected: null, received: null };
  return { name, sockets, ran: outcomes.length, alarms: stop ? [stop, ...alarms] : alarms, excepted: [] };
}
