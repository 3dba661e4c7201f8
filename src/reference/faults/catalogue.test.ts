import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultNames, loadFault } from './catalogue.js';

test('every fault is a file of its own that says in one line what the service does', async () => {
  const names = faultNames();
  expect(names.length).toBeGreaterThanOrEqual(60);
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  expect(names.length, 'names are different').toBe(files.filter((path) => /[\\/].+\.ts$/.test(path)).length);
  const faults = await Promise.all(names.map(loadFault));
  const summaries = faults.map(({ summary }) => summary);
  expect(new Set(summaries).size).toBe(names.length);
  for (const summary of summaries) expect(summary).toMatch(/^[A-Z][^\n.]{9,130}$/);
  for (const { describe, hook } of faults) expect(describe ?? hook).toBeTypeOf('function');
});

test('a name that no fault has is told', async () => {
  await expect(loadFault('no-such-fault')).rejects.toThrow(RangeError);
});
