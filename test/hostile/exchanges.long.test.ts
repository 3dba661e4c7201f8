import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { activeNow } from '../../src/active-time.js';
import type { Transport } from '../../src/engine/ports.js';
import { createTransport } from '../../src/http/transport.js';
import { noteVerdicts } from '../support/hostile/notes.js';
import { BODY, type HostileResponse, hostileResponses } from '../support/hostile/responses.js';
import { named } from '../support/named.js';
import { makeCertificates, type TestCertificates } from '../support/network/certificates.js';
import { startRawServer } from '../support/network/raw-server.js';

const TIMEOUT_MS = 400;
/** For responses that must come through: just under the deadline leaves time enough on a busy machine. */
const PATIENT_MS = 1_200;
const comesThrough = ({ expected }: HostileResponse): boolean => 'response' in expected;
const ROWS = [
  ...hostileResponses(PATIENT_MS / 4).filter(comesThrough),
  ...hostileResponses(TIMEOUT_MS / 4).filter((row) => !comesThrough(row)),
];
const SECRET = 'sEcReT-key';

let certificates: TestCertificates;
let transport: Transport & { close(): Promise<void> };

beforeAll(async () => {
  certificates = await makeCertificates();
  transport = createTransport({ ca: certificates.ca, maxConcurrency: 8 });
});
afterAll(() => transport.close());

describe.each(['http', 'https'])('a response over %s', (protocol) => {
  test.each(named(ROWS))('%s', async (_name, { expected, play, atOnce }) => {
    const script = atOnce ? { onConnection: play } : { onRequest: play };
    const timeoutMs = 'response' in expected ? PATIENT_MS : TIMEOUT_MS;
    const server = await startRawServer(script, protocol === 'https' ? certificates.good : undefined);
    try {
      // Twice, for every behaviour persists: the second one may meet a kept connection.
      for (const _try of [1, 2]) {
        const start = activeNow();
        const outcome = await transport.send({
          method: 'POST',
          url: `${server.url}/1.0/anything?key=${SECRET}`,
          headers: [
            ['Content-Type', 'application/json'],
            ['Content-Length', '2'],
          ],
          body: Buffer.from('{}'),
          timeoutMs,
        });
        expect(activeNow() - start).toBeLessThan(timeoutMs + 1000);
        noteVerdicts(null, [
          outcome.kind === 'response'
            ? `response ${outcome.status}`
            : `${outcome.verdict} ${outcome.failure.code}`,
        ]);
        if ('response' in expected) {
          expect(outcome).toMatchObject({ kind: 'response', status: expected.response });
          const body = outcome.kind === 'response' ? Buffer.from(outcome.body).toString() : null;
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
