import { loadConfiguration } from '../../../src/configuration/load.js';
import type { DialectSettings } from '../../../src/configuration/types.js';
import type { Description } from '../../../src/description/types.js';
import { createOperator } from '../../../src/operator/create.js';
import type { RunRecord } from '../../../src/record/types.js';
import type { ReferenceService } from '../../../src/reference/service.js';
import { operatorContext } from '../../../src/run/operator-side.js';
import { type PreflightLine, PreflightReport } from '../../../src/run/preflight/context.js';
import { settingsFor } from '../../../src/run/reference-settings.js';
import { run } from '../../../src/run/run.js';

/** For tests: a whole run against a reference service that is taken for somebody's deployment, with all that it said. */
export async function runAgainst(
  service: ReferenceService,
  {
    descriptions,
    flags,
    dialect,
    controller,
    onSelected = () => undefined,
  }: {
    descriptions: readonly Description[];
    flags: Record<string, unknown>;
    /** Default: as the service has it. */
    dialect?: DialectSettings;
    /** Aborts when the run is interrupted. */
    controller: AbortController;
    onSelected?: () => void;
  },
): Promise<{ record: RunRecord; lines: PreflightLine[] }> {
  const own = settingsFor(service, descriptions);
  const env = { CONFORM_BASE_URL: service.baseUrl, CONFORM_KEY: service.keys.main };
  const configured = await loadConfiguration({ flags, env, cwd: '/', descriptions });
  const configuration = {
    ...configured,
    target: { ...configured.target, ...own.target },
    dialect: dialect ?? own.dialect,
    operator: own.operator,
  };
  const operator = createOperator(own.operator, operatorContext(configuration, descriptions));
  const lines: PreflightLine[] = [];
  try {
    const record = await run({
      configuration,
      descriptions,
      operator,
      bundled: false,
      ca: null,
      report: new PreflightReport((line) => lines.push(line)),
      signal: controller.signal,
      interrupted: () => (controller.signal.aborted ? 'SIGINT' : null),
      onSelected,
      command: 'conform',
    });
    return { record, lines };
  } finally {
    await operator.close();
  }
}
