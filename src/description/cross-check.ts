import { keyPosition, type Located, valuePosition } from '../yaml/located.js';
import type { Problem } from '../yaml/problem.js';
import { checkOperations } from './check-operations.js';
import { checkRouting } from './check-routing.js';
import { type Finding, reference } from './description-error.js';
import type { Description } from './types.js';

/** Mistakes that no schema sees: references that lead nowhere, and what must be there exactly once. */
export function crossCheck(root: Located, description: Description): Problem[] {
  return CHECKS.flatMap((check) => check(description)).map(({ path, message, atKey }) => ({
    ...(atKey ? keyPosition(root, path) : valuePosition(root, path)),
    message,
  }));
}

const CHECKS: ((description: Description) => Finding[])[] = [
  checkOperations,
  checkErrors,
  checkRouting,
  checkStatements,
];

/** Codes are unique, statuses are those of the interface, and what a stimulus names exists. */
function checkErrors({ errors, http, operations, resources }: Description): Finding[] {
  const firstOf = new Map<number, string>();
  const findings: Finding[] = [];
  for (const [id, row] of Object.entries(errors)) {
    const first = firstOf.get(row.code);
    if (first !== undefined) {
      const message = `code ${row.code} is already that of "${first}", expected another`;
      findings.push({ path: ['errors', id, 'code'], message });
    } else firstOf.set(row.code, id);
    if (!http.errorStatuses.includes(row.status)) {
      const message = `status ${row.status} is not an error status, expected one of ${http.errorStatuses.join(', ')}`;
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

/**
 * A statement has cases, or a reason why nothing can test it, or is shown by the preflight; what is a gap is no statement.
 * Where sections have titles, its section has one.
 */
function checkStatements({ statements, gaps, sections }: Description): Finding[] {
  return Object.entries(statements).flatMap(([id, { cases, untestable, preflight, section }]) => {
    const path = ['statements', id];
    const findings: Finding[] = [];
    if (sections && !Object.hasOwn(sections, section))
      findings.push({
        path: [...path, 'section'],
        message: `"sections" has no title for section ${section}`,
      });
    const ways = Object.entries({ cases, untestable, preflight }).filter(([, way]) => way !== undefined);
    if (ways.length !== 1) {
      const have =
        ways.length === 0
          ? 'has neither "cases" nor "untestable" nor "preflight"'
          : `has both ${ways.map(([name]) => `"${name}"`).join(' and ')}`;
      findings.push({ path, message: `the statement ${have}, expected one of them`, atKey: true });
    }
    if (Object.hasOwn(gaps, id)) {
      findings.push({ path, message: `"${id}" is also a gap, expected a statement or a gap`, atKey: true });
    }
    return findings;
  });
}
