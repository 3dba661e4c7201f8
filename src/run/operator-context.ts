import type { Configuration } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import type { OperatorContext } from '../operator/create.js';

/** What a driver of the employee's side is told of the run: secrets to keep from it, names and instructions. */
export function operatorContext(
  { target, output }: Configuration,
  descriptions: readonly Description[],
): OperatorContext {
  const keys = [target.key, target.secondKey, target.restricted?.key, ...target.freshKeys];
  const instructions = descriptions
    .flatMap(({ events }) => Object.values(events))
    .flatMap(({ cause }) =>
      cause.kind === 'operator' && cause.instruction ? [[cause.action, cause.instruction]] : [],
    );
  const shows = descriptions.flatMap(({ employee }) => [
    ...employee.shows,
    employee.user,
    employee.destination,
  ]);
  return {
    secrets: keys.filter((key): key is string => typeof key === 'string'),
    input: output.input,
    shows: [...new Set(shows)],
    instructions: Object.fromEntries(instructions),
  };
}
