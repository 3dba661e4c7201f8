import type { InboxStep } from '../../cases/types.js';
import { requestFields } from '../../cases/vocabulary.js';
import { howOften } from '../../cases/words/how-often.js';
import { duration } from '../../duration.js';
import type { CaseContext, Sent } from '../case-context.js';
import type { Finding } from '../finding.js';
import { short } from '../judge/field.js';
import type { InboxItem } from '../ports.js';
import { operatorProblem } from './operator.js';
import { poll } from './poll.js';

/** What employees see: asked again until it shows what is due, or the event timeout ends (sections 1 to 3). */
export async function inbox(context: CaseContext, step: InboxStep): Promise<Finding | null> {
  const { scope, description } = context;
  const { operator } = scope.ports;
  const parameters = {
    version: context.one.version,
    key: await context.key(step.key),
    [description.employee.user]: context.user(step.user),
    [description.employee.destination]: (await context.destination(step.destination, step.key)).id,
  };
  let beyond: Finding | null = null;
  const look = async (): Promise<Finding | null> => {
    const result = await operator.inbox(parameters);
    if (!result.ok) return operatorProblem(result, 'inbox');
    const items = result.items.filter(({ fromUser }) => fromUser);
    beyond = items.length > 0 ? beyondOperator(context, step, result.lacks ?? []) : null;
    return JUDGES[step.judge](context, step, items);
  };
  const judge = async (): Promise<Finding | null> => {
    const finding = await look();
    return finding?.verdict === 'fail' ? (beyond ?? finding) : finding;
  };
  if (step.settles) context.watches.push({ since: context.lastStimulus, judge });
  if (step.judge === 'absent') return judge();
  const finding = await poll(scope, look, (seen) => seen?.verdict !== 'fail');
  return finding?.verdict === 'fail' ? (beyond ?? finding) : finding;
}

/** What the driver cannot show is no evidence against the target. */
function beyondOperator(context: CaseContext, step: InboxStep, lacks: readonly string[]): Finding | null {
  const { destination } = context.description.employee;
  const needed = new Set([
    ...due(context, step).flatMap((sent) => contentNames(context, sent)),
    ...step.names,
    ...(step.destination === 'other' ? [destination] : []),
  ]);
  const missing = lacks.filter((name) => needed.has(name));
  if (missing.length === 0) return null;
  return {
    verdict: 'skipped',
    code: 'operator-lacks',
    text: `The employee's inbox does not show ${missing.join(', ')}, as far as this run has seen.`,
  };
}

const JUDGES: Record<
  InboxStep['judge'],
  (context: CaseContext, step: InboxStep, items: InboxItem[]) => Finding | null
> = { present, order, once, absent };

/** Messages that must be there: not those that were turned away, where that is allowed. */
function due(context: CaseContext, step: InboxStep): Sent[] {
  return held(context, step).filter(({ refused }) => !refused);
}

function held(context: CaseContext, step: InboxStep): Sent[] {
  return step.holds.map((name) => requestOf(context, name));
}

function requestOf({ named, one }: CaseContext, name: string): Sent {
  const sent = named.get(name);
  if (!sent) throw new Error(`No request of the case ${one.id} is called "${name}".`);
  return sent;
}

/** Names of the content by which a message is recognized among others. */
function contentNames(context: CaseContext, { exchange }: Sent): string[] {
  return requestFields(context.description, exchange.operation ?? '')
    .filter(([, field]) => field.role === 'content')
    .map(([name]) => name);
}

/** The message itself: the same content, or the same up to what a faulty service may have altered. */
function find(context: CaseContext, sent: Sent, items: InboxItem[]): InboxItem[] {
  const names = contentNames(context, sent);
  return items.filter((item) => names.every((name) => equal(item.shown[name], sent.fields[name])));
}

function present(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  const all = due(context, step);
  for (const sent of all) {
    const { fields } = step.card ? requestOf(context, step.card) : sent;
    const same = find(context, sent, items);
    const right = same.filter(({ shown }) => step.names.every((name) => equal(shown[name], fields[name])));
    const equals = all.filter((one) => find(context, one, same).length > 0).length;
    if (right.length >= Math.max(1, equals)) continue;
    if (right.length > 0)
      return {
        verdict: 'fail',
        code: 'not-delivered',
        text: 'The employee does not see every one of the messages with the same content.',
        expected: `the message ${howOften(equals)}`,
        received: `the message ${howOften(right.length)}`,
      };
    const near = same[0] ?? items.at(-1);
    const wanted = Object.fromEntries([
      ...contentNames(context, sent).map((name) => [name, sent.fields[name]]),
      ...step.names.map((name) => [name, fields[name]]),
    ]);
    return {
      verdict: 'fail',
      code: near ? 'content' : 'not-delivered',
      text: near
        ? 'The employee sees the message otherwise than it was sent.'
        : `The employee does not see the message within ${duration(context.scope.world.eventTimeoutMs)}.`,
      expected: short(wanted, 400),
      received: near
        ? short(Object.fromEntries(Object.keys(wanted).map((name) => [name, near.shown[name] ?? null])), 400)
        : 'no message of the user',
    };
  }
  return null;
}

function order(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  const positions = due(context, step).map((sent) =>
    items.findIndex((item) => find(context, sent, [item]).length > 0),
  );
  const sorted = positions.every(
    (position, at) => position >= 0 && (at === 0 || position > (positions[at - 1] as number)),
  );
  if (sorted) return null;
  return {
    verdict: 'fail',
    code: 'order',
    text: 'The messages stand in another order than they were sent in.',
    expected: 'positions that rise',
    received: `positions ${positions.map((position) => (position < 0 ? 'missing' : position + 1)).join(', ')}`,
  };
}

function once(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  const counts = due(context, step).map((sent) => find(context, sent, items).length);
  if (counts.every((count) => count === 1)) return null;
  return {
    verdict: 'fail',
    code: 'copies',
    text: 'Not every message stands there once.',
    expected: counts.map(() => 'once').join(', '),
    received: counts.map(howOften).join(', '),
  };
}

function absent(context: CaseContext, step: InboxStep, items: InboxItem[]): Finding | null {
  const seen = held(context, step).flatMap((sent) => find(context, sent, items));
  if (seen.length === 0) return null;
  return {
    verdict: 'fail',
    code: 'seen',
    text: 'Employees see a message that is not for them, or not yet.',
    expected: 'no message',
    received: short(seen[0]?.shown, 400),
  };
}

function equal(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) =>
      equal((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
    )
  );
}
