import type { ErrorRow } from '../description/types.js';

/** Values of a message template. `reason` and `url` are the row's own; method and path come from the request. */
export interface RefusalValues {
  url?: string;
  reason?: string;
}

/** A request that is answered with a row of the error table. */
export class Refusal extends Error {
  constructor(
    readonly row: ErrorRow,
    readonly values: RefusalValues = {},
  ) {
    super(row.message);
  }
}

/** The row's message with its placeholders replaced, literally. */
export function messageOf(
  row: ErrorRow,
  values: RefusalValues,
  request: { method: string; path: string },
): string {
  const known: Record<string, string | undefined> = {
    $url: values.url,
    $reason: values.reason,
    '${request.method}': request.method,
    '${request.path}': request.path,
  };
  return row.message.replace(/\$(?:\w+|\{[\w.]+\})/g, (placeholder) => known[placeholder] ?? '');
}
