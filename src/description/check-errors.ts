import { type Finding, reference } from './finding.js';
import type { Description } from './types.js';

/** Codes are unique, statuses are those of the interface, and what a stimulus names exists. */
export function checkErrors({ errors, http, operations, resources }: Description): Finding[] {
  const firstOf = new Map<number, string>();
  const findings: Finding[] = [];
  for (const [id, row] of Object.entries(errors)) {
    const first = firstOf.get(row.code);
    if (first !== undefined) {
      const message = `code ${row.code} is already that of "${first}", expected another`;
      findings.push({ path: ['errors', id, 'code'], message });
    } else firstOf.set(row.code, id);
    if (!http.errorStatuses.includes(row.status)) {
      const message = `status ${row.status} is no error status, expected one of ${http.errorStatuses.join(', ')}`;
      findings.push({ path: ['errors', id, 'status'], message });
    }
    if (row.stimulus.kind !== 'field-value') continue;
    const { operation, field } = row.stimulus;
    const fields = Object.keys(resources[operations[operation]?.request ?? '']?.fields ?? {});
    const wrong = reference(
      ['errors', id, 'stimulus', 'operation'],
      operation,
      Object.keys(operations),
      'operation',
    );
    findings.push(
      ...(wrong.length > 0
        ? wrong
        : reference(['errors', id, 'stimulus', 'field'], field, fields, 'request field')),
    );
  }
  return findings;
}
