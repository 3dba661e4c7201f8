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
    else yield within(JSON.stringify([value], null, 1), '[\n ', '\n]');
  }
  yield '\n}\n';
}

/** Items of a list that are written at a time: each part is a system call, and small enough to be held. */
const AT_A_TIME = 32;

function* listParts(list: readonly unknown[]): Generator<string> {
  for (let at = 0; at < list.length; at += AT_A_TIME) {
    const some = JSON.stringify([list.slice(at, at + AT_A_TIME)], null, 1);
    yield `${at === 0 ? '[' : ','}${within(some, '[\n [', '\n ]\n]')}`;
  }
  yield '\n ]';
}

/** JSON without what it was wrapped in, so that it stands as deep as it belongs. */
function within(json: string, before: string, after: string): string {
  return json.slice(before.length, -after.length);
}
