import { Buffer } from 'node:buffer';
import { KEY_MASK } from '../../../record/redact.js';
import type { ExchangeRecord } from '../../../record/types.js';
import { shellWord } from '../../../shell-word.js';

/**
 * A shell line that repeats the request with the key from `$CONFORM_KEY`; null when the body was not kept whole.
 * @param variables by the text that they replace: further expressions of the shell
 */
export function curl(
  { request }: ExchangeRecord,
  variables: ReadonlyMap<string, string> = new Map(),
): string | null {
  const { method, url, headers, body } = request;
  if (body?.cut || (body && (body.text ?? body.base64) === undefined)) return null;
  const replaced = new Map([[KEY_MASK, '"$CONFORM_KEY"'], ...variables]);
  const quoted = (text: string): string => shellExpression(text, replaced);
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
    ? `${bytes(body.base64, variables)} | ${line}`
    : line;
}

const MADE_BY_CURL = new Set(['content-length', 'host', 'connection', 'transfer-encoding']);

/** Bytes that are no text, as a command prints them. */
function bytes(base64: string, variables: ReadonlyMap<string, string>): string {
  const text = Buffer.from(base64, 'base64').toString('latin1');
  const edits = [...variables]
    .filter(([own]) => text.includes(own))
    .map(([own, name]) => ` | LC_ALL=C sed s/${own}/${name}/g`);
  return `base64 -d <<< ${shellWord(base64)}${edits.join('')}`;
}

/** For a shell: quoted, but for what an expression stands for. */
function shellExpression(text: string, expressions: ReadonlyMap<string, string>): string {
  let parts = [text];
  for (const [own, expression] of expressions)
    parts = parts.flatMap((part, at) =>
      at % 2 === 1
        ? [part]
        : part.split(own).flatMap((rest, nth) => (nth === 0 ? [rest] : [expression, rest])),
    );
  return parts.map((part, at) => (at % 2 === 1 ? part : part === '' ? '' : shellWord(part))).join('') || "''";
}
