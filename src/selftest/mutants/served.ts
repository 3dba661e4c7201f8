import type { Case } from '../../cases/types.js';
import type { Description } from '../../description/types.js';
import type { Fault } from '../../reference/faults/fault.js';
import type { Mutant } from './mutant.js';

/**
 * Operations and versions that are served though nobody lists them, and listed ones that are not (sections 4 and 9).
 */
export function lists(descriptions: readonly Description[]): Mutant[] {
  return descriptions.flatMap((description) => {
    const { version, http, operations } = description;
    const mutant = (
      change: string,
      summary: string,
      fault: () => Fault,
      killedBy: Mutant['killedBy'],
    ): Mutant => ({
      id: `${version}/list/${change}`,
      family: `list of operations: ${change.replace(/-of-.*$/, '')}`,
      summary,
      version,
      fault,
      killedBy: (testCase) => testCase.version === version && killedBy(testCase),
    });
    const asks = (segment: string) => (testCase: Case) =>
      testCase.steps.some(
        (step) =>
          step.do === 'send' && (step.request.operation === segment || step.request.version === segment),
      );
    return [
      mutant(
        'any-operation-served',
        `Version ${version} serves operations that do not exist`,
        () => described(version, (own) => addOperation(own, http.unknownOperation)),
        asks(http.unknownOperation),
      ),
      ...Object.keys(operations).map((operation) =>
        mutant(
          `not-served-of-${operation}`,
          `Version ${version} does not serve ${operation}`,
          () =>
            described(version, (own) => {
              delete own.operations[operation];
            }),
          (testCase) =>
            testCase.operation === operation &&
            testCase.steps.some(
              (step) =>
                step.do === 'send' &&
                !step.setup &&
                ['accepted', 'not'].includes(step.expect.kind) &&
                !step.request.version,
            ),
        ),
      ),
    ];
  });
}

function described(version: string, change: (own: Description) => void): Fault {
  return {
    summary: '',
    describe(description) {
      if (description.version === version) change(description);
    },
  };
}

function addOperation(description: Description, name: string): void {
  const [any] = Object.values(description.operations).filter(({ request }) => request === null);
  if (any) description.operations[name] = any;
}

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
      killedBy: (testCase) =>
        testCase.version === version &&
        testCase.steps.some((step) => step.do === 'send' && step.request.plain === 'port-80'),
    }),
  );
}
