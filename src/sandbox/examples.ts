import { destinationKind, fill, sampleBody } from '../description/samples.js';
import type { Description, Operation } from '../description/types.js';
import { shellLine } from '../terminal-text.js';

/** What the example calls refer to. */
export interface ExampleGround {
  baseUrl: string;
  key: string;
  /** PEM file of the authority; null: the service speaks plain HTTP, or is trusted as it is. */
  caFile: string | null;
  destinationId: string;
  /** Path of keys to the webhook address in a body. */
  addressPath: readonly string[];
  /** Where the gateway listens. */
  webhookUrl: string;
}

/** One call of an operation, as a shell command. */
export interface Example {
  version: string;
  operation: string;
  command: string;
}

/** A call of each operation, by the latest version that lists it, in an order in which all of them work. */
export function examples(descriptions: readonly Description[], ground: ExampleGround): Example[] {
  const latest = new Map(
    descriptions.flatMap((description) =>
      Object.entries(description.operations).map(
        ([name, rule]) => [name, { name, rule, description }] as const,
      ),
    ),
  );
  return [...latest.values()]
    .sort((a, b) => ORDER.indexOf(a.rule.kind) - ORDER.indexOf(b.rule.kind))
    .map(({ name, rule, description }) => ({
      version: description.version,
      operation: name,
      command: command(description, name, bodyOf(description, rule, ground), ground),
    }));
}

const ORDER: Operation['kind'][] = [
  'address',
  'destinations',
  'message',
  'select',
  'current',
  'history',
  'undocumented',
];

/** The user of all examples. */
export const EXAMPLE_USER = 'user-1';

function command(
  { version, http }: Description,
  name: string,
  body: unknown,
  { baseUrl, key, caFile }: ExampleGround,
): string {
  return curlLine(
    http.method,
    `${baseUrl}/${version}/${name}?${http.keyParameter}=${encodeURIComponent(key)}`,
    {
      headers: body === null ? {} : { 'Content-Type': http.contentType },
      body: body === null ? '' : JSON.stringify(body),
      caFile,
    },
  );
}

function bodyOf(description: Description, { kind, request }: Operation, ground: ExampleGround): unknown {
  if (request === null) return null;
  if (kind === 'address')
    return ground.addressPath.reduceRight<unknown>((inner, key) => ({ [key]: inner }), ground.webhookUrl);
  const resource = description.resources[request];
  // The shape is not shown; ours names the user as every other request does.
  if (!resource) return { [description.employee.user]: EXAMPLE_USER };
  return sampleBody(Object.entries(resource.fields), {
    user: EXAMPLE_USER,
    destination: { id: ground.destinationId, kind: destinationKind(description) },
    placeholders: PLACEHOLDERS,
  });
}

const PLACEHOLDERS = { nonce: 'a', zigzag: '' };

/** What a call holds besides its method and its address. */
export interface CurlParts {
  headers: Readonly<Record<string, string>>;
  /** Empty: none is sent. */
  body: string;
  /** PEM file of the authority; null: the certificate is trusted as it is, or there is none. */
  caFile: string | null;
}

/** A call as a shell command. The body is sent as it stands, even if it begins like the name of a file would. */
export function curlLine(method: string, url: string, { headers, body, caFile }: CurlParts): string {
  return shellLine([
    'curl',
    '-X',
    method,
    ...(caFile === null ? [] : ['--cacert', caFile]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]),
    ...(body === '' ? [] : ['--data-raw', body]),
    url,
  ]);
}

/** A sample of the description for a user: the `nth` of its kind, from 1. */
export function filledSample(sample: unknown, { user, nth }: { user: string; nth: number }): unknown {
  return fill(sample, { ...PLACEHOLDERS, user, n: String(nth) });
}
