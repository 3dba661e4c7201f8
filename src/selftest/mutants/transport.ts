import type { Description } from '../../description/types.js';
import type { Mutant } from './mutant.js';

/** Plain HTTP where only HTTPS may be served (sections 1 and 4), on the port that no ordinary user can open. */
export function transport(descriptions: readonly Description[]): Mutant[] {
  return descriptions.map(
    ({ version }): Mutant => ({
      id: `${version}/transport/port-80/served`,
      family: 'transport',
      summary: 'Plain HTTP is served on port 80',
      version,
      fault: () => ({ summary: '' }),
      tls: true,
      port80: true,
      aims: (testCase) =>
        testCase.version === version &&
        testCase.steps.some((step) => step.do === 'send' && step.request.plain === 'port-80'),
    }),
  );
}
