import { expect, test } from 'vitest';
import { jsonDepth } from './json-text.js';

test('a long text costs a moment, whatever it is made of', () => {
  for (const piece of ['a', '\\"', '\\\\', '[]', '{"a":1},']) {
    const inner =
      piece.length > 2 || piece === '[]' ? piece.repeat(1_000_000) : `"${piece.repeat(4_000_000)}"`;
    const start = performance.now();
    jsonDepth(`[${inner}]`);
    expect(performance.now() - start).toBeLessThan(2_000);
  }
});
