import { KEY_MASK } from '../../record/mask.js';
import type { ExchangeRecord } from '../../record/types.js';
import { shellWord } from '../../shell-word.js';

/** A shell line that repeats the request with the key from `$CONFORM_KEY`; null when the body was not kept whole. */
export function curl({ request }: ExchangeRecord): string | null {
  const { method, url, headers, body } = request;
  if (body?.cut || (body && (body.text ?? body.base64) === undefined)) return null;
  const named = (wanted: string) => headers.some(([name]) => name.toLowerCase() === wanted);
  const parts = [`curl -sS -i -X ${quoted(method)} ${quoted(url)}`];
  for (const [name, value] of headers)
    if (!MADE_BY_CURL.has(name.toLowerCase())) parts.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body) {
    if (!named('content-type')) parts.push("-H 'Content-Type:'");
    if (!named('content-length')) parts.push("-H 'Transfer-Encoding: chunked'");
    if (body.text !== undefined) parts.push(`--data-raw ${quoted(body.text)}`);
    else parts.push('--data-binary @-');
  }
  const line = parts.join(' \\\n  ');
  return body?.text === undefined && body?.base64 !== undefined
    ? `base64 -d <<< ${quoted(body.base64)} | ${line}`
    : line;
}

const MADE_BY_CURL = new Set(['content-length', 'host', 'connection', 'transfer-encoding']);

/** For a shell; the masked key becomes the variable that holds it. */
function quoted(text: string): string {
  return (
    text
      .split(KEY_MASK)
      .map((part) => (part === '' ? '' : shellWord(part)))
      .join('"$CONFORM_KEY"') || "''"
  );
}
