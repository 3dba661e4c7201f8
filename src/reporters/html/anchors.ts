import type { CaseRecord } from '../../record/types.js';

/** Readable element ids in the report, one of its own for each case. */
export function anchorsOf(cases: readonly CaseRecord[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    cases.map(({ id }) => {
      const base = `c-${id.replaceAll('.', '_').replace(/[^A-Za-z0-9_]+/g, '-')}`;
      let anchor = base;
      for (let more = 2; taken.has(anchor); more++) anchor = `${base}-${more}`;
      taken.add(anchor);
      return [id, anchor];
    }),
  );
}
