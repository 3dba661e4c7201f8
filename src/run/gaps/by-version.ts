import type { CaseOutcome } from '../../engine/run-context.js';
import type { Observation } from '../../record/types.js';

/** Which questions are answered otherwise in a version than in the one before, as far as both were asked the same. */
export function byVersion(outcomes: readonly CaseOutcome[], versions: readonly string[]): Observation[] {
  const answers = new Map(versions.map((version) => [version, answersIn(outcomes, version)]));
  return versions.slice(1).flatMap((version, at) => {
    const before = versions[at] as string;
    const [own, other] = [answers.get(version), answers.get(before)];
    const common = [...(own?.keys() ?? [])].filter((question) => other?.has(question));
    if (common.length === 0) return [];
    const differing = common.filter((question) => own?.get(question) !== other?.get(question));
    const gaps = [...new Set(differing.map((question) => String(JSON.parse(question)[0])))];
    return [
      {
        gap: 'answers-by-version',
        version,
        value:
          gaps.length === 0
            ? `none of those that were asked in ${before} too`
            : `other than in ${before}: ${gaps.join(', ')}`,
        cases: [],
      },
    ];
  });
}

/** Answers of a version by what was asked: the gap, the thing and its part. */
function answersIn(outcomes: readonly CaseOutcome[], version: string): Map<string, string> {
  const all = new Map<string, string>();
  for (const { case: testCase, observations } of outcomes) {
    if (testCase.version !== version) continue;
    for (const { gap, of = null, part = null, value } of observations) {
      const question = JSON.stringify([gap, of, part]);
      const known = all.get(question);
      all.set(question, known === undefined || known === value ? value : `${known}; ${value}`);
    }
  }
  return all;
}
