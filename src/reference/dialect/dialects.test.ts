import { expect, test } from 'vitest';
import { defaultDialect, type ReferenceDialect } from './dialect.js';
import { dialectNames, loadDialect } from './dialects.js';

const dialects = await Promise.all((await dialectNames()).map(loadDialect));

test('each file is a dialect of its own name, completed by the default one', () => {
  expect(dialects.map(({ name }) => name)).toEqual([
    'decoy',
    'echoing',
    'flat',
    'greeting',
    'header',
    'keyed',
    'late',
    'listed',
    'narrow',
    'nested',
    'receipts',
    'slow',
    'unifying',
  ]);
  for (const dialect of dialects)
    expect(Object.keys(dialect).sort()).toEqual(Object.keys(defaultDialect).sort());
});

test('every habit is had by some dialect and not by another', () => {
  const values = (pick: (dialect: ReferenceDialect) => unknown): number =>
    new Set(dialects.map((dialect) => JSON.stringify(pick(dialect)))).size;
  for (const section of [
    'error',
    'event',
    'address',
    'request',
    'response',
    'routing',
    'destinations',
    'texts',
  ] as const) {
    for (const habit of Object.keys(defaultDialect[section])) {
      const count = values((dialect) => (dialect[section] as Record<string, unknown>)[habit]);
      expect(count, `${section}.${habit}`).toBeGreaterThan(1);
    }
  }
});

test('an unknown name is answered with the known ones', async () => {
  await expect(loadDialect('nowhere')).rejects.toThrow(/"nowhere"; there are default, decoy, echoing/);
  await expect(loadDialect('../v1.0')).rejects.toThrow(RangeError);
});
