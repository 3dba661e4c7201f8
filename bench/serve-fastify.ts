import Fastify from 'fastify';
import { tellOnRequest } from './served.js';

/** The bare route: the same fields, checked by the framework's own validator, the same shape of response. */
const [path = '', fieldNames = ''] = process.argv.slice(2);
const app = Fastify();
const fields = fieldNames.split(',');
const { pathname, searchParams } = new URL(path, 'http://localhost');
const [parameter = '', key = ''] = [...searchParams.entries()][0] ?? [];
app.post(
  pathname,
  {
    schema: {
      querystring: { type: 'object', required: [parameter], properties: { [parameter]: { const: key } } },
      body: {
        type: 'object',
        required: fields,
        properties: Object.fromEntries(fields.map((name) => [name, { type: 'string' }])),
      },
    },
  },
  () => ({ success: true, message_id: crypto.randomUUID(), timestamp: Date.now() }),
);
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
tellOnRequest({ origin, path, fields: Object.fromEntries(fields.map((name) => [name, false])) });
