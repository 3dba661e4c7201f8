import { routingEvent } from '../src/cases/description-lookups.js';
import type { Case, ExpectEventStep } from '../src/cases/types.js';
import { MAIN_ADDRESS } from '../src/engine/address-log.js';
import type { CaseOutcome } from '../src/engine/evidence.js';
import type { Ports } from '../src/engine/ports.js';
import { segments } from '../src/json.js';
import { type Engine, openEngine } from './engine.js';
import { eventCases } from './whole-job.js';

const WINDOW = { quietWindow: '1s' };
const LATE_MS = 900;

/** Wall time of the absence cases side by side, and of the same cases one after the other, milliseconds. */
export async function overlap(
  configFile: string,
  count: number,
): Promise<{ cases: number; overlappedMs: number; sequentialMs: number }> {
  const many = (engine: Engine): Case[] => {
    const some = absences(engine);
    return Array.from({ length: count }, (_, at) => {
      const testCase = some[at % some.length] as Case;
      return { ...testCase, id: `${testCase.id}#${at}` };
    });
  };
  const overlappedMs = await timed(configFile, many);
  let sequentialMs = 0;
  for (let at = 0; at < count; at += 1)
    sequentialMs += await timed(configFile, (engine) => many(engine).slice(at, at + 1));
  return { cases: count, overlappedMs, sequentialMs };
}

/** Wall time of the cases alone, all of which must pass, in a run of their own. */
async function timed(configFile: string, choose: (engine: Engine) => Case[]): Promise<number> {
  const engine = await openEngine(configFile, WINDOW);
  try {
    const cases = choose(engine);
    const started = performance.now();
    expect((await engine.run(cases)).outcomes, 'pass');
    return performance.now() - started;
  } finally {
    await engine.close();
  }
}

/** In how many of the runs an event 900 ms after the last stimulus, in a window of 1 s, is found. */
export async function lateEvents(configFile: string, runs: number): Promise<{ runs: number; found: number }> {
  let found = 0;
  // One after the other, for each sets the webhook address of the one contact point.
  for (let run = 0; run < runs; run += 1) if (await findsLate(configFile, run)) found += 1;
  return { runs, found };
}

async function findsLate(configFile: string, run: number): Promise<boolean> {
  const engine = await openEngine(configFile, WINDOW);
  try {
    const cases = absences(engine);
    const testCase = cases[run % cases.length] as Case;
    const { outcomes } = await engine.run([testCase], { ports: withLateEvent(engine, testCase) });
    return outcomes[0]?.verdict === 'fail' && outcomes[0].reason?.code === 'unexpected-event';
  } finally {
    await engine.close();
  }
}

/** Of the event that the preflight has caused: alone, an absence of another one proves nothing. */
function absences({ prepared }: Engine): Case[] {
  const known = new Set(prepared.descriptions.map(routingEvent));
  return eventCases(prepared.descriptions).filter(({ steps }) =>
    steps.some((step) => step.do === 'expect-event' && step.settles && known.has(step.event)),
  );
}

function expect(outcomes: readonly CaseOutcome[], verdict: CaseOutcome['verdict']): void {
  const other = outcomes.find((outcome) => outcome.verdict !== verdict);
  if (other) throw new Error(`${other.case.id}: ${other.verdict}, ${other.reason?.text}`);
}

/** The same target, but a forbidden event comes a while after the last request of the case. */
function withLateEvent({ ports, prepared }: Engine, { steps }: Case): Ports {
  const watched = steps.findLast((step): step is ExpectEventStep => step.do === 'expect-event');
  let left = steps.filter((step) => step.do === 'send').length;
  const { event: places } = prepared.dialect;
  const userPlace = places?.user;
  if (!watched || !places || !userPlace) throw new Error('The case watches for nothing.');
  const post = (): void => {
    const user = `u-${prepared.runContext.nonce}-00000${watched.user}`;
    const body = JSON.stringify({ ...nested(places.name, watched.event), ...nested(userPlace, user) });
    void fetch(ports.mailbox.address(MAIN_ADDRESS), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
  };
  return {
    ...ports,
    transport: {
      send: async (request) => {
        left -= 1;
        if (left === 0) setTimeout(post, LATE_MS);
        return ports.transport.send(request);
      },
    },
  };
}

function nested(pointer: string, leaf: string): Record<string, unknown> {
  return segments(pointer).reduceRight<unknown>((inner, name) => ({ [name]: inner }), leaf) as Record<
    string,
    unknown
  >;
}
