import { expect, test } from 'vitest';
import { answered, stage } from '../testing/engine-stage.js';
import { Condenser } from './condenser.js';
import type { AnsweredExchange } from './judge/laws.js';
import type { Exchange } from './world.js';

const { scope } = stage();
const description = scope.description('1.0');
const { reader } = scope.world;
const KIB = 1024;

/** An exchange whose large answer is lent. */
function lent(body: object, more: Partial<Exchange> = {}) {
  const released: string[] = [];
  const outcome = { ...answered(200, body), release: () => released.push('it') };
  const exchange = {
    operation: 'sendText',
    unjudged: false,
    outcome,
    request: { url: 'https://a/1.0/sendText', method: 'POST' },
    ...more,
  };
  return { exchange: exchange as unknown as AnsweredExchange, released };
}

const large = (kib: number, more: object = {}): object => ({
  success: true,
  ...more,
  rest: 'x'.repeat(kib * KIB),
});

test('of a large body the beginning is kept, and less of each once all are long together', () => {
  const condenser = new Condenser();
  const sizes = Array.from({ length: 18 }, () => {
    const { exchange, released } = lent(large(100));
    const whole = exchange.outcome.body.length;
    condenser.condense(exchange, description, reader);
    expect(released).toEqual(['it']);
    expect(exchange.outcome.size).toBe(whole);
    expect(exchange.outcome.release).toBeUndefined();
    return exchange.outcome.body.length / KIB;
  });
  expect(sizes).toEqual([...Array.from({ length: 16 }, () => 64), 1, 1]);
});

test('what the laws ask is known of a body that is gone', () => {
  const condenser = new Condenser();
  const { exchange } = lent(large(100, { success: 'yes', message_id: 'm', timestamp: 7 }));
  condenser.condense(exchange, description, reader);
  expect(condenser.finding('success-flag', exchange, description, reader)?.code).toBe('shape');
  expect(condenser.finding('json-object', exchange, description, reader)).toBeNull();
  expect(condenser.field('message_id', exchange, description)).toBe('m');
  expect(condenser.field('timestamp', exchange, description)).toBe(7);
  expect(condenser.told(exchange, description, reader)).toBe('200, code unknown');
});

test('long values are told apart, and take little room', () => {
  const condenser = new Condenser();
  const kept = (message_id: unknown): unknown => {
    const { exchange } = lent(large(1, { message_id }));
    condenser.condense(exchange, description, reader);
    return condenser.field('message_id', exchange, description);
  };
  const just = 'x'.repeat(1024);
  expect(kept(just)).toBe(just);
  expect(kept(`${just}x`)).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(kept(`${just}x`)).toBe(kept(`${just}x`));
  expect(kept(`${just}x`)).not.toBe(kept(`${just}y`));
  expect(kept([just])).toMatch(/^sha256:/);
  expect(kept(['x'])).toEqual(['x']);
  expect([kept(true), kept(null), kept(undefined)]).toEqual([true, null, undefined]);
});

test('an answer that no law judges leaves nothing but its beginning', () => {
  const condenser = new Condenser();
  const { exchange } = lent(large(100, { message_id: 'm' }), { unjudged: true });
  condenser.condense(exchange, description, reader);
  expect(condenser.field('message_id', exchange, description)).toBeUndefined();
  expect(condenser.told(exchange, description, reader)).toBeNull();
});

test('a small body stays, and what did not come is no body', () => {
  const condenser = new Condenser();
  const outcome = answered(200, large(100));
  const exchange = { ...lent({}).exchange, outcome } as AnsweredExchange;
  condenser.condense(exchange, description, reader);
  expect(exchange.outcome).toBe(outcome);
  expect(condenser.told(exchange, description, reader)).toBe('200, code unknown');
});
