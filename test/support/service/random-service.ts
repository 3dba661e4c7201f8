import type { Outcome, Ports } from '../../../src/engine/ports.js';
import { defaultDialect, type ReferenceDialect } from '../../../src/reference/dialect/dialect.js';
import { dialectNames, loadDialect } from '../../../src/reference/dialect/dialects.js';
import type { Fault } from '../../../src/reference/faults/fault.js';
import { makeRandom } from '../../../src/reference/random.js';
import { AUDITED, habit, inPilesOf, oneByOne, sentTwiceWhere, sessionsOf } from './habits.js';

/** A correct service of a random dialect, with habits in time, and a network. */
export interface RandomService {
  dialect: ReferenceDialect;
  /** Legal habits that no dialect has. */
  faults: Fault[];
  around: (ports: Ports) => Ports;
  /** Requests may stay without a response, so cases may stay without a verdict. */
  isLossy: boolean;
  /** What is unlike the default, for whoever looks into a failure. */
  unlike: string;
}

type Draw = () => number;

const DIALECTS = [defaultDialect, ...(await Promise.all((await dialectNames()).map(loadDialect)))];

/** How events look is taken whole from one dialect, for its parts depend on each other. */
const LOOKS = [
  'template',
  'topics',
  'envelope',
  'enveloped',
  'wrapped',
  'headers',
  'contentType',
  'receipt',
  'receipts',
  'deliveryName',
] as const satisfies readonly (keyof ReferenceDialect['event'])[];

/** What is drawn beyond the values that some dialect has. */
const FURTHER: Record<string, readonly unknown[]> = {
  'event.delayMs': [0, 20, 300, 900, 2_500],
  'event.copies': [1, 2, 3],
  'event.tries': [2, 4, 6],
  'response.delayMs': [0, 30, 200],
  'destinations.names': [['One'], ['A', 'B'], ['Kasse', 'Büro', 'Lager', 'Post']],
};

/** Sockets are not part of a run in virtual time. */
const OF_SOCKETS = ['lengths', 'keepAlive', 'connections', 'idleMs'];
/** Members of a dialect differ from the default as often. */
const UNLIKE = 0.4;

/** For tests: the same service for the same seed. */
export function randomService(seed: number): RandomService {
  const random = makeRandom(seed);
  const draw: Draw = () => Number.parseInt(random.hex(6), 16) / 16 ** 6;
  const pick = <T>(all: readonly T[]): T => all[Math.floor(draw() * all.length)] as T;
  const unlike: string[] = [];
  const dialect = structuredClone(defaultDialect) as ReferenceDialect & Record<string, never>;
  const looks = pick(DIALECTS);
  Object.assign(dialect.event, Object.fromEntries(LOOKS.map((name) => [name, looks.event[name]])));
  const errors = pick(DIALECTS);
  dialect.error = errors.error;
  unlike.push(`events of ${looks.name}`, `errors of ${errors.name}`);
  for (const section of [
    'event',
    'address',
    'request',
    'response',
    'routing',
    'destinations',
    'texts',
  ] as const)
    for (const name of Object.keys(defaultDialect[section])) {
      if ([...LOOKS, ...OF_SOCKETS].includes(name) || draw() > UNLIKE) continue;
      const place = `${section}.${name}`;
      const of = (one: ReferenceDialect) => (one[section] as Record<string, unknown>)[name];
      const value = pick(FURTHER[place] ?? DIALECTS.map(of));
      if (JSON.stringify(value) !== JSON.stringify(of(defaultDialect)))
        unlike.push(`${place} ${JSON.stringify(value)}`);
      Object.assign(dialect[section], { [name]: value });
    }
  const [inTime, faults] = habits(draw, pick, looks.name);
  const network = pick(['quick', 'quick', 'jitter', 'pauses', 'loses some'] as const);
  return {
    dialect,
    faults,
    around: networkOf(network, draw),
    isLossy: network === 'loses some',
    unlike: [...unlike, ...inTime, `network: ${network}`].join(', '),
  };
}

/** When events leave, and what is sent beside them; with the words for it. */
function habits(draw: Draw, pick: <T>(all: readonly T[]) => T, looks: string): [string[], Fault[]] {
  const some: [string, Fault][] = [];
  const [pileMs, spreadMs, gapMs, stopMs] = [
    pick([300, 500, 1_500]),
    pick([400, 1_500, 4_000]),
    pick([10, 20, 33]),
    pick([800, 2_500]),
  ];
  const leaving: [string, Fault][] = [
    [`events leave every ${pileMs} ms`, inPilesOf(pileMs)],
    [
      `each event takes up to ${spreadMs} ms`,
      habit(({ leaves }) => ({ leaves: (due, event) => leaves(due, event) + draw() ** 2 * spreadMs })),
    ],
    [`one event every ${gapMs} ms`, oneByOne(gapMs)],
    [
      `no event leaves for ${stopMs} ms of every 5 s`,
      habit(({ leaves }) => ({
        leaves: (due, event) => {
          const at = leaves(due, event);
          return at % 5_000 < stopMs ? at - (at % 5_000) + stopMs : at;
        },
      })),
    ],
  ];
  if (draw() < 0.8) some.push(pick(leaving));
  // Another event that says the awaited name somewhere is taken for it: what tells them apart came too late.
  if (draw() < 0.3 && looks !== 'decoy')
    some.push(['events of a name of its own beside all others', AUDITED]);
  if (draw() < 0.3)
    some.push(['every sixth event or so is sent twice', sentTwiceWhere(() => draw() < 1 / 6)]);
  const hours = pick([1, 8, 24]);
  if (draw() < 0.4) some.push([`sessions of employees end after ${hours} h`, sessionsOf(hours * 3_600_000)]);
  return [some.map(([words]) => words), some.map(([, fault]) => fault)];
}

/** The preflight is spared: a run begins once it has found everything. */
const SPARED = 600;

function networkOf(kind: string, draw: Draw): RandomService['around'] {
  return (ports) => {
    const { transport, clock } = ports;
    let count = 0;
    return {
      ...ports,
      transport: {
        send: async (request): Promise<Outcome> => {
          count += 1;
          if (kind === 'jitter') await clock.sleep(draw() ** 3 * 600);
          if (kind === 'pauses') await clock.sleep(Math.max(0, 1_500 - (clock.now() % 6_000)));
          const outcome = await transport.send(request);
          if (kind !== 'loses some' || count < SPARED || count % 211 !== 0) return outcome;
          const { startedAt, durationMs } = outcome;
          const failure = { code: 'no-response', text: 'No response arrived in time.' } as const;
          return { kind: 'no-response', verdict: 'inconclusive', failure, startedAt, durationMs };
        },
      },
    };
  };
}
