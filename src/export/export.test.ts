import { createRequire } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Collection, type Item } from 'postman-collection';
import { beforeAll, expect, test } from 'vitest';
import { check } from '../api/check.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import type { BodyRecord, RunRecord } from '../record/types.js';
import { asyncapi } from './asyncapi.js';
import { openapi } from './openapi.js';
import { postman } from './postman.js';
import { discoveredIn, type Json, type Source } from './source.js';

let descriptions: Description[];
let record: RunRecord;
beforeAll(async () => {
  descriptions = await loadDescriptions();
  record = await check({
    grep: ['responses/*', 'requests/missing-*', 'events/sent-*', 'events/delivery*', 'versions/exists'],
    seed: 5,
  });
}, 120_000);

/** Each version, with and without what a run found out. */
function sources(): Source[] {
  return descriptions.flatMap((description) => [
    { description, discovered: null },
    { description, discovered: discoveredIn(record, description.version) },
  ]);
}

async function openapiErrors(document: Json): Promise<unknown> {
  const result = await new Validator().validate(structuredClone(document));
  return result.valid ? [] : result.errors;
}

const asyncapiSchema = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0-without-$id.json');

function asyncapiErrors(document: Json): unknown {
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const validate = ajv.compile(asyncapiSchema);
  return validate(document) ? [] : validate.errors;
}

test("OpenAPI documents hold for the format's own schema, and a mistake in one does not", async () => {
  for (const source of sources()) expect(await openapiErrors(openapi(source))).toEqual([]);
  const broken = openapi(sources()[0] as Source);
  broken['paths'] = { sendText: {} };
  expect(await openapiErrors(broken)).not.toEqual([]);
});

test("AsyncAPI documents hold for the format's own schema, and a mistake in one does not", () => {
  for (const source of sources()) expect(asyncapiErrors(asyncapi(source))).toEqual([]);
  const broken = { ...asyncapi(sources()[0] as Source), channels: [] };
  expect(asyncapiErrors(broken)).not.toEqual([]);
});

test('Postman imports the collections: a request for each operation, with the body that is documented', () => {
  for (const source of sources()) {
    const { description } = source;
    const collection = new Collection(postman(source) as object);
    const items = collection.items.all() as Item[];
    expect(items.map(({ name }) => name)).toEqual(Object.keys(description.operations));
    for (const { name, request } of items) {
      expect(request.method).toBe('POST');
      expect(request.url.toString()).toBe(`{{base_url}}/${description.version}/${name}?key={{key}}`);
    }
    const text = items.find(({ name }) => name === 'sendText')?.request.body?.raw ?? '';
    expect(Object.keys(JSON.parse(text))).toEqual(['user_id', 'text']);
    expect(JSON.parse(text).user_id).toBe('{{user_id}}');
  }
});

test('what is not shown is marked, and filled in by what a run found out', () => {
  const description = descriptions.at(-1) as Description;
  const discovered = discoveredIn(record, description.version);
  const bare = JSON.stringify(openapi({ description, discovered: null }));
  const filled = JSON.stringify(openapi({ description, discovered }));
  expect(bare).toMatch(/"Error":\{[^}]*.*"x-not-shown":"Where the code and the message are\."/);
  expect(bare).not.toContain('"x-discovered":true');
  // No run finds out what the bodies of operations are that it sends none to.
  expect(filled.match(/"x-not-shown":(true|")/g)).toHaveLength(2);
  expect(filled).toContain('"required":["user_id","text"]');
  expect(filled).toContain('"examples":[{"url":"{webhook_url}"}]');
  const events = JSON.stringify(asyncapi({ description, discovered }));
  expect(JSON.stringify(asyncapi({ description, discovered: null }))).toContain('"x-name-not-shown":true');
  expect(events).toContain('"name":"MessageDelivered"');
  expect(events).not.toContain('"payload":{"x-not-shown"');
  const collection = postman({ description, discovered }) as { item: Json[] };
  expect(collection.item.find(({ name }) => name === 'setWebhook')).toMatchObject({
    'x-discovered': true,
    request: { body: { raw: expect.stringContaining('{{webhook_url}}') } },
  });
  expect(openapi({ description, discovered })['x-gaps']).toHaveLength(Object.keys(description.gaps).length);
});

test('every response and event of the run obeys the document that was made from it', () => {
  const parsed = (body: BodyRecord | null): unknown => JSON.parse(body?.text ?? 'null');
  let judged = 0;
  for (const description of descriptions) {
    const source: Source = { description, discovered: discoveredIn(record, description.version) };
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(openapi(source), 'doc');
    ajv.addSchema(asyncapi(source), 'events');
    const errors = (schema: string, value: unknown): unknown => {
      judged += 1;
      const validate = ajv.getSchema(schema);
      return validate?.(value) ? [] : [schema, value, validate?.errors];
    };
    for (const { operation, version, response } of record.exchanges) {
      if (version !== description.version || !description.operations[operation] || !response?.body?.text)
        continue;
      const media = `doc#/paths/~1${operation}/post/responses/${response.status}/content/application~1json/schema`;
      expect(errors(media, parsed(response.body))).toEqual([]);
    }
    const names = Object.keys(description.events);
    for (const { name, body, caseId } of record.events) {
      if (name === null || !names.includes(name) || !caseId?.startsWith(`${description.version}/`)) continue;
      expect(errors(`events#/components/messages/${name}/payload`, parsed(body))).toEqual([]);
    }
  }
  expect(judged).toBeGreaterThan(50);
});
