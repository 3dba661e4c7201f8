import { loadDescriptions } from '../src/description/load.js';
import { startReference } from '../src/reference/service.js';
import { tellOnRequest } from './served.js';

/** The reference service over plain HTTP, in a process of its own, with the request that a user's message is. */
const descriptions = await loadDescriptions();
const service = await startReference({ descriptions, tls: false, seed: 7 });
const [first] = descriptions;
if (!first) throw new Error('There is no description.');
const [operation = '', rule] =
  Object.entries(first.operations).find(([, { kind }]) => kind === 'message') ?? [];
const fields = first.resources[rule?.request ?? '']?.fields ?? {};
tellOnRequest({
  origin: service.baseUrl,
  path: `/${first.version}/${operation}?${first.http.keyParameter}=${service.keys.main}`,
  fields: Object.fromEntries(Object.entries(fields).map(([name, { role }]) => [name, role === 'user'])),
});
