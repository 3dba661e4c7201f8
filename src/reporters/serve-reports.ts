import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import { hostInUrl, type ListenAddress, listenError } from '../local-server.js';
import { ReportError } from './write-whole.js';

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
