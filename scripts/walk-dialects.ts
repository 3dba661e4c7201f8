/**
 * Whether correct services of every legal dialect pass random walks, with moves one by one and two at once. In virtual
 * time; all of it takes about an hour. Exits 1 if a walk fails or stays open.
 *
 *   npx tsx scripts/walk-dialects.ts [SEEDS] [WALKS] [DIALECT...]      default: 20 seeds, 500 walks each, all dialects
 */
import { dialectNames, loadDialect } from '../src/reference/dialect/dialects.js';
import { virtualExploration } from '../test/support/engine/virtual-exploration.js';

const [seeds = '20', walks = '500', ...named] = process.argv.slice(2);
const names = named.length > 0 ? named : await dialectNames();
let bad = 0;
for (const [at, name] of names.entries()) {
  const dialect = await loadDialect(name);
  const began = performance.now();
  let [passed, moves] = [0, 0];
  for (let seed = 1; seed <= Number(seeds); seed++)
    for (const concurrent of [false, true]) {
      const explored = await virtualExploration({ dialect, walks: Number(walks), seed, concurrent });
      passed += explored.passed;
      moves += explored.moves;
      const wrong = [...explored.found.map(({ outcome }) => outcome), ...explored.open];
      bad += wrong.length;
      for (const { case: walk, reason } of wrong)
        process.stdout.write(`  ${name}, seed ${seed}: ${walk.id}: ${reason?.code}: ${reason?.text}\n`);
    }
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stdout.write(
    `${name} (${at + 1} of ${names.length}): ${passed} walks of ${moves} moves passed, ${seconds} s\n`,
  );
}
process.exitCode = bad > 0 ? 1 : 0;
