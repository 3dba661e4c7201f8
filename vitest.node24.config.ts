import { defineConfig } from 'vitest/config';
import whole from './vitest.config.ts';

/**
 * What the version of Node can make a difference to: connections, sockets and TLS, processes and signals, timers, memory,
 * the command as a whole. Not what is derived, read, judged or printed: that is the same language everywhere.
 */
const INCLUDED = [
  'src/{http,webhook,operator,reference}/**/*.test.ts',
  'src/engine/{*,steps/*}.test.ts',
  'src/run/{big.long,new-version}.test.ts',
  'src/run/preflight/*.test.ts',
  'src/cli/{cli,doctor,report,selftest}.test.ts',
];

export default defineConfig({
  test: {
    ...whole.test,
    include: INCLUDED,
    exclude: ['src/{engine,reference}/**/*.long.test.ts'],
    reporters: ['default', ['json', { outputFile: 'reports/tests-node24.json' }]],
  },
});
