import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { loadDescriptions } from '../../../src/description/load.js';
import {
  type ReferenceOptions,
  type ReferenceService,
  startReference,
} from '../../../src/reference/service.js';

type Json = Record<string, unknown>;
export interface Answered {
  status: number;
  body: Json;
}
export interface Caught {
  path: string;
  method: string;
  type: string;
  body: Json;
}

/** For tests: a running service, a client of both its sides, and a catcher of its events. */
export interface Bench {
  service: ReferenceService;
  call(operation: string, body?: unknown, options?: CallOptions): Promise<Answered>;
  operate(action: string, parameters: Json): Promise<Answered>;
  /** Address of the catcher under a path of its own. */
  address(path: string): string;
  caught: Caught[];
  /** Resolves when that many events match, and gives them. */
  until(count: number, match: (event: Caught) => boolean): Promise<Caught[]>;
  /** Statuses of the catcher's next responses; then 200. */
  statuses: number[];
  [Symbol.asyncDispose](): Promise<void>;
}

export interface CallOptions {
  version?: string;
  key?: string | null;
  method?: string;
  headers?: Record<string, string>;
}

export async function openBench(options: Partial<ReferenceOptions> = {}): Promise<Bench> {
  const service = await startReference({ descriptions: await loadDescriptions(), ...options });
  const agent = new Agent({ connect: service.caPem === null ? {} : { ca: service.caPem } });
  const caught: Caught[] = [];
  const statuses: number[] = [];
  const arrivals = new EventTarget();
  const catcher = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
    const type = incoming.headers['content-type'] ?? '';
    const body = type.includes('json') ? JSON.parse(text) : {};
    caught.push({ path: incoming.url ?? '', method: incoming.method ?? '', type, body });
    response.writeHead(statuses.shift() ?? 200).end();
    arrivals.dispatchEvent(new Event('arrival'));
  });
  catcher.listen(0, '127.0.0.1');
  await once(catcher, 'listening');
  const { port } = catcher.address() as AddressInfo;

  const read = async (response: Dispatcher.ResponseData): Promise<Answered> => ({
    status: response.statusCode,
    body: JSON.parse((await response.body.text()) || '{}'),
  });

  return {
    service,
    caught,
    statuses,
    address: (path) => `http://127.0.0.1:${port}/${path}`,
    async call(
      operation,
      body,
      { version = '1.0', key = service.keys.main, method = 'POST', headers = {} } = {},
    ) {
      const query = key === null ? '' : `?key=${key}`;
      const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
      return read(
        await request(`${service.baseUrl}/${version}/${operation}${query}`, {
          method: method as 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: raw ? (body ?? null) : JSON.stringify(body),
          dispatcher: agent,
        }),
      );
    },
    async operate(action, parameters) {
      const body = JSON.stringify({ version: '1.0', key: service.keys.main, ...parameters });
      const headers = { authorization: `Bearer ${service.operator.token}` };
      return read(await request(`${service.operator.baseUrl}/${action}`, { method: 'POST', headers, body }));
    },
    async until(count, match) {
      for (let found = caught.filter(match); ; found = caught.filter(match)) {
        if (found.length >= count) return found;
        await once(arrivals, 'arrival');
      }
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await agent.destroy();
      catcher.closeAllConnections();
      catcher.close();
    },
  };
}
