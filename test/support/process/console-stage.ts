import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser, openPage, type WatchedPage } from '../record/browser.js';
import { type Served, serve } from './command-line.js';

type Json = Record<string, unknown>;

/** A sandbox as it is shipped, a small gateway, and a browser for its console. */
export interface ConsoleStage {
  sandbox: Served;
  browser: Browser;
  link: string;
  baseUrl: string;
  gateway: Gateway;
  /** Calls the service as the gateway does. */
  call(operation: string, body?: unknown): Promise<Json>;
  /** Has a user's conversation begin, by name and with attributes. */
  select(user: string): Promise<void>;
  open(options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Ends the sandbox and starts it again in its place. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
}

/** What a gateway was told, and what it answers next; then 204. */
interface Gateway {
  url: string;
  events: Json[];
  statuses: number[];
  /** Resolves as soon as so many events of that name are there. */
  until(name: string, count?: number): Promise<Json[]>;
}

export async function consoleStage(args: string[] = []): Promise<ConsoleStage> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-console-'));
  const start = () =>
    serve(folder, ['--plain', '--key', 'main=k', ...args], undefined, { XDG_RUNTIME_DIR: folder });
  const browser = await openBrowser();
  const { gateway, close: closeGateway } = await openGateway();
  const stage: ConsoleStage = {
    ...(await started()),
    browser,
    gateway,
    async call(operation, body = {}) {
      const response = await fetch(`${stage.baseUrl}/1.2/${operation}?key=k`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as Json;
    },
    async select(user) {
      const { destinations } = await stage.call('getDestinations');
      const [first] = destinations as Json[];
      const { destination_id, destination_type } = first ?? {};
      const attributes = { city: 'Zürich', plan: 'business' };
      const name = 'Anna Weber';
      await stage.call('selectDestination', {
        user_id: user,
        destination_id,
        destination_type,
        name,
        attributes,
      });
    },
    open: (options = {}) => openPage(browser, stage.link, options),
    async restart(signal) {
      await stage.sandbox.stop(signal);
      Object.assign(stage, await started());
    },
    async close() {
      await Promise.all([browser.close(), stage.sandbox.stop()]);
      closeGateway();
      await rm(folder, { recursive: true });
    },
  };
  return stage;

  async function started() {
    const sandbox = await start();
    const link = /^console\s+(\S+)$/m.exec(sandbox.printed)?.[1] ?? '';
    const baseUrl = /^service\s+(\S+)$/m.exec(sandbox.printed)?.[1] ?? '';
    return { sandbox, link, baseUrl };
  }
}

async function openGateway(): Promise<{ gateway: Gateway; close(): void }> {
  const events: Json[] = [];
  const statuses: number[] = [];
  const more = new EventTarget();
  const listener: RequestListener = async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    events.push(JSON.parse(text));
    response.writeHead(statuses.shift() ?? 204).end();
    more.dispatchEvent(new Event('more'));
  };
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const gateway: Gateway = {
    url: `http://127.0.0.1:${port}/webhook`,
    events,
    statuses,
    async until(name, count = 1) {
      for (;;) {
        const found = events.filter(({ event }) => event === name);
        if (found.length >= count) return found;
        await once(more, 'more');
      }
    },
  };
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { gateway, close };
}
