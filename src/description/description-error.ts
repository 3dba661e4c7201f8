import { type Problem, printProblems } from '../yaml/located.js';

/** The description of the interface contains mistakes; each with its place. */
export class DescriptionError extends Error {
  override name = 'DescriptionError';
  constructor(readonly problems: Problem[]) {
    super(printProblems(problems));
  }
}
