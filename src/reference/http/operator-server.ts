import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isBearer } from '../../is-bearer.js';
import { OperatorRefusal, perform } from '../conversations/operator-actions.js';
import { type JsonObject, own, readObject } from '../requests/body.js';
import type { ServiceContext } from '../service-context.js';
import { readBody } from './limits.js';

/**
 * The employee's side as plain HTTP and JSON: `POST /<action>` with the parameters in the body, or GET with
 * them in the query. Errors are `{ error }`.
 */
export function makeOperatorServer(context: ServiceContext, token: string): Server {
  return createServer(async (request, response) => {
    const { status, body } = await answer(context, token, request);
    const text = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
}

async function answer(
  context: ServiceContext,
  token: string,
  request: IncomingMessage,
): Promise<{ status: number; body: JsonObject }> {
  try {
    const bytes = await readBody(request);
    if (!isBearer(request.headers.authorization, token))
      throw new OperatorRefusal(401, 'The token is missing or wrong.');
    const url = new URL(request.url ?? '/', 'http://operator.invalid');
    const parameters = parametersOf(request.method, url, bytes);
    const rules = context.rulebooks.get(String(own(parameters, 'version')));
    if (!rules) throw new OperatorRefusal(400, 'The parameter version names no version of this service.');
    const account = context.accounts.byKey.get(String(own(parameters, 'key')));
    if (!account) throw new OperatorRefusal(404, 'The parameter key names no contact point.');
    return {
      status: 200,
      body: { ok: true, ...(await perform({ context, rules, account, parameters }, url.pathname.slice(1))) },
    };
  } catch (error) {
    if (error instanceof OperatorRefusal) return { status: error.status, body: { error: error.message } };
    return { status: 500, body: { error: 'The action failed.' } };
  }
}

function parametersOf(method: string | undefined, url: URL, bytes: Uint8Array | null): JsonObject {
  if (method === 'GET') return Object.fromEntries(url.searchParams);
  if (method !== 'POST') throw new OperatorRefusal(405, 'Use GET or POST.');
  if (bytes === null) throw new OperatorRefusal(413, 'The body is too long.');
  const body = readObject(bytes);
  if (!body) throw new OperatorRefusal(400, 'The body is not a JSON object.');
  return body;
}
