import type { Case } from '../src/cases/types.js';
import type { Exchange } from '../src/engine/world.js';
import type { Prepared } from '../src/run/preflight/preflight.js';
import type { Engine } from './engine.js';

/** What one run of the engine sent and got. */
export interface Recording {
  prepared: Prepared;
  exchanges: readonly Exchange[];
  /** User of a case, as the run named it. */
  user: (one: Case, label: string) => string;
}

/** Runs the cases once, all of which must pass, for the others to do the same work. */
export async function record({ prepared, run }: Engine, cases: readonly Case[]): Promise<Recording> {
  const { outcomes, scope } = await run(cases);
  const bad = outcomes.find(({ verdict }) => verdict !== 'pass');
  if (bad) throw new Error(`${bad.case.id}: ${bad.reason?.text}`);
  const { nonce } = prepared.world;
  const serials = new Map(cases.map(({ id }, at) => [id, String(at).padStart(5, '0')]));
  return {
    prepared,
    exchanges: scope.exchanges,
    user: ({ id }, label) => `u-${nonce}-${serials.get(id)}${label}`,
  };
}
