import { requestFields } from '../../cases/description-lookups.js';
import type { InboxStep } from '../../cases/types.js';
import type { Place } from '../../record/types.js';
import type { CaseContext, Sent } from '../case-context.js';
import type { Exchange } from '../evidence.js';
import { short } from '../judge/field.js';
import { isUnchanged } from '../judge/payload.js';
import type { InboxItem } from '../ports.js';

/** Messages that must be there: not those that were turned away, if that is allowed. */
export function due(context: CaseContext, step: InboxStep): Sent[] {
  return step.holds.map((name) => requestOf(context, name)).filter(({ refused }) => !refused);
}

/** A request of the case by its name. Error: there is none, which is a mistake in the case. */
export function requestOf({ named, testCase }: CaseContext, name: string): Sent {
  const sent = named.get(name);
  if (!sent) throw new Error(`No request of the case ${testCase.id} is called "${name}".`);
  return sent;
}

/** Names of the content by which a message is recognized among others. */
export function contentNames(context: CaseContext, { exchange }: Sent): string[] {
  return requestFields(context.description, operationMeant(exchange))
    .filter(([, field]) => field.role === 'content')
    .map(([name]) => name);
}

/** Also for a request under another version, which is not one of this version's operations. */
export function operationMeant({ operation, segment }: Exchange): string {
  return operation ?? segment;
}

/** The message among others: it has the same content, apart from what a service may normalize. */
export function find(context: CaseContext, sent: Sent, items: InboxItem[]): InboxItem[] {
  const names = contentNames(context, sent);
  return items.filter((item) => names.every((name) => isUnchanged(sent.fields[name], item.shown[name])));
}

/** The names that are looked at. @param lacks what the inbox turned out not to show */
export function namesOf(
  { runState }: CaseContext,
  { names, asShown }: InboxStep,
  lacks: readonly string[],
): string[] {
  const { shows } = runState.ports.operator;
  return asShown ? names.filter((name) => shows.includes(name) && !lacks.includes(name)) : names;
}

/** What was sent and what is seen, one by one, by the content that tells messages apart. */
export function listsOf(context: CaseContext, sent: readonly Sent[], items: readonly InboxItem[]): Lists {
  const names = [...new Set(sent.flatMap((sent) => contentNames(context, sent)))];
  const written = (values: Record<string, unknown>): string =>
    names
      .filter((name) => (values[name] ?? null) !== null)
      .map((name) => (typeof values[name] === 'string' ? values[name] : short(values[name])))
      .join(', ')
      .slice(0, LONGEST_LISTED);
  return {
    expected: sent.map(({ fields }) => written(fields)),
    received: items.map(({ shown }) => written(shown)),
  };
}

type Lists = NonNullable<Place['lists']>;
const LONGEST_LISTED = 120;
