import { expect, test } from 'vitest';
import { loadDescriptions } from '../../description/load.js';
import type { Description } from '../../description/types.js';
import type { Exchange } from '../evidence.js';
import { keyRepeated } from './laws.js';

const [description] = (await loadDescriptions()) as [Description];

const answered = (
  query: string,
  response: { body?: string; headers?: [string, string][]; reason?: string },
) =>
  ({
    request: { url: `https://a.example/1.0/sendText${query}` },
    outcome: {
      kind: 'response',
      reason: response.reason ?? 'OK',
      headers: response.headers ?? [],
      body: Buffer.from(response.body ?? '{}'),
    },
  }) as unknown as Exchange;

test.each<[query: string, response: Parameters<typeof answered>[1], where: string | null]>([
  ['?key=0123456789', { body: '{"message":"POST /1.0/sendText?key=0123456789"}' }, 'the body'],
  ['?key=01234%2F56', { body: '{"message":"/1.0/sendText?key=01234%2F56"}' }, 'the body'],
  ['?key=01234%2F56', { headers: [['Location', '/x?key=01234/56']] }, 'the header Location'],
  ['?key=0123456789', { reason: 'No 0123456789' }, 'the reason phrase'],
  ['?key=0123456789', { body: '{"message":"/1.0/sendText"}' }, null],
  ['?key=0123', { body: '{"id":"0123"}' }, null],
  ['', { body: '{"id":"0123456789"}' }, null],
])('%s answered by %j repeats the key in %s', (query, response, where) => {
  expect(keyRepeated(description, answered(query, response))?.received ?? null).toBe(
    where && `the key in ${where}`,
  );
});

test('what was not answered repeats nothing', () => {
  const lost = {
    ...answered('?key=0123456789', {}),
    outcome: { kind: 'no-response', failure: { code: 'reset', text: '0123456789' } },
  } as unknown as Exchange;
  expect(keyRepeated(description, lost)).toBeNull();
});
