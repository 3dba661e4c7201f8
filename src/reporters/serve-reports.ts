import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';

export interface ReportServer {
  url: string;
  close(): Promise<void>;
}

/** Serves a folder of reports, read anew for each request. Rejects when the address cannot be listened on. */
export async function serveReports(
  folder: string,
  { host, port }: { host: string; port: number },
): Promise<ReportServer> {
  const server = Fastify({ forceCloseConnections: true });
  await server.register(fastifyStatic, { root: folder, cacheControl: false, dotfiles: 'deny' });
  const url = await server.listen({ host, port });
  return { url: `${url}/`, close: () => server.close() };
}
