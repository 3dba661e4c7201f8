import { expect, test } from 'vitest';
import { curlLine } from './examples.js';

test('a body that begins as the name of a file would is sent as it stands', () => {
  const parts = { headers: { 'content-type': 'text/plain' }, body: "@it's", caFile: 'my ca.pem' };
  expect(curlLine('POST', 'https://h/a?b=c', parts)).toBe(
    "curl -X POST --cacert 'my ca.pem' -H 'content-type: text/plain' --data-raw '@it'\\''s' 'https://h/a?b=c'",
  );
});
