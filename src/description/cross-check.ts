import { keyPosition, type Located, valuePosition } from '../yaml/located.js';
import type { Problem } from '../yaml/problem.js';
import { checkErrors } from './check-errors.js';
import { checkOperations } from './check-operations.js';
import { checkRouting } from './check-routing.js';
import { checkStatements } from './check-statements.js';
import type { Finding } from './finding.js';
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
