import { shellLine } from '../shell-word.js';

/** What a call holds beside its method and its address. */
export interface CurlParts {
  headers: Readonly<Record<string, string>>;
  /** Empty: none is sent. */
  body: string;
  /** PEM file of the authority; null: the certificate is trusted as it is, or there is none. */
  caFile: string | null;
}

/** A call as a shell takes it. The body is sent as it stands, also where it begins as the name of a file would. */
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
