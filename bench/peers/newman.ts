import type { Peer } from './peer.js';

/** A Postman collection, each request with a test script; Newman sends one after the other. */
export const newman: Peer = {
  name: 'Newman',
  package: 'newman@6.2.2',
  bin: 'newman',
  suite: (checks, address) => ({
    files: {
      'collection.json': JSON.stringify({
        info: {
          name: 'bench',
          schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
        },
        item: checks.map(({ id, path, headers, body, status, schema }) => ({
          name: id,
          request: {
            method: 'POST',
            header: Object.entries(headers).map(([key, value]) => ({ key, value })),
            url: address + path,
            ...(body !== null && { body: { mode: 'raw', raw: body } }),
          },
          event: [
            {
              listen: 'test',
              script: {
                exec: [
                  `pm.test('status', () => pm.response.to.have.status(${status}));`,
                  `pm.test('body', () => pm.response.to.have.jsonSchema(${JSON.stringify(schema)}));`,
                ],
              },
            },
          ],
        })),
      }),
    },
    argv: ['run', 'collection.json', '--reporters', 'json', '--reporter-json-export', 'newman.json'],
  }),
};
