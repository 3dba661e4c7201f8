import { activeMoment } from '../active-time.js';
import type { Capabilities } from '../cases/select.js';
import { EXIT } from '../exit-codes.js';
import type { Redactor } from '../record/redact.js';
import { atDeployment, type RunRequest } from '../run/at-deployment.js';
import { capabilitiesOf } from '../run/capabilities.js';
import { NoVerdict } from '../run/no-verdict.js';
import { type Prepared, preflight } from '../run/preflight/preflight.js';
import { masked } from '../run/secrets.js';
import { watchOperator } from '../run/watched-operator.js';
import type { Catcher } from '../webhook/catcher.js';
import { type Surveyed, survey } from './ground.js';

/** Everything that walks on a deployment need, and their record. */
export interface Session extends Surveyed {
  request: RunRequest;
  prepared: Prepared;
  capabilities: Capabilities;
  catcher: Catcher;
  redact: Redactor;
  /** Wall clock of the start, and milliseconds until the first walk. */
  startedAt: number;
  readyMs: number;
}

/** Prepares a deployment as a run does, and does some work there. Throws a NoVerdict where nothing can be judged. */
export function inSession<T>(request: RunRequest, work: (session: Session) => Promise<T>): Promise<T> {
  const { configuration, descriptions, operator, report, signal } = request;
  return masked(configuration, report, async (redact) => {
    const startedAt = activeMoment();
    const began = performance.now();
    return atDeployment(request, async ({ ports: opened, catcher, learned }) => {
      const watched = watchOperator(opened.operator, opened.clock);
      const ports = { ...opened, operator: watched.operator };
      const prepared = await preflight(configuration, descriptions, ports, report, signal);
      learned(prepared);
      const capabilities = await capabilitiesOf(prepared, configuration, operator);
      const { rate } = configuration.run;
      const surveyed = await survey({
        prepared,
        descriptions,
        capabilities,
        ports,
        signal,
        paceMs: rate === null ? 0 : 1_000 / rate,
        forget: () => catcher.forget(),
      });
      if (surveyed.playgrounds.length === 0)
        throw new NoVerdict(EXIT.noVerdict, 'no-version', 'No version of the target can be explored.');
      const ground = { ...surveyed.ground, takeActions: () => watched.take() };
      const readyMs = performance.now() - began;
      return await work({
        ...surveyed,
        ground,
        request,
        prepared,
        capabilities,
        catcher,
        redact,
        startedAt,
        readyMs,
      });
    });
  });
}
