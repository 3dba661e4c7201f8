import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { lateEvents, overlap } from './absences.js';
import { checkCases, checksOf } from './checks.js';
import { bound, type Contender, conform, defaultRun, peer } from './contenders.js';
import { openEngine } from './engine.js';
import { DEFAULT_BUNDLED, DEFAULT_OTHER_PROCESS, isHeld } from './gates.js';
import { machine } from './machine.js';
import { dredd } from './peers/dredd.js';
import { install } from './peers/install.js';
import { newman } from './peers/newman.js';
import { stepci } from './peers/stepci.js';
import { record } from './record.js';
import { type Results, type Scenario, toMarkdown } from './results.js';
import { rounds } from './rounds.js';
import { withSpeed } from './speed-table.js';
import { startTarget } from './start-target.js';
import { throughput } from './throughput.js';
import { countWaits, eventCases, planOf } from './whole-job.js';

const PEERS = [newman, dredd, stepci];
/** The last two are 50 and 150 ms each way. */
const WHOLE_ROUND_TRIPS_MS = [0, 50, 100, 300];
const PEER_ROUND_TRIPS_MS = [0, 50, 150];
const ROUND_TRIPS_MS = [...new Set([...WHOLE_ROUND_TRIPS_MS, ...PEER_ROUND_TRIPS_MS])];
/** For the rounds of one job, so that all of it ends within twelve minutes; peers that go one by one take long. */
const BUDGET_MS = { checks: 55_000, whole: 30_000, default: 60_000 };
const WINDOW_MS = 1_000;
const ROOT = resolve(import.meta.dirname, '..');

/** Measures conform, the plain-Node bound and the peers on the same target in one interleaved run. */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    peers: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const count = Number(values.rounds);
const scratch = await mkdtemp(join(tmpdir(), 'conform-bench-'));
const target = await startTarget(join(scratch, 'conform.config.yaml'), ROUND_TRIPS_MS);
try {
  const results = await bench();
  const text = toMarkdown(results);
  await mkdir(join(ROOT, 'reports'), { recursive: true });
  await writeFile(join(ROOT, 'reports/bench.json'), `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(join(import.meta.dirname, 'RESULTS.md'), text);
  const page = join(ROOT, 'CONTRIBUTING.md');
  await writeFile(page, withSpeed(await readFile(page, 'utf8'), results));
  process.stdout.write(text);
  if (!isHeld(results)) process.exitCode = 1;
} finally {
  target.close();
  await rm(scratch, { recursive: true, force: true });
}

async function bench(): Promise<Results> {
  const startedAt = new Date().toISOString();
  const { addresses, configFile } = target.card;
  const engine = await openEngine(configFile, { quietWindow: `${WINDOW_MS}ms` });
  const cases = checkCases(engine.prepared.descriptions, 200);
  const withEvents = eventCases(engine.prepared.descriptions);
  const recording = await record(engine, [...cases, ...withEvents]);
  const checks = checksOf(cases, recording);
  const plan = planOf(recording, withEvents, checks, WINDOW_MS);
  await engine.close();

  const missing: Record<string, string> = {};
  const ready: { contender: (typeof PEERS)[number]; bin: string }[] = [];
  for (const peer of values.peers ? PEERS : []) {
    const installed = await install(peer);
    if ('bin' in installed) ready.push({ contender: peer, bin: installed.bin });
    else missing[peer.name] = installed.missing;
  }

  const scenarios: Scenario[] = [];
  const measureAll = async (
    title: string,
    roundTripMs: number,
    budgetMs: number,
    contenders: Contender[],
  ): Promise<void> => {
    process.stderr.write(`${title}, ${roundTripMs} ms\n`);
    const series = await rounds(contenders, { count, budgetMs, scratch: join(scratch, 'times') });
    scenarios.push({ title, roundTripMs, series });
  };
  const folder = (...parts: (string | number)[]): string => join(scratch, parts.join('-'));
  for (const number of [1, 200]) {
    const own = checks.slice(0, number);
    for (const roundTripMs of PEER_ROUND_TRIPS_MS) {
      const address = addresses[roundTripMs] as string;
      const at = [number, roundTripMs] as const;
      const ids = own.map(({ id }) => id);
      await measureAll(`${number} ${number === 1 ? 'check' : 'checks'}`, roundTripMs, BUDGET_MS.checks, [
        conform(ids, address, configFile, folder('conform', ...at)),
        await bound({ checks: own, nonce: plan.nonce }, address, folder('bound', ...at)),
        ...(await Promise.all(
          ready.map(({ contender, bin }) =>
            peer(contender, bin, own, address, folder(contender.name, ...at)),
          ),
        )),
      ]);
    }
  }
  const ids = [...cases, ...withEvents].map(({ id }) => id);
  const { arrivals, absences } = countWaits(withEvents);
  const job = `whole job: 200 checks, ${arrivals} arrivals, ${absences} absences`;
  for (const roundTripMs of WHOLE_ROUND_TRIPS_MS) {
    const address = addresses[roundTripMs] as string;
    await measureAll(job, roundTripMs, BUDGET_MS.whole, [
      conform(ids, address, configFile, folder('conform-whole', roundTripMs)),
      await bound(plan, address, folder('bound-whole', roundTripMs)),
    ]);
  }
  const fewChecks = { checks, nonce: plan.nonce };
  const aside = async (title: string, roundTripMs: number, bundled: boolean): Promise<void> => {
    const address = addresses[roundTripMs] as string;
    const at = folder('default', title, roundTripMs);
    await mkdir(at, { recursive: true });
    await measureAll(title, roundTripMs, BUDGET_MS.default, [
      defaultRun(bundled ? null : { address, configFile }, at),
      await bound(fewChecks, address, folder('bound-default', title, roundTripMs)),
    ]);
  };
  await aside(DEFAULT_BUNDLED, 0, true);
  for (const roundTripMs of [0, 50]) await aside(DEFAULT_OTHER_PROCESS, roundTripMs, false);
  process.stderr.write('absences and late events\n');
  return {
    startedAt,
    machine: machine(),
    rounds: count,
    missing,
    scenarios,
    absences: await overlap(configFile, 30),
    late: await lateEvents(configFile, 20),
    throughput: await throughput(),
  };
}
