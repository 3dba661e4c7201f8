import { casesOf } from '../cases/derive.js';
import { oneCaseOfEachKind } from '../cases/filter.js';
import type { Case } from '../cases/types.js';
import type { Description } from '../description/types.js';
import type { CleanRun } from '../record/selftest.js';
import { defaultDialect, type ReferenceDialect } from '../reference/dialect/dialect.js';
import { dialectNames, loadDialect } from '../reference/dialect/dialects.js';
import { type CheckRequest, checkService, explain } from './check-service.js';

/** A correct service, and how a run meets it. */
interface CleanRunPlan extends Pick<CheckRequest, 'service' | 'sockets' | 'discover'> {
  /** `<dialect>/<how>`. */
  name: string;
  /** Which cases it meets, as another run of the dialect, or the next dialect, meets those in between. Default: all. */
  share?: Share;
}

/** One case in so many of each kind and of the others, beginning with that number of them. */
interface Share {
  kinds: number;
  others: number;
  from: number;
}

/** Long enough for a service that is slow by its dialect, on a machine that is busy with mutants. */
const PATIENT = { eventTimeout: '20s', timeout: '30s' };

/**
 * The correct services: the default one, and each legal dialect, both configured and discovered. All run in virtual
 * time except where the wire matters: the one with TLS, and once each dialect with connection habits. Whether a
 * dialect was configured or discovered makes no difference to single cases: one of the two runs meets one of each kind,
 * and the other one a share of them.
 */
export async function cleanRunPlans(): Promise<CleanRunPlan[]> {
  const dialects = await Promise.all((await dialectNames()).map(loadDialect));
  return [
    { name: 'default/https', service: { tls: true }, sockets: true },
    { name: 'default/http', service: {}, sockets: false },
    ...dialects.flatMap((dialect, at): CleanRunPlan[] => {
      const { name } = dialect;
      const onTheWire = hasWireHabits(dialect);
      const most = { kinds: 1, others: OTHERS, from: at % OTHERS };
      const few = { kinds: KINDS, others: Number.POSITIVE_INFINITY, from: at % KINDS };
      return [
        {
          name: `${name}/configured`,
          service: { dialect },
          sockets: false,
          share: onTheWire ? most : few,
        },
        {
          name: `${name}/discovered`,
          service: { dialect, tls: false },
          sockets: onTheWire,
          discover: true,
          share: onTheWire ? few : most,
        },
      ];
    }),
  ];
}

/** In how many dialects the cases of each kind, and the others, come round. */
const KINDS = 4;
const OTHERS = 4;

/** Whether its connections differ from those of the default, which does not show in memory. */
function hasWireHabits({ event, response }: ReferenceDialect): boolean {
  const habits = ({ lengths }: typeof event, { connections, idleMs, keepAlive }: typeof response): string =>
    JSON.stringify([lengths, connections, idleMs, keepAlive]);
  return habits(event, response) !== habits(defaultDialect.event, defaultDialect.response);
}

/** Runs the suite, or part of it, against a correct service. Whatever does not pass is a false alarm. */
export async function cleanRun(
  { name, service, sockets, discover = false, share }: CleanRunPlan,
  descriptions: Description[],
  { allCases }: { allCases: boolean },
): Promise<CleanRun> {
  const cases = casesOf(descriptions);
  const { kinds, others, from } = share ?? { kinds: 1, others: 1, from: 0 };
  const of = (all: readonly Case[], inSoMany: number): Case[] =>
    all.filter((_, at) => at % inSoMany === from % inSoMany);
  const met = new Set([...of([...oneCaseOfEachKind(cases)], kinds), ...of(cases, others)]);
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
