import type { ArrivalsStep } from '../../cases/types.js';
import type { CaseContext } from '../case-context.js';
import { isHeld } from '../judge/payload.js';

/** Records in which order events came: those of kept replies, for instance, where the order is not shown (section 6, gap). */
export function arrivals(context: CaseContext, { user, of, gap }: ArrivalsStep): null {
  const { runState, testCase, acted, observations } = context;
  const book = runState.book(testCase.version);
  const came = book.of(context.user(user));
  const places = of.map(({ event, as, carries }) => {
    const due = acted.get(as) ?? {};
    return came.findIndex(
      (each) =>
        each.name === event && carries.every((parameter) => isHeld(book.read(each), due[parameter], true)),
    );
  });
  // What did not come is judged elsewhere.
  if (places.includes(-1)) return null;
  const inOrder = places.every((place, at) => at === 0 || place >= (places[at - 1] as number));
  observations.push({ gap, value: inOrder ? 'in the order in which they were made' : 'in another order' });
  return null;
}
