import { expect, test } from 'vitest';
import type { CaseOutcome } from '../../engine/evidence.js';
import type { ReadEvent, Reader } from '../../engine/ports.js';
import { createRedactor } from '../../record/redact.js';
import type { Evidence } from '../case-records.js';
import { eventObservations } from './observations.js';
import { addToShape, emptyShape, shapeText } from './payload-shape.js';

const redact = createRedactor(['a-secret-key-0123456789']);

function evidence(deliveries: [string, unknown, [string, string][]][]): Evidence {
  const reader = {
    events: ({ body }: { body: Uint8Array }): ReadEvent[] => {
      const payload = JSON.parse(Buffer.from(body).toString());
      return [{ name: payload.name, user: 'u', payload }];
    },
  } as Partial<Reader> as Reader;
  const ids = deliveries.map((_, at) => at).slice(0, -1);
  return {
    reader,
    outcomes: [{ case: { id: '1.0/a/b', version: '1.0' }, events: ids } as unknown as CaseOutcome],
    deliveries: deliveries.map(([name, more, headers], id) => ({
      id,
      headers,
      body: Buffer.from(JSON.stringify({ name, ...(more as object) })),
    })),
  } as unknown as Evidence;
}

test('the shapes of own events and the headers that look like authentication', () => {
  const found = eventObservations(
    evidence([
      [
        'Said',
        { text: 'a', to: { id: 1 } },
        [
          ['X-Signature', 'one'],
          ['Authorization', 's3cret'],
          ['Host', 'h'],
        ],
      ],
      [
        'Said',
        { text: null, list: [1, 'x'] },
        [
          ['x-signature', 'two'],
          ['authorization', 's3cret'],
        ],
      ],
      ['Closed', {}, [['x-signature', 'three']]],
      ['Foreign', { of: 'another run' }, []],
    ]),
    redact,
  );
  expect(found).toMatchObject([
    { gap: 'payloads', version: '1.0', value: 'Closed: { "name": string }', cases: ['1.0/a/b'] },
    {
      gap: 'payloads',
      version: '1.0',
      value:
        'Said: { "list"?: [number or string], "name": string, "text": null or string, "to"?: { "id": number } }',
      cases: ['1.0/a/b'],
    },
    {
      gap: 'webhook-authentication',
      version: '1.0',
      value:
        'authorization (on some events, always the same), x-signature (on every event, with differing values)',
      cases: ['1.0/a/b'],
    },
  ]);
  expect(JSON.stringify(found)).not.toContain('s3cret');
});

test('no header and no event', () => {
  const said = evidence([
    ['Said', {}, [['x-event', 'Said']]],
    ['', {}, []],
  ]);
  expect(eventObservations(said, redact).at(-1)?.value).toBe('no header that looks like it');
  expect(eventObservations(evidence([]), redact)).toEqual([]);
});

test('deep and wide payloads stay in bounds', () => {
  const shape = emptyShape();
  const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`);
  addToShape(shape, deep);
  for (let at = 0; at < 200; at += 1) addToShape(shape, { [`k${at}`]: 1 });
  expect(shape.fields?.size).toBe(40);
  expect(shapeText(shape)).toContain('"a"?: { "a": { "a": { "a": { "a": { "a": … } } } } }');
});

test('a key at the place of the cut is masked first', () => {
  const payload = { [`${'x'.repeat(965)}a-secret-key-0123456789`]: 1 };
  const [shape] = eventObservations(
    evidence([
      ['Said', payload, []],
      ['', {}, []],
    ]),
    redact,
  );
  expect(shape?.value).toContain('x[key]');
  expect(shape?.value).not.toContain('a-secret');
});
