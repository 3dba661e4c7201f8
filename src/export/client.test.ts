import { type Document, OpenAPIClientAxios } from 'openapi-client-axios';
import { expect, onTestFinished, test } from 'vitest';
import { loadDescriptions } from '../description/load.js';
import { startReference } from '../reference/service.js';
import { openapi } from './openapi.js';

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
    const client = (await api.init()) as unknown as Record<string, (...args: unknown[]) => Promise<Answer>>;
    expect(api.getOperations().map(({ operationId }) => operationId)).toEqual(
      Object.keys(description.operations),
    );
    const call = (operation: string, body?: unknown): Promise<Answer> =>
      (client[operation] as (typeof client)[string])(null, body);
    const listed = await call('getDestinations');
    const [destination] = listed.data.destinations ?? [];
    const chosen = { user_id: 'u-1', ...destination, name: 'Ada', attributes: { city: 'Bern' } };
    const { destination_type, destination_id, user_id, name, attributes } = chosen;
    const answers = [
      listed,
      await call('sendText', { user_id, text: 'Hello' }),
      await call('selectDestination', { user_id, destination_type, destination_id, name, attributes }),
    ];
    expect(answers.map(({ status, data }) => [status, data.success])).toEqual(Array(3).fill([200, true]));
    const refused = await call('sendText', { user_id: 7, text: [] });
    expect([refused.status, refused.data.success]).toEqual([400, false]);
  }
});

interface Answer {
  status: number;
  data: { success: boolean; destinations?: { destination_type: string; destination_id: string }[] };
}
