import type { RunRecord } from '../record/types.js';

/** `results.json`: the record as it is, for programs; its shape is `spec/schema/results.schema.json`. */
export function renderJson(record: RunRecord): string {
  return `${JSON.stringify(record, null, 1)}\n`;
}
