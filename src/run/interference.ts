import type { Case } from '../cases/types.js';
import { routingEvent } from '../cases/vocabulary.js';
import type { CaseOutcome } from '../engine/run-context.js';
import type { RunState } from '../engine/run-state.js';
import { usersOf } from '../engine/user-ids.js';

const ANOTHER_RUN =
  'Events of another run came: it uses the same contact point at the same time (interference), or ended before.';
const TAKEN =
  'For a while events went astray, though they came before or after: somebody else, such as another run, may have set another webhook address (interference).';

/**
 * What is to be said of others that used the same contact point, whatever the verdict is; what came of it in the cases is
 * told there. Null: nobody was noticed.
 * @param outcomes of all cases, in the order in which their users are numbered
 * @param unheard users of the preflight of whose event nothing came
 */
export function interferenceOf(
  runState: Pick<RunState, 'book' | 'description' | 'route' | 'runContext'>,
  outcomes: readonly Pick<CaseOutcome, 'case'>[],
  unheard: readonly { version: string; user: string }[],
): string | null {
  const versions = Object.keys(runState.runContext.descriptions);
  if (versions.some((version) => runState.book(version).otherRunUserCount() > 0)) return ANOTHER_RUN;
  const wentAstray = unheard.some(({ version, user }) => {
    const book = runState.book(version);
    const event = routingEvent(runState.description(version));
    const comes = (testCase: Case, serial: number): boolean =>
      usersOf(runState.runContext.nonce, serial, testCase).some((id) =>
        book.of(id).some(({ name }) => name === event),
      );
    // Of this version: it may be the one whose events do not come.
    const others = outcomes.some(
      ({ case: testCase }, serial) => testCase.version === version && comes(testCase, serial),
    );
    return book.of(user).length === 0 && others;
  });
  return wentAstray || runState.route?.lostEvents() ? TAKEN : null;
}
