import { type Problem, printProblems } from '../yaml/problem.js';

/** The description of the interface holds mistakes; each with its place. */
export class DescriptionError extends Error {
  override name = 'DescriptionError';
  constructor(readonly problems: Problem[]) {
    super(printProblems(problems));
  }
}
