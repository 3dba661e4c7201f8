import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { makeCertificates } from '../../test/support/network/certificates.js';
import { createTransport } from './transport.js';

test.each([1, 8])(
  '200 requests shake hands no more than %i times, as many as go at once',
  async (concurrency) => {
    const { ca, good } = await makeCertificates();
    let handshakes = 0;
    let served = 0;
    const server = createServer({ ...good, keepAliveTimeout: 60_000 }, (_request, response) => {
      served += 1;
      response.end('{}');
    });
    server.on('secureConnection', () => {
      handshakes += 1;
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const transport = createTransport({ ca, maxConcurrency: concurrency });
    const send = () =>
      transport.send({
        method: 'POST',
        url: `https://localhost:${port}/`,
        headers: [['Content-Length', '0']],
        body: null,
        timeoutMs: 20_000,
      });
    try {
      const outcomes = await Promise.all(Array.from({ length: 200 }, send));
      expect(outcomes.filter(({ kind }) => kind !== 'response')).toEqual([]);
      expect(served).toBe(200);
      expect(handshakes).toBeGreaterThan(0);
      expect(handshakes).toBeLessThanOrEqual(concurrency);
    } finally {
      await transport.close();
      server.closeAllConnections();
      server.close();
    }
  },
);
