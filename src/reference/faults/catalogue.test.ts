import { expect, test } from 'vitest';
import { namedFault, namedFaults } from './catalogue.js';

test('every fault has a name of its own, says in one line what the service does, and names the cases that see it', () => {
  expect(namedFaults.length).toBeGreaterThanOrEqual(300);
  for (const key of ['name', 'summary'] as const)
    expect(new Set(namedFaults.map((fault) => fault[key])).size, key).toBe(namedFaults.length);
  for (const { name, summary, kills, describe, hook } of namedFaults) {
    expect(name).toMatch(/^[a-z][a-z0-9-]+$/);
    expect(summary).toMatch(/^[A-Z][^\n.]{9,130}$/);
    expect(kills.length, name).toBeGreaterThan(0);
    expect(describe ?? hook, name).toBeTypeOf('function');
  }
});

test('a name that no fault has is told', () => {
  expect(() => namedFault('no-such-fault')).toThrow(RangeError);
});
