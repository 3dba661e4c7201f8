import type { RunRecord } from '../record/types.js';

/**
 * `results.json`: the record as it is, for programs; its shape is `spec/schema/results.schema.json`. In pieces, for as
 * one text it takes as much memory as the record itself.
 */
export function* jsonParts(record: RunRecord): Generator<string> {
  let before = '{';
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined) continue;
    yield `${before}\n ${JSON.stringify(name)}: `;
    before = ',';
    if (Array.isArray(value) && value.length > 0) yield* listParts(value);
    else yield indented(value, 1);
  }
  yield '\n}\n';
}

/** Small pieces go together: each is a call of the system when it is written. */
const LEAST_CHARACTERS = 64 * 1024;

function* listParts(list: readonly unknown[]): Generator<string> {
  let part = '[';
  for (const [at, one] of list.entries()) {
    part += `${at === 0 ? '' : ','}\n  ${indented(one, 2)}`;
    if (part.length < LEAST_CHARACTERS) continue;
    yield part;
    part = '';
  }
  yield `${part}\n ]`;
}

/** No text in JSON holds a raw line break. */
function indented(value: unknown, depth: number): string {
  return JSON.stringify(value, null, 1).replaceAll('\n', `\n${' '.repeat(depth)}`);
}
