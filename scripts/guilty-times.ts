import { loadDescriptions } from '../src/description/load.js';
import { checkService } from '../src/selftest/check-service.js';
import { deriveMutants } from '../src/selftest/mutants/derive.js';
import type { Mutant } from '../src/selftest/mutants/mutant.js';

/** As long as a run against any mutant may take, milliseconds. */
const LONGEST_MS = 45_000;
/** What keeps a run waiting: events that do not come, or come elsewhere, or late, and responses that do not. */
const SLOWEST = [
  /\/event\/.*\/(missing|former-address|other-user|by-get)$/,
  /\/routing\/message-kept\/event-missing$/,
  /\/answer\/.*\/(page|status-418)$/,
  /\/behaviour\/(event|close|selection-never|replies|reply-every|address-first|stored-all|offline|message-every|delivered|crash-on-non)/,
  /\/behaviour\/(silent|stops)/,
];

/**
 * Runs guilty services in real time, with the waits that a user has by default, and tells how long each took and what
 * came of it. `npx tsx scripts/guilty-times.ts [PART OF A MUTANT'S ID…]`; ends with 1 where one took too long, or left
 * cases without a verdict and without a failure that they point to.
 */
const only = process.argv.slice(2);
const descriptions = await loadDescriptions();
const mutants = deriveMutants(descriptions).filter(({ id }) =>
  only.length > 0 ? only.some((part) => id.includes(part)) : SLOWEST.some((pattern) => pattern.test(id)),
);
let wrong = 0;
for (const mutant of mutants) wrong += (await measure(mutant)) ? 0 : 1;
console.log(`${mutants.length} guilty services, ${wrong} of them too slow or without a verdict`);
process.exitCode = wrong === 0 ? 0 : 1;

async function measure(mutant: Mutant): Promise<boolean> {
  const began = performance.now();
  const { outcomes, stopped } = await checkService({
    descriptions,
    service: { tls: mutant.tls === true, faults: [mutant.fault()] },
    sockets: true,
    flags: {},
    only: () => true,
  });
  const ms = Math.round(performance.now() - began);
  const failed = outcomes.filter(({ verdict }) => verdict === 'fail');
  const open = outcomes.filter(({ verdict }) => verdict === 'inconclusive');
  const loose = open.filter(({ dueTo }) => dueTo === undefined);
  const good = ms <= LONGEST_MS && (stopped !== null || failed.length > 0);
  console.log(
    `${good ? ' ' : '!'} ${(ms / 1_000).toFixed(1)} s  ${mutant.id}: ${stopped ? `stopped (${stopped.code})` : `${failed.length} failed, ${open.length} inconclusive, ${loose.length} of them for no failure`}`,
  );
  for (const outcome of loose.slice(0, 3))
    console.log(`      ${outcome.case.id}: ${outcome.reason?.code} ${outcome.reason?.text}`);
  return good;
}
