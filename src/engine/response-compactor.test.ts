import { expect, test } from 'vitest';
import { answered, stage } from '../../test/support/engine/engine-stage.js';
import type { Exchange } from './evidence.js';
import { lawKey } from './judge/laws.js';
import type { HttpResponse } from './ports.js';
import { ResponseCompactor } from './response-compactor.js';

type AnsweredExchange = Exchange & { outcome: HttpResponse };

const { runState } = stage();
const KIB = 1024;

/** An exchange whose large response is lent. */
function lent(body: object, more: Partial<Exchange> = {}) {
  const released: string[] = [];
  const outcome = { ...answered(200, body), release: () => released.push('it') };
  const exchange = {
    operation: 'sendText',
    version: '1.0',
    unjudged: false,
    mayFail: false,
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
  const compactor = new ResponseCompactor(runState.runContext);
  const sizes = Array.from({ length: 18 }, () => {
    const { exchange, released } = lent(large(100));
    const whole = exchange.outcome.body.length;
    compactor.compact(exchange);
    expect(released).toEqual(['it']);
    expect(exchange.outcome.size).toBe(whole);
    expect(exchange.outcome.release).toBeUndefined();
    return exchange.outcome.body.length / KIB;
  });
  expect(sizes).toEqual([...Array.from({ length: 16 }, () => 64), 1, 1]);
});

test('what the laws ask is known of a body that is gone', () => {
  const compactor = new ResponseCompactor(runState.runContext);
  const { exchange } = lent(large(100, { success: 'yes', message_id: 'm', timestamp: 7 }));
  compactor.compact(exchange);
  expect(compactor.finding(lawKey({ rule: 'success-flag' }), exchange)?.code).toBe('shape');
  expect(compactor.finding(lawKey({ rule: 'json-object' }), exchange)).toBeNull();
  expect(compactor.field('message_id', exchange)).toBe('m');
  expect(compactor.field('timestamp', exchange)).toBe(7);
  expect(compactor.statusAndCode(exchange)).toBe('200, code unknown');
});

test('long values are told apart, and take little room', () => {
  const compactor = new ResponseCompactor(runState.runContext);
  const kept = (message_id: unknown): unknown => {
    const { exchange } = lent(large(1, { message_id }));
    compactor.compact(exchange);
    return compactor.field('message_id', exchange);
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

test('a response that no law judges leaves nothing but its beginning', () => {
  const compactor = new ResponseCompactor(runState.runContext);
  const { exchange } = lent(large(100, { message_id: 'm' }), { unjudged: true });
  compactor.compact(exchange);
  expect(compactor.field('message_id', exchange)).toBeUndefined();
  expect(compactor.statusAndCode(exchange)).toBeNull();
});

test('a small body stays, and what did not arrive is no body', () => {
  const compactor = new ResponseCompactor(runState.runContext);
  const outcome = answered(200, large(100));
  const exchange = { ...lent({}).exchange, outcome } as AnsweredExchange;
  compactor.compact(exchange);
  expect(exchange.outcome).toBe(outcome);
  expect(compactor.statusAndCode(exchange)).toBe('200, code unknown');
});
