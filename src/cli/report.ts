import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serveReports } from '../reporters/serve-reports.js';
import { Stop } from '../run/stop.js';
import { Interruption } from './interruption.js';
import { parseListen } from './listen.js';

/** `conform report`: serves the folder of reports until it is interrupted. */
export async function reportCommand({
  out,
  open,
  listen,
}: {
  out: string;
  open?: boolean;
  listen: string;
}): Promise<number> {
  const folder = resolve(out);
  if (!existsSync(join(folder, 'index.html')))
    throw new Stop(
      2,
      'no-report',
      `There is no report in ${folder}.`,
      'conform run writes one; --out names another folder.',
    );
  const interruption = new Interruption();
  const server = await serveReports(folder, parseListen('--listen', listen));
  process.stdout.write(`${server.url}\nEnd it with Ctrl-C.\n`);
  if (open) openInBrowser(server.url);
  if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
  await server.close();
  return 0;
}

/** Without a browser the printed address is enough. */
function openInBrowser(url: string): void {
  const [command, ...rest] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['explorer'] : ['xdg-open'];
  const child = spawn(command as string, [...rest, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
