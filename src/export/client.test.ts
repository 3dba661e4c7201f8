import { type Document, OpenAPIClientAxios } from 'openapi-client-axios';
import { Collection, type Item, Url } from 'postman-collection';
import { expect, onTestFinished, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import type { RunRecord } from '../record/types.js';
import { startReference } from '../reference/service.js';
import { openapi } from './openapi.js';
import { postman } from './postman.js';
import { discoveredIn } from './source.js';

test('a client that others make of the OpenAPI document names each operation and talks to the service', async () => {
  const descriptions = await loadDescriptions();
  const service = await startReference({ descriptions, tls: false });
  onTestFinished(() => service.close());
  for (const description of descriptions) {
    const definition = openapi({ description, discovered: null }) as unknown as Document;
    const api = new OpenAPIClientAxios({
      definition,
      withServer: 0,
      axiosConfigDefaults: {
        baseURL: `${service.baseUrl}/${description.version}`,
        params: { key: service.keys.main },
        validateStatus: () => true,
        headers: { 'Content-Type': 'application/json' },
      },
    });
    const client = (await api.init()) as unknown as Record<
      string,
      (...args: unknown[]) => Promise<JsonResponse>
    >;
    expect(api.getOperations().map(({ operationId }) => operationId)).toEqual(
      Object.keys(description.operations),
    );
    const call = (operation: string, body?: unknown): Promise<JsonResponse> =>
      (client[operation] as (typeof client)[string])(null, body);
    const listed = await call('getDestinations');
    const [destination] = listed.data.destinations ?? [];
    const chosen = { user_id: 'u-1', ...destination, name: 'Ada', attributes: { city: 'Bern' } };
    const { destination_type, destination_id, user_id, name, attributes } = chosen;
    const responses = [
      listed,
      await call('sendText', { user_id, text: 'Hello' }),
      await call('selectDestination', { user_id, destination_type, destination_id, name, attributes }),
    ];
    expect(responses.map(({ status, data }) => [status, data.success])).toEqual(Array(3).fill([200, true]));
    const refused = await call('sendText', { user_id: 7, text: [] });
    expect([refused.status, refused.data.success]).toEqual([400, false]);
  }
});

test("requests of the collection, imported and filled in by the format's own library, are taken by the service", async () => {
  const descriptions = await loadDescriptions();
  const service = await startReference({ descriptions, tls: false });
  onTestFinished(() => service.close());
  for (const description of descriptions) {
    const target = { baseUrl: service.baseUrl, versions: [description.version] };
    const shape = { gap: 'shape-setWebhook', version: description.version, value: '{"url":"{webhook_url}"}' };
    const record = { target, observations: [{ ...shape, cases: [] }] } as unknown as RunRecord;
    const discovered = discoveredIn(record, description.version);
    const collection = new Collection(postman({ description, discovered }) as object);
    const variables = collection.variables.toObject() as Record<string, unknown>;
    const send = async (name: string): Promise<{ status: number; data: JsonResponse['data'] }> => {
      const item = collection.items.find(({ name: own }) => own === name, null) as Item;
      const { request } = item.toObjectResolved(null, [variables], { ignoreOwnVariables: true }) as {
        request: Resolved;
      };
      const { method, body, header = [], url } = request;
      const headers = header.map(({ key, value }): [string, string] => [key, value]);
      const response = await fetch(new Url(url).toString(), {
        method,
        headers,
        ...(body && { body: body.raw }),
      });
      return { status: response.status, data: (await response.json()) as JsonResponse['data'] };
    };
    variables[description.http.keyParameter] = service.keys.main;
    variables['user_id'] = 'u-1';
    const listed = await send('getDestinations');
    variables['destination_id'] = listed.data.destinations?.[0]?.destination_id;
    const sent = await Promise.all(['sendText', 'sendFile', 'selectDestination', 'setWebhook'].map(send));
    expect([listed, ...sent].map(({ status, data }) => [status, data.success])).toEqual(
      Array(5).fill([200, true]),
    );
  }
});

/** A request whose variables have their values. */
interface Resolved {
  method: string;
  body?: { raw: string };
  header?: { key: string; value: string }[];
  url: ConstructorParameters<typeof Url>[0];
}

interface JsonResponse {
  status: number;
  data: { success: boolean; destinations?: { destination_type: string; destination_id: string }[] };
}
