import type { Finding } from './finding.js';
import type { Description } from './types.js';

/** A statement has cases, or a reason why nothing can test it, or is shown by the preflight; what is a gap is no statement. */
export function checkStatements({ statements, gaps }: Description): Finding[] {
  return Object.entries(statements).flatMap(([id, { cases, untestable, preflight }]) => {
    const path = ['statements', id];
    const findings: Finding[] = [];
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
