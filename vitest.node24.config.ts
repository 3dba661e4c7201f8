import { defineConfig } from 'vitest/config';
import { longestFirst } from './test/support/process/longest-first.js';
import { product } from './vitest.config.ts';

/**
 * What the version of Node can make a difference to: connections, sockets and TLS, processes and signals, memory, the command
 * as a whole. Not what is derived, read, judged or printed: that is the same language everywhere, and most of it runs on a
 * virtual clock.
 */
const INCLUDED = [
  'src/{http,webhook,operator}/**/*.test.ts',
  'test/hostile/siege.long.test.ts',
  'test/run/big.long.test.ts',
  'test/run/interruption.long.test.ts',
  'src/cli/serve.long.test.ts',
];

export default defineConfig({
  test: {
    ...product,
    isolate: false,
    include: INCLUDED,
    sequence: { sequencer: longestFirst(['big.long', 'cli/serve', 'http/transport']) },
    reporters: ['default', ['json', { outputFile: 'reports/tests-node24.json' }]],
  },
});
