/** Makes `npx conform` work in the repository itself: npm links the commands of dependencies only. */
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const command = new URL('dist/src/cli/main.js', root);
const folder = new URL('node_modules/.bin/', root);
const link = new URL('conform', folder);

chmodSync(command, 0o755);
mkdirSync(folder, { recursive: true });
rmSync(link, { force: true });
symlinkSync(fileURLToPath(command), link);
