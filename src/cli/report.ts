import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { REPORTS_FOLDER } from '../configuration/option-table.js';
import { flagValue, listen as listenAddress } from '../configuration/values.js';
import { EXIT, NoVerdict } from '../exit-codes.js';
import { hostInUrl, type ListenAddress, listenError } from '../local-server.js';
import { folderOf, recordAt } from '../record/read-record.js';
import { RESULTS, runsIn } from '../record/runs-folder.js';
import type { RunRecord } from '../record/types.js';
import { renderComparison } from '../reporters/html/pages/comparison.js';
import { writeHistory } from '../reporters/write-history.js';
import { ReportError, writeWhole } from '../write-whole.js';
import { openInBrowser } from './browser.js';
import { Interruption } from './ending.js';

interface ReportFlags {
  out?: string;
  open?: boolean;
  listen: string;
}

/**
 * `conform report`: serves a folder of reports until it is interrupted. A folder of runs gets a list of them first; two
 * results or more are compared, in a page that is served only if it is opened.
 */
export async function reportCommand(
  paths: readonly string[],
  { out, open, listen }: ReportFlags,
): Promise<number> {
  const address = flagValue('--listen', listen, listenAddress);
  const [first, ...rest] = paths;
  if (first !== undefined && rest.length > 0) {
    const page = await compare(paths, out ?? REPORTS_FOLDER);
    process.stdout.write(`${page}\n`);
    return open ? serve(dirname(page), address, basename(page), true) : 0;
  }
  if (first !== undefined && out !== undefined)
    throw new NoVerdict(
      EXIT.usage,
      'usage',
      '--out has no meaning beside one folder, whose reports are served from where they are.',
    );
  const folder = resolve(folderOf(first ?? out ?? REPORTS_FOLDER));
  if (await holdsRuns(folder)) await list(folder);
  else if (!existsSync(join(folder, 'index.html'))) throw nothingIn(folder);
  return serve(folder, address, '', open ?? false);
}

/** A folder with a record of its own is one run, whatever lies below it. */
async function holdsRuns(folder: string): Promise<boolean> {
  if (existsSync(join(folder, RESULTS))) return false;
  return (await runsIn(folder).catch(() => [])).length > 0;
}

async function list(folder: string): Promise<void> {
  const { runs, more } = await writeHistory(folder);
  const unreadable = runs.filter((run) => 'why' in run).length;
  process.stderr.write(
    `${runs.length} ${runs.length === 1 ? 'run' : 'runs'} listed in ${join(folder, 'index.html')}${unreadable > 0 ? `, ${unreadable} of them unreadable` : ''}${more > 0 ? `; ${more} older not listed` : ''}\n`,
  );
}

function nothingIn(folder: string): NoVerdict {
  return new NoVerdict(
    EXIT.usage,
    'no-report',
    `There is no report in ${folder}.`,
    'conform run writes one; --out names another folder.',
  );
}

async function serve(
  folder: string,
  address: { host: string; port: number },
  page: string,
  open: boolean,
): Promise<number> {
  const interruption = new Interruption();
  const server = await serveReports(folder, address);
  process.stdout.write(`${server.url}${page}\nEnd it with Ctrl-C.\n`);
  if (open) openInBrowser(`${server.url}${page}`);
  if (!interruption.signal.aborted) await once(interruption.signal, 'abort');
  await server.close();
  return 0;
}

/**
 * Writes `comparison.html` into a folder, made when missing, and returns its path.
 * @param paths `results.json` files, or the folders that hold them, in the order of the columns
 * @throws NoVerdict when one of them cannot be read; ReportError when the page cannot be written
 */
export async function compare(paths: readonly string[], out: string): Promise<string> {
  const records: RunRecord[] = [];
  for (const path of paths) records.push(await recordAt(path));
  const folder = resolve(out);
  const page = join(folder, 'comparison.html');
  await writeWhole(
    page,
    renderComparison(
      records,
      paths.map((path) => reportBeside(path, folder)),
    ),
  );
  return page;
}

/** Address of a run's report from the folder, if there is one. */
function reportBeside(path: string, folder: string): string | null {
  const own = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : dirname(path);
  const report = join(resolve(own), 'index.html');
  if (!existsSync(report)) return null;
  return relative(folder, report).split(sep).map(encodeURIComponent).join('/');
}

export interface ServedReports {
  /** Address of the newest report, with a trailing slash. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves a folder of reports until closed; port 0 takes any free one. Only files of the folder are served.
 * @throws ReportError when the folder cannot be read or the address cannot be taken
 */
export async function serveReports(dir: string, { host, port }: ListenAddress): Promise<ServedReports> {
  const root = resolve(dir);
  const found = await stat(root).catch(() => null);
  if (!found?.isDirectory()) throw new ReportError(dir, 'served', 'there is no such folder', null);
  const app = fastify({ forceCloseConnections: true });
  await app.register(fastifyStatic, {
    root,
    index: ['index.html'],
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (reply) => {
      for (const [name, value] of Object.entries(HEADERS)) reply.header(name, value);
    },
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    await app.close();
    const { why } = listenError(error, { host, port });
    throw new ReportError(dir, 'served', `port ${port} of ${host}: ${why}`, error);
  }
  const bound = app.server.address();
  const taken = typeof bound === 'object' && bound ? bound.port : port;
  return { url: `http://${hostInUrl(host)}:${taken}/`, close: () => app.close() };
}

const HEADERS = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};
