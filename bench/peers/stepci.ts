import type { Peer } from './peer.js';

/** A workflow with one test a check, as many at once as conform has requests under way. */
export const stepci: Peer = {
  name: 'StepCI',
  package: 'stepci@2.8.2',
  bin: 'stepci',
  // Its `tests` are keyed by name. JSON is YAML, and spares a writer.
  suite: (checks, address) => ({
    files: {
      'workflow.yml': JSON.stringify({
        version: '1.1',
        name: 'bench',
        config: { continueOnFail: true, concurrency: 32 },
        tests: Object.fromEntries(
          checks.map(({ id, path, headers, body, status, schema }) => [
            id,
            {
              steps: [
                {
                  name: id,
                  http: {
                    url: address + path,
                    method: 'POST',
                    headers,
                    ...(body !== null && { body }),
                    check: { status, schema },
                  },
                },
              ],
            },
          ]),
        ),
      }),
    },
    argv: ['run', 'workflow.yml'],
  }),
  env: { STEPCI_DISABLE_ANALYTICS: '1' },
};
