import { expect, test } from 'vitest';
import type { TargetConfiguration } from '../../configuration/types.js';
import { loadDescriptions } from '../../description/load.js';
import type { HttpResponse } from '../../engine/ports.js';
import { NoVerdict } from '../../exit-codes.js';
import { PreflightReport } from './context.js';
import { PreflightRequests } from './requests.js';
import { reachService } from './service.js';

const descriptions = await loadDescriptions();

/** What is said where every request is answered so. */
async function told(status: number, text: string, key = 'a-key'): Promise<string[]> {
  const baseUrl = 'https://a.example';
  const versions = descriptions.map(({ version }) => version);
  const target = { baseUrl, key, versions };
  const configuration = { target, run: { timeoutMs: 1_000 } } as TargetConfiguration;
  const response: HttpResponse = {
    kind: 'response',
    status,
    reason: '',
    headers: [],
    body: Buffer.from(text),
    startedAt: 0,
    durationMs: 1,
  };
  const transport = { send: async () => response };
  const requests = new PreflightRequests(transport, configuration, new AbortController().signal);
  const report = new PreflightReport(() => undefined);
  try {
    await reachService(requests, descriptions, configuration, 'nobody', report);
  } catch (error) {
    if (!(error instanceof NoVerdict)) throw error;
    return [error.message, error.hint ?? ''];
  }
  const problems = report.lines.filter(({ state }) => state === 'problem');
  return problems.flatMap(({ text: said, hint = '' }) => [said, hint]);
}

test.each([
  [200, '<html>Welcome</html>', /^Does another program answer there\? Check host, port and path/],
  [403, '<html>Forbidden</html>', /^Does another program/],
  [405, '', /^Does another program/],
  [400, '{"statusCode":400,"error":"Bad Request"}', /^Does another program/],
  [
    302,
    '',
    /^Redirects are not followed, .*; if it leads to the service, name that address as the base URL\.$/,
  ],
])('where somebody else answers with %i %s, the base URL is what to look at', async (status, text, hint) => {
  const [said, help] = await told(status, text);
  expect(said).toMatch(/^1\.0 answers the list of destinations with .*\d{3}/);
  expect(help).toMatch(hint);
});

test('a service that refuses the list as the interface has it is no other program', async () => {
  expect(await told(403, '{"success":false,"code":8}')).toEqual(
    descriptions.flatMap(({ version }) => [
      `${version} answers the list of destinations with status 403.`,
      '',
    ]),
  );
});

test.each([
  ['"a-key"', 'The quotes around it are sent as a part of it.'],
  ['CONFORM_KEY=a-key', 'The CONFORM_KEY= before it is sent as a part of it.'],
  ['{"key":"a"}', 'It looks like JSON; it is sent as is.'],
  ['https://a.example/?key=a', 'It looks like an address.'],
  ['$SERVICE_KEY', 'It is the name of a variable that was never replaced by its value.'],
  ['${SERVICE_KEY}', 'It is the name of a variable that was never replaced by its value.'],
  ['<your-key>', 'It looks like a placeholder.'],
  ['xxxxxxxx', 'It looks like a placeholder.'],
])('of a key that is not accepted it is said what is odd about it: %s', async (key, says) => {
  const [said, help] = await told(401, '{"success":false}', key);
  expect(said).toMatch(/^The key is not accepted/);
  expect(help).toBe(`Give the key of a contact point with --key-file or CONFORM_KEY. ${says}`);
});

test('of a key that looks like one nothing more is said', async () => {
  const [, help] = await told(401, '{"success":false}', '8f14e45fceea167a');
  expect(help).toBe('Give the key of a contact point with --key-file or CONFORM_KEY.');
});
