import { expect, test } from 'vitest';
import { operationOf } from '../cases/vocabulary.js';
import { loadConfiguration } from '../configuration/load.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { createOperator } from '../operator/create.js';
import { startReference } from '../reference/service.js';
import { startCatcher } from '../webhook/catcher.js';
import { settingsFor } from './bundled.js';
import { operatorContext } from './operator-context.js';
import { type PreflightLine, PreflightReport } from './preflight/report.js';
import { run } from './run.js';

const descriptions = await loadDescriptions();
const [first] = descriptions as [Description, ...Description[]];

/** A run of one cheap case; afterwards a user writes. Whether the gateway that owns the address hears of it. */
async function ran({ restore, end }: { restore: boolean; end?: 'interrupted' }) {
  const gateway = await startCatcher({ host: '127.0.0.1', port: 0 });
  const service = await startReference({ descriptions, tls: false });
  const own = settingsFor(service, descriptions);
  const address = gateway.address('gateway');
  const flags = { grep: 'routing/new-user', ...(restore && { restoreWebhook: address }) };
  const configured = await loadConfiguration({ flags, env: {}, cwd: '/', descriptions });
  const configuration = {
    ...configured,
    target: { ...configured.target, ...own.target },
    dialect: own.dialect,
    operator: own.operator,
  };
  const operator = createOperator(own.operator, operatorContext(configuration, descriptions));
  const controller = new AbortController();
  const lines: PreflightLine[] = [];
  try {
    await run({
      configuration,
      descriptions,
      operator,
      bundled: false,
      ca: null,
      report: new PreflightReport((line) => lines.push(line)),
      signal: controller.signal,
      interrupted: () => (controller.signal.aborted ? 'SIGINT' : null),
      onSelected: () => end === 'interrupted' && controller.abort(),
      command: 'conform',
    });
    const heard = gateway.waitFor(({ address: label }) => label === 'gateway', restore ? 10_000 : 0);
    const { baseUrl, key } = own.target;
    const message = operationOf(first, 'message');
    await fetch(`${baseUrl}/${first.version}/${message}?${first.http.keyParameter}=${key}`, {
      method: first.http.method,
      body: JSON.stringify({ user_id: 'somebody', text: 'Hello' }),
    });
    return { heard: (await heard) !== null, said: lines.at(-1) };
  } finally {
    await operator.close();
    await service.close();
    await gateway.close();
  }
}

test.each([undefined, 'interrupted'] as const)(
  'the address that is given is set again at the end: %s',
  async (end) => {
    const { heard, said } = await ran({ restore: true, ...(end && { end }) });
    expect(said).toEqual({ name: 'webhook', state: 'ok', text: 'the address is set back' });
    expect(heard).toBe(true);
  },
);

test('where none is given the run says that the address leads nowhere now, and what would help', async () => {
  const { said } = await ran({ restore: false });
  expect(said?.text).toBe(
    "The webhook address of one contact point now leads to this run's catcher, which is closed.",
  );
  expect(said?.hint).toContain('--restore-webhook URL');
});
