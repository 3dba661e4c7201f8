import type { Finding } from './finding.js';
import type { Description } from './types.js';

/** A statement has cases or a reason why nothing can test it, never both; what is a gap is no statement. */
export function checkStatements({ statements, gaps }: Description): Finding[] {
  return Object.entries(statements).flatMap(([id, { cases, untestable }]) => {
    const path = ['statements', id];
    const findings: Finding[] = [];
    if ((cases === undefined) === (untestable === undefined)) {
      const have =
        cases === undefined ? 'has neither "cases" nor "untestable"' : 'has both "cases" and "untestable"';
      findings.push({ path, message: `the statement ${have}, expected one of them`, atKey: true });
    }
    if (Object.hasOwn(gaps, id)) {
      findings.push({ path, message: `"${id}" is also a gap, expected a statement or a gap`, atKey: true });
    }
    return findings;
  });
}
