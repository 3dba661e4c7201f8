import { fieldOf, operationOf, responseFields } from '../../cases/vocabulary.js';
import type { Description } from '../../description/types.js';
import { readAnswer } from '../../engine/judge/answer.js';
import type { Operator } from '../../engine/ports.js';
import type { ListedDestination, World } from '../../engine/world.js';
import type { PreflightRequests } from './requests.js';

/**
 * Lists a key's destinations under a version; each is asked once, unless a fresh answer is wanted. Where nobody is
 * online at first, the driver logs employees of one destination in, if it can: others must not wait for a login.
 */
export function listDestinations(
  requests: PreflightRequests,
  descriptions: readonly Description[],
  operator: Operator,
): World['destinations'] {
  const known = new Map<string, Promise<ListedDestination[]>>();
  return (version, key, how) => {
    const description = descriptions.find((one) => one.version === version);
    if (!description) throw new Error(`No description of the version ${version} is loaded.`);
    const place = `${version} ${key}`;
    const cached = known.get(place);
    if (cached && !how?.fresh) return cached;
    const list = (): Promise<ListedDestination[]> => ask(requests, description, key);
    const asked = cached
      ? list()
      : list().then((listed) => logIn(listed, list, { operator, description, key }));
    if (!cached) known.set(place, asked);
    return asked;
  };
}

async function logIn(
  listed: ListedDestination[],
  again: () => Promise<ListedDestination[]>,
  { operator, description, key }: { operator: Operator; description: Description; key: string },
): Promise<ListedDestination[]> {
  const [first] = listed;
  if (!first || listed.some(({ online }) => online) || !operator.supports('set_presence')) return listed;
  const { ok } = await operator.perform('set_presence', {
    version: description.version,
    key,
    [description.employee.destination]: first.id,
    online: true,
  });
  return ok ? again() : listed;
}

async function ask(
  requests: PreflightRequests,
  description: Description,
  key: string,
): Promise<ListedDestination[]> {
  const read = readAnswer(description, await requests.list(description, key));
  if ('finding' in read) return [];
  const [name, field] =
    responseFields(description, operationOf(description, 'destinations')).find(
      ([, one]) => one.role === 'destinations',
    ) ?? [];
  const elements = Object.entries((field?.of && description.resources[field.of]?.fields) || {});
  const listed = name ? read.answer.body[name] : undefined;
  const at = (one: unknown, role: 'destination-id' | 'destination-kind' | 'presence'): unknown =>
    (one as Record<string, unknown>)[fieldOf(elements, role) ?? ''];
  return (Array.isArray(listed) ? listed : [])
    .filter((one) => typeof one === 'object' && one !== null && typeof at(one, 'destination-id') === 'string')
    .map((one) => ({
      id: String(at(one, 'destination-id')),
      kind: String(at(one, 'destination-kind')),
      online: at(one, 'presence') === true,
    }));
}
