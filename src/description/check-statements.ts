import type { Finding } from './finding.js';
import type { Description } from './types.js';

/**
 * A statement has cases, or a reason why nothing can test it, or is shown by the preflight; what is a gap is no statement.
 * Where sections have titles, its section has one.
 */
export function checkStatements({ statements, gaps, sections }: Description): Finding[] {
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
