import { expect, test } from 'vitest';
import type { KeyChange } from '../cases/request-plan.js';
import type { Configuration } from '../configuration/types.js';
import { changedKey, nearKeys } from '../engine/keys.js';
import { createRedactor } from '../record/redact.js';
import { secretsOf } from './secrets.js';

const KEY = '8f14e45fceea167a5a36dedd4bea2543';

const redact = createRedactor(
  secretsOf({
    target: { key: KEY, secondKey: null, restricted: null, freshKeys: [] },
    webhook: {
      restoreUrl: 'https://gateway.example/events?token=of-the-gateway',
      restoreSecondUrl: 'https://gateway.example/events?token=of-the-second',
    },
    operator: { kind: 'none' },
  } as unknown as Configuration),
);

test.each<KeyChange>([
  'longer',
  'longer-before',
  'cut-at-end',
  'cut-in-half',
  'cut-at-start',
  'other-at-end',
  'other-inside',
  'other-at-start',
  'other-case',
  'blank-before',
  'blank-after',
])('of a key that is sent %s no response keeps a part worth knowing', (change) => {
  const sent = changedKey(KEY, change, 'nonce') ?? '';
  for (const text of [`The key [${sent}] is not valid`, `/x?key=${encodeURIComponent(sent)}&y=1`]) {
    const masked = redact(text).toLowerCase();
    for (const part of [KEY.slice(0, 16), KEY.slice(8, 24), KEY.slice(16)])
      expect(masked).not.toContain(part);
  }
});

test('the sign before a key stays, also where it and the beginning of the key look like an escape', () => {
  const key = `39${KEY}`;
  const own = createRedactor([key, ...nearKeys(key)]);
  expect(own(`http://host/?key=${key}`)).toBe('http://host/?key=[key]');
  expect(own(`http://host/?key%3d${key}&y=1`)).toBe('http://host/?key%3d[key]&y=1');
  expect(own(`50%${key}`)).toBe('50%[key]');
});

test.each(['of-the-gateway', 'of-the-second'])(
  'the query of an address that is set back is masked: %s',
  (token) => {
    expect(redact(`https://gateway.example/events?token=${token}`)).not.toContain(token);
  },
);
