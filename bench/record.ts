import type { Case } from '../src/cases/types.js';
import type { HttpOperatorSettings } from '../src/configuration/types.js';
import type { Exchange } from '../src/engine/evidence.js';
import { fill, fillText } from '../src/operator/driver.js';
import type { Prepared } from '../src/run/preflight/preflight.js';
import type { Acted, Engine } from './engine.js';

/** What one run of the engine sent and got. */
export interface Recording {
  prepared: Prepared;
  exchanges: readonly Exchange[];
  /** User of a case, as the run named it. */
  user: (testCase: Case, label: string) => string;
  /** What the employee did in a case, in order. */
  actions: (testCase: Case) => Act[];
}

/** An action of the employee, as the driver's interface takes it. */
export interface Act {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

/** Runs the cases once, all of which must pass, for the others to do the same work. */
export async function record(
  { prepared, run, operator, acted }: Engine,
  cases: readonly Case[],
): Promise<Recording> {
  const { outcomes, runState } = await run(cases);
  const bad = outcomes.find(({ verdict }) => verdict !== 'pass');
  if (bad) throw new Error(`${bad.case.id}: ${bad.reason?.text}`);
  const { nonce } = prepared.runContext;
  const serials = new Map(cases.map(({ id }, at) => [id, String(at).padStart(5, '0')]));
  const prefix = ({ id }: Case): string => `u-${nonce}-${serials.get(id)}`;
  return {
    prepared,
    exchanges: runState.exchanges,
    user: (testCase, label) => `${prefix(testCase)}${label}`,
    actions: (testCase) =>
      acted
        .filter(({ parameters }) =>
          Object.values(parameters).some((value) => String(value).startsWith(prefix(testCase))),
        )
        .map((action) => actOf(action, operator)),
  };
}

function actOf({ action, parameters }: Acted, { baseUrl, headers, actions }: HttpOperatorSettings): Act {
  const to = actions[action];
  if (!to) throw new Error(`The driver has no ${action}.`);
  return {
    url: `${baseUrl}${fillText(to.path, parameters, encodeURIComponent)}`,
    method: to.method,
    headers: { ...headers, ...to.headers, 'content-type': 'application/json' },
    body: JSON.stringify(fill(to.body, parameters)),
  };
}
