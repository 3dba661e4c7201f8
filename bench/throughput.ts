import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'undici';
import type { FindingList, Served } from './served.js';
import { median, pairedRatio } from './statistics.js';

const USERS = 2_000;
const CONNECTIONS = 50;
const REQUESTS = 6_000;
const ROUNDS = 5;

export interface Throughput {
  users: number;
  /** Medians over the rounds. */
  reference: Load;
  fastify: Load;
  /** The sandbox with its log, and a console that is open. */
  console: Load;
  /** Of processor time for a request: the reference service against the bare route, the median of paired ratios. */
  cpuRatio: number;
  wallRatio: number;
  /** Of processor time for a request: with an open console against without. */
  consoleCpuRatio: number;
}

interface Load {
  perSecond: number;
  /** Processor time of the serving process for a request, milliseconds. */
  cpuMs: number;
}

/** A user's message, posted by 2,000 users at once: to the reference service, and to a bare route that checks the same. */
export async function throughput(): Promise<Throughput> {
  const reference = await start('serve-reference.ts');
  const { path, fields } = reference.served;
  const fastify = await start('serve-fastify.ts', path, Object.keys(fields).join());
  const sandbox = await start('serve-console.ts');
  const page = await openConsole(sandbox.served);
  const loads: Record<'reference' | 'fastify' | 'console', Load[]> = {
    reference: [],
    fastify: [],
    console: [],
  };
  try {
    // The first round warms both up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const measured = await load(reference, fields, round);
      const other = await load(fastify, fields, round);
      const watched = await load(sandbox, fields, round);
      if (round === 0) continue;
      loads.reference.push(measured);
      loads.fastify.push(other);
      loads.console.push(watched);
    }
  } finally {
    reference.child.disconnect();
    fastify.child.disconnect();
    page.close();
    sandbox.child.disconnect();
  }
  const all = (of: keyof typeof loads, what: keyof Load): number[] => loads[of].map((load) => load[what]);
  const typical = (of: keyof typeof loads): Load => ({
    perSecond: median(all(of, 'perSecond')),
    cpuMs: median(all(of, 'cpuMs')),
  });
  return {
    users: USERS,
    reference: typical('reference'),
    fastify: typical('fastify'),
    console: typical('console'),
    cpuRatio: pairedRatio(all('reference', 'cpuMs'), all('fastify', 'cpuMs')),
    wallRatio: pairedRatio(all('fastify', 'perSecond'), all('reference', 'perSecond')),
    consoleCpuRatio: pairedRatio(all('console', 'cpuMs'), all('reference', 'cpuMs')),
  };
}

interface Running {
  child: ChildProcess;
  served: Served;
}

async function start(script: string, ...args: string[]): Promise<Running> {
  const child = fork(new URL(script, import.meta.url), args, { execArgv: ['--import', 'tsx'] });
  const [told] = (await once(child, 'message')) as [FindingList];
  if (!('served' in told)) throw new Error(`${script} does not say where it is.`);
  return { child, served: told.served };
}

/** Reads what an open page would. */
async function openConsole({ stream }: Served): Promise<{ close(): void }> {
  if (!stream) throw new Error('There is no console.');
  const closed = new AbortController();
  const { body } = await fetch(stream.url, {
    headers: { authorization: `Bearer ${stream.token}` },
    signal: closed.signal,
  });
  void body?.pipeTo(new WritableStream()).catch(() => undefined);
  return { close: () => closed.abort() };
}

/** All users begin at once, one request each at a time. */
async function load({ child, served }: Running, fields: Served['fields'], round: number): Promise<Load> {
  const pool = new Pool(served.origin, { connections: CONNECTIONS, pipelining: 1 });
  const before = await cpuOf(child);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: USERS }, async (_, user) => {
      for (let sent = 0; sent < REQUESTS / USERS; sent += 1) {
        const body = Object.fromEntries(
          Object.entries(fields).map(([name, names]) => [
            name,
            names ? `u-${round}-${user}` : `message ${sent}`,
          ]),
        );
        const { statusCode, body: response } = await pool.request({
          method: 'POST',
          path: served.path,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
        const { success } = (await response.json()) as { success?: boolean };
        if (statusCode !== 200 || success !== true) throw new Error(`A message was answered ${statusCode}.`);
      }
    }),
  );
  const wallMs = performance.now() - started;
  const cpuMs = (await cpuOf(child)) - before;
  await pool.close();
  return { perSecond: (REQUESTS / wallMs) * 1_000, cpuMs: cpuMs / REQUESTS };
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [told] = (await once(child, 'message')) as [FindingList];
  return 'cpuMs' in told ? told.cpuMs : Number.NaN;
}
