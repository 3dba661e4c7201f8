import { lackingAction } from '../../cases/select.js';
import type { Case, NotifiedStep } from '../../cases/types.js';
import { howOften } from '../../cases/words/how-often.js';
import type { Description } from '../../description/types.js';
import type { CaseContext } from '../case-context.js';
import type { BookedEvent } from '../event-book.js';
import type { Finding } from '../finding.js';
import { short } from '../judge/field.js';
import type { RouteState } from '../scope.js';
import type { ReadEvent } from '../world.js';
import { lostEvidence, missingEvent, routeProblem } from './missing-event.js';

/**
 * Waits for the event, and judges how often it came (section 6). Where more may still come the judgement is left to
 * the run's end: an absence holds for the quiet window and for all that follows.
 */
export async function notified(context: CaseContext, step: NotifiedStep): Promise<Finding | null> {
  const { scope, one } = context;
  if (!scope.world.reader.namesUsers && tellsApart(one)) return NO_USER;
  const least = typeof step.times === 'number' ? step.times : step.times.atLeast;
  const user = context.user(step.user);
  const accept = accepts(context.description, step.event);
  const book = scope.book(one.version);
  const came = scope.world.reader.readsEvents
    ? await book.wait(
        user,
        (event) => accept(event) && isAt(event, step.address) && isMeant(context, step, event),
        least,
        scope.world.eventTimeoutMs,
        scope.signal,
      )
    : await anything(context, least);
  if (came.length < least) return missingEvent(context, step, book.of(user).filter(accept), least);
  if (step.calibrates) scope.calibrate(one.version, step.event, () => count(context, step));
  if (step.settles) {
    const since = context.lastStimulus;
    context.watches.push({
      since,
      judge: async () => judgeCount(context, step, await routeSince(context, since)),
    });
  }
  const [first] = came;
  if (!step.settles && typeof step.times === 'object' && first)
    context.observations.push({ gap: step.times.gap, value: first.name ?? 'an event without a name' });
  return step.carries ? judgePayload(context, step, step.carries, came) : null;
}

export const NO_USER: Finding = {
  verdict: 'skipped',
  code: 'event-user',
  text: 'The events of this deployment name no user, so those of two users cannot be told apart.',
};

/** Whether events of more than the one user, or of more than the one contact point, come in the case. */
function tellsApart({ steps }: Case): boolean {
  return steps.some((step) => {
    const of = step.do === 'send' ? step.request : step;
    return ('user' in of && of.user !== undefined && of.user !== 'a') || ('key' in of && of.key === 'second');
  });
}

/** Where nobody can tell events apart there is nothing to wait for but the first delivery, whatever it is. */
async function anything({ scope, startedAt }: CaseContext, least: number): Promise<readonly BookedEvent[]> {
  const { mailbox } = scope.ports;
  if (least > 0)
    await mailbox.waitFor(
      ({ at, method }) => at >= startedAt && method === 'POST',
      scope.world.eventTimeoutMs,
      scope.signal,
    );
  return [];
}

/** How events came since the case began, until the quiet window after its last stimulus had passed. */
async function routeSince({ scope, one, startedAt }: CaseContext, since: number): Promise<RouteState> {
  const to = since + scope.world.quietWindowMs;
  return (await scope.route?.state(one.version, { from: startedAt, to, after: to })) ?? 'good';
}

/** Whether an event is the one meant: by its name, or, where the name is not shown, by being none of the named ones. */
function accepts(description: Description, event: string): (came: BookedEvent) => boolean {
  if (!description.events[event]?.unnamed) return (came) => came.name === event;
  const named = new Set<string | null>(
    Object.entries(description.events)
      .filter(([, rule]) => !rule.unnamed)
      .map(([name]) => name),
  );
  return (came) => !named.has(came.name);
}

function isAt(event: BookedEvent, address: string | undefined): boolean {
  return address === undefined || event.delivery.address === address;
}

/** Where others may come before it, the event is known by what it carries. */
function isMeant(context: CaseContext, { carries }: NotifiedStep, event: BookedEvent): boolean {
  if (!carries?.oneOf) return true;
  const due = context.acted.get(carries.of) ?? {};
  const read = readOf(context, event);
  return carries.parameters.every((parameter) => isHeld(read, due[parameter]));
}

function readOf({ scope }: CaseContext, { delivery, at }: BookedEvent): ReadEvent[] {
  return scope.world.reader.events(delivery).slice(at, at + 1);
}

/** Tells of values whether they stand somewhere in the payload of an event, unchanged. */
export function payloadOf(context: CaseContext, event: BookedEvent): (value: unknown) => boolean {
  const read = readOf(context, event);
  return (value) => isHeld(read, value);
}

function isHeld(read: readonly ReadEvent[], value: unknown): boolean {
  return read.some(({ payload, whole }) => holds(payload, value) || holds(whole, value));
}

/** The documented parts of the payload stand somewhere in it, unchanged: where, is not shown. */
function judgePayload(
  context: CaseContext,
  step: NotifiedStep,
  carries: NonNullable<NotifiedStep['carries']>,
  came: readonly BookedEvent[],
): Finding | null {
  const due = context.acted.get(carries.of) ?? {};
  const read = came.flatMap((event) => readOf(context, event));
  for (const parameter of carries.parameters) {
    const value = due[parameter];
    if (isHeld(read, value)) continue;
    return {
      verdict: 'fail',
      code: 'payload',
      text: `The payload of ${step.event} does not hold ${parameter} as the employee gave it.`,
      expected: short(value),
      received: short(read[0]?.payload, 400),
    };
  }
  return null;
}

function holds(payload: unknown, value: unknown): boolean {
  if (payload === value) return true;
  if (typeof payload === 'string' && typeof value === 'string') return payload.includes(value);
  return (
    typeof payload === 'object' && payload !== null && Object.values(payload).some((one) => holds(one, value))
  );
}

function count(context: CaseContext, step: NotifiedStep): number {
  const accept = accepts(context.description, step.event);
  return context.scope.book(context.one.version).of(context.user(step.user)).filter(accept).length;
}

/** Judged when the run ends: not more, and not fewer, than the steps cause, copies aside. */
function judgeCount(context: CaseContext, step: NotifiedStep, route: RouteState): Finding | null {
  const { scope, one } = context;
  const came = count(context, step);
  const copies = scope.copiesOf(one.version, step.event);
  const [least, most] =
    typeof step.times === 'number' ? [step.times, step.times] : [step.times.atLeast, step.times.atMost];
  const finding = (verdict: Finding['verdict'], code: string, text: string): Finding => ({
    verdict,
    code,
    text,
    expected: least === most ? `${step.event} ${howOften(least)}` : `${step.event} ${least} to ${most} times`,
    received: `${step.event} ${howOften(came)}`,
  });
  if (came > most * (copies?.most ?? 1))
    return finding('fail', 'unexpected-event', `${step.event} came although nothing was to cause it.`);
  const unproven = routeProblem(route) ?? lostEvidence(context);
  if (unproven) return { ...finding('inconclusive', '', ''), ...unproven };
  if (came < least * (copies?.least ?? 1)) {
    const text = `${step.event} came less often than it was caused; this deployment sends each ${copies?.least} times.`;
    const missed = finding('fail', 'no-event', text);
    // Tried again at the run's end, when nobody takes an address away; and users must be told apart.
    return one.phase === 'open' && scope.route !== null ? { ...missed, unsure: STRAY_COPY } : missed;
  }
  if (typeof step.times === 'object')
    context.observations.push({
      gap: step.times.gap,
      value: came > least * (copies?.least ?? 1) ? `${step.event} is sent` : `${step.event} is not sent`,
    });
  if (came > most)
    context.observations.push({
      gap: 'duplicate-events',
      value: `${step.event} comes up to ${copies?.most} times`,
    });
  return absenceProblem(context, step, copies !== null, finding);
}

const STRAY_COPY =
  'Some of the copies may have gone to somebody else, such as another run that had set its own webhook address.';

/** An absence proves something only if the event can come at all, and nothing unreadable came meanwhile. */
function absenceProblem(
  context: CaseContext,
  step: NotifiedStep,
  control: boolean,
  finding: (verdict: Finding['verdict'], code: string, text: string) => Finding,
): Finding | null {
  const { scope, one } = context;
  const book = scope.book(one.version);
  if (!control && !book.knows(step.event)) {
    const { cause } = context.description.events[step.event] ?? {};
    // Turned out in the run: nobody could cause the event that had to show that it can come.
    if (cause?.kind === 'operator' && !scope.ports.operator.supports(cause.action))
      return { verdict: 'skipped', ...lackingAction(cause.action) };
    return finding(
      'inconclusive',
      'no-control',
      `${step.event} never came in this run, so its absence proves nothing.`,
    );
  }
  if (book.isTainted(context.startedAt, step.event)) {
    return finding(
      'inconclusive',
      'tainted',
      'A delivery that names no user came meanwhile; it may have been the event.',
    );
  }
  return null;
}
