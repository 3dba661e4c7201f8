import { writeFile } from 'node:fs/promises';
import { configurationText } from '../src/configuration/text.js';
import { loadDescriptions } from '../src/description/load.js';
import { startReference } from '../src/reference/service.js';
import { settingsFor } from '../src/run/reference-settings.js';
import { startLatencyProxy } from './latency-proxy.js';

/** What the processes of a benchmark must know of the target. */
export interface TargetCard {
  /** Address by the length of a round trip, milliseconds. */
  addresses: Record<number, string>;
  configFile: string;
}

/** The target in a process of its own: the reference service over plain HTTP, also behind latency. */
const [configFile = '', ...latencies] = process.argv.slice(2);
const descriptions = await loadDescriptions();
const service = await startReference({ descriptions, tls: false, seed: 7 });
await writeFile(configFile, configurationText(settingsFor(service, descriptions), null), { mode: 0o600 });
const port = Number(new URL(service.baseUrl).port);
const addresses: TargetCard['addresses'] = { 0: `http://127.0.0.1:${port}` };
for (const roundTripMs of latencies.map(Number).filter((latency) => latency > 0))
  addresses[roundTripMs] = `http://127.0.0.1:${await startLatencyProxy(port, roundTripMs / 2)}`;
process.stdout.write(`${JSON.stringify({ addresses, configFile } satisfies TargetCard)}\n`);
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
