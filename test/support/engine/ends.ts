import type { CaseOutcome } from '../../../src/engine/evidence.js';

/** What comes of cases that do not pass: `group/name` by verdict and reason, such as `fail no-event`. */
export type Ends = Record<string, string[]>;

/** Cases in which a message that must not ask for a destination asks. */
export const ASKED_TOO_OFTEN = [
  'routing/{second-message,second-of-other-kind,third-message,second-after-closed}',
  'routing/second-message-after-{hour,midnight,day,hour-and-refusals,midnight-and-refusals,day-and-refusals}',
  'routing/second-after-{close-without-message,refusals-of-each-kind,unlisted-selection}',
  'routing/{after-long-conversation-and-close,second-message-while-others-write}',
  'routing/{many-messages,many-messages-again,through-reading,after-replies-without-destination}',
];

/** For tests: the ends of a run, each case once, whatever its version and operation. */
export function endsOf(outcomes: readonly CaseOutcome[]): Ends {
  const ends = new Map<string, Set<string>>();
  for (const { verdict, reason, case: testCase } of outcomes) {
    if (verdict === 'pass') continue;
    const end = `${verdict} ${reason?.code}`;
    ends.set(end, (ends.get(end) ?? new Set()).add(`${testCase.group}/${testCase.name}`));
  }
  return Object.fromEntries([...ends].map(([end, names]) => [end, [...names].sort()]));
}

/** For tests: ends in full, sorted alike; `a{b,c}` stands for `ab` and `ac`. */
export function inFull(ends: Ends): Ends {
  return Object.fromEntries(Object.entries(ends).map(([end, globs]) => [end, globs.flatMap(spread).sort()]));
}

function spread(glob: string): string[] {
  const [, before = glob, list = '', after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(glob) ?? [];
  return list.split(',').map((item) => before + item + after);
}
