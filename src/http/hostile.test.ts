import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transport } from '../engine/ports.js';
import { makeCertificates, type TestCertificates } from '../testing/certificates.js';
import { BODY, hostileAnswers } from '../testing/hostile-answers.js';
import { noteVerdicts } from '../testing/hostile-notes.js';
import { named } from '../testing/named.js';
import { startRawServer } from '../testing/raw-server.js';
import { createTransport } from './transport.js';

const TIMEOUT_MS = 400;
const SECRET = 'sEcReT-key';

let certificates: TestCertificates;
let transport: Transport & { close(): Promise<void> };

beforeAll(async () => {
  certificates = await makeCertificates();
  transport = createTransport({ ca: certificates.ca, maxConcurrency: 8 });
});
afterAll(() => transport.close());

describe.each(['http', 'https'])('an answer over %s', (protocol) => {
  test.each(named(hostileAnswers(TIMEOUT_MS / 4)))('%s', async (_name, { expected, play, atOnce }) => {
    const script = atOnce ? { onConnection: play } : { onRequest: play };
    const server = await startRawServer(script, protocol === 'https' ? certificates.good : undefined);
    try {
      // Twice, for every behaviour persists: the second one may meet a kept connection.
      for (const _try of [1, 2]) {
        const start = performance.now();
        const outcome = await transport.send({
          method: 'POST',
          url: `${server.url}/1.0/anything?key=${SECRET}`,
          headers: [
            ['Content-Type', 'application/json'],
            ['Content-Length', '2'],
          ],
          body: Buffer.from('{}'),
          timeoutMs: TIMEOUT_MS,
        });
        expect(performance.now() - start).toBeLessThan(TIMEOUT_MS + 1000);
        noteVerdicts(null, [
          outcome.kind === 'answer'
            ? `answer ${outcome.status}`
            : `${outcome.verdict} ${outcome.failure.code}`,
        ]);
        if ('answer' in expected) {
          expect(outcome).toMatchObject({ kind: 'answer', status: expected.answer });
          const body = outcome.kind === 'answer' ? Buffer.from(outcome.body).toString() : null;
          expect(body).toBe(expected.body ?? BODY);
        } else {
          expect(outcome).toMatchObject({ verdict: expected.verdict, failure: { code: expected.code } });
          expect(JSON.stringify(outcome)).not.toContain(SECRET);
        }
      }
    } finally {
      await server.close();
    }
  });
});
