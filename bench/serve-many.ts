import { writeFile } from 'node:fs/promises';
import { configurationText } from '../src/configuration/text.js';
import { loadDescriptions } from '../src/description/load.js';
import { startReference } from '../src/reference/service.js';
import { settingsFor } from '../src/run/reference-settings.js';

/** The reference service with the versions of a folder, in a process of its own. */
const [spec = '', configFile = ''] = process.argv.slice(2);
const descriptions = await loadDescriptions(spec);
const service = await startReference({ descriptions, tls: false, seed: 7 });
await writeFile(configFile, configurationText(settingsFor(service, descriptions), null), { mode: 0o600 });
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
