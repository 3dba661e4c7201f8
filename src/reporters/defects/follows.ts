import type { CaseRecord, RunRecord } from '../../record/types.js';
import type { Defect } from './defect.js';
import { GENERATED, OF_FAULTS, ON_THE_WAY } from './ranks.js';
import { isAbsent } from './title.js';

/**
 * Lists each defect that follows from an earlier one under it: everything that it shows is shown by that one already.
 * Either the same responses break both, or the same defect of the same operation or event does.
 * @param defects the gravest first
 */
export function followsFrom(defects: readonly Defect[], record: RunRecord): Defect[] {
  const makers = new Map(record.exchanges.map(({ id, caseId }) => [id, caseId]));
  const top: Defect[] = [];
  const later: Defect[] = [];
  // What is only seen in responses to requests of other broken cases follows from these, wherever it is listed.
  const eventOwners = ownersOfEvents(record);
  for (const effect of defects) (isSeenInOthers(effect, defects, makers) ? later : top).push(effect);
  const kept: Defect[] = [];
  for (const effect of [...top, ...later]) {
    const cause = kept.find(
      (cause) => RANK[cause.result] <= RANK[effect.result] && explains(cause, effect, makers, eventOwners),
    );
    if (cause) cause.consequences.push(asFollowing(effect, cause));
    else kept.push(effect);
  }
  return kept;
}

/**
 * Of an event that is missing, some cases say what that would mean if all else was right. Where it is missing anyway, it means
 * just that.
 */
function asFollowing(effect: Defect, cause: Defect): Defect {
  const saysMore = ({ cases }: Defect): boolean =>
    cases.every(({ judged }) => judged?.headline !== undefined);
  const isSame = effect.code === 'no-event' && cause.code === effect.code;
  if (!isSame || effect.sign !== null || !saysMore(effect) || saysMore(cause)) return effect;
  return { ...effect, title: cause.title };
}

const RANK: Record<Defect['result'], number> = { failed: 0, warning: 1, accepted: 2 };

type Makers = ReadonlyMap<number, string>;

function isSeenInOthers(effect: Defect, defects: readonly Defect[], makers: Makers): boolean {
  const broken = new Set(
    defects
      .flatMap((cause) => (cause === effect ? [] : cause.cases))
      // A walk shows nothing more plainly than a law of which it is just one example.
      .flatMap(({ id, group }) => (GENERATED.includes(group) ? [] : id)),
  );
  return effect.cases.every(
    ({ id, exchanges }) =>
      exchanges.length > 0 &&
      exchanges.every((exchange) => {
        const maker = makers.get(exchange);
        return maker !== id && maker !== undefined && broken.has(maker);
      }),
  );
}

/** Cases by the events of their users. */
function ownersOfEvents({ exchanges, events }: RunRecord): Makers {
  const owners = new Map(exchanges.flatMap(({ user, caseId }) => (user === null ? [] : [[user, caseId]])));
  return new Map(
    events.flatMap(({ id, user }) => {
      const owner = user === null ? undefined : owners.get(user);
      return owner === undefined ? [] : [[id, owner] as const];
    }),
  );
}

function explains(cause: Defect, effect: Defect, makers: Makers, eventOwners: Makers): boolean {
  const ids = new Set(cause.cases.map(({ id }) => id));
  const responses = new Set(cause.cases.flatMap(({ judged }) => judged?.exchange ?? []));
  const telling = decisiveCases(cause);
  const defects = new Set(telling.map(defectKey));
  const subjects = new Set(telling.map(subjectKey));
  const lacks = new Set(telling.map(lackKey));
  const goals = new Set(telling.map(goalKey));
  const isLate = lateIn(effect);
  if (isTitledAlike(cause, effect)) return true;
  // Ids are compared in one place: other users that are mixed up show nothing new.
  if (cause.sign?.kind === 'mixed-users' && effect.sign?.kind === 'mixed-users') return true;
  return effect.cases.every((testCase) => {
    // Whichever event it is: all wait in the same queue.
    if (cause.sign?.kind === 'late' && isLate(testCase)) return true;
    if (defects.has(defectKey(testCase)) || lacks.has(lackKey(testCase)) || goals.has(goalKey(testCase)))
      return true;
    if (isUnreadable(testCase, cause)) return true;
    const { judged, exchanges } = testCase;
    if (GENERATED.includes(testCase.group) && subjects.has(subjectKey(testCase))) return true;
    if (
      testCase.judged?.unexplained !== undefined &&
      cause.cases.some((other) => isUnexplainedBy(testCase, other))
    )
      return true;
    if (judged?.part === 'absent') return false;
    // A law over all events is broken by an event of another case's user.
    const owner = judged?.event === undefined ? undefined : eventOwners.get(judged.event);
    if (owner !== undefined && owner !== testCase.id && ids.has(owner)) return true;
    if (judged?.exchange !== undefined && responses.has(judged.exchange)) return true;
    return exchanges.length > 0 && exchanges.every((id) => ids.has(makers.get(id) ?? ''));
  });
}

/**
 * The cases that show what the defect is. A service that mixes up users breaks whatever else their cases look at, and
 * these may meet other defects as well: whatever is wrong there besides says nothing of what follows from the mix-up.
 */
function decisiveCases({ sign, parts, cases }: Defect): readonly CaseRecord[] {
  return (sign?.kind === 'mixed-users' ? parts[0]?.cases : cases) ?? [];
}

/**
 * Several statements ask for the same event, or that the same message arrives: one headline says it of all of them. Of requests
 * that must be refused, it does where it names what is wrong with them.
 */
function isTitledAlike(cause: Defect, effect: Defect): boolean {
  if (cause.code !== effect.code || cause.title !== effect.title) return false;
  return ON_THE_WAY.has(cause.code) || (OF_FAULTS.has(cause.code) && cause.title.endsWith(')'));
}

/** An event that is sent in a way in which nobody can read it seems not to come. */
function isUnreadable({ version, reason, judged }: CaseRecord, cause: Defect): boolean {
  if (cause.code !== 'event-shape' || reason?.code !== 'no-event') return false;
  return cause.cases.some((other) => other.version === version && other.judged?.about === judged?.about);
}

/** For simultaneous moves: what no order of them explains is what is wrong with an event without any others, too. */
function isUnexplainedBy(a: CaseRecord, b: CaseRecord): boolean {
  const { judged, version, reason } = a;
  return (
    b.version === version &&
    b.reason?.code === reason?.code &&
    b.judged?.about !== undefined &&
    judged?.unexplained?.startsWith(`${b.judged.about} `) === true
  );
}

function lateIn({ parts }: Defect): (testCase: CaseRecord) => boolean {
  const late = new Set(parts.flatMap(({ sign, cases }) => (sign?.kind === 'late' ? cases : [])));
  return (testCase) => late.has(testCase);
}

/** Equal for what is, as far as anybody knows, the same defect. */
export function defectKey({ version, reason, judged, id }: CaseRecord): string {
  if (!judged?.about) return id;
  // One fault of a request may be overlooked, and another one not.
  const fault = OF_FAULTS.has(reason?.code ?? '') ? judged.circumstances?.[0] : undefined;
  return JSON.stringify([version, reason?.code, judged.about, judged.field, fault]);
}

/** Names the part of a response that is missing whatever was asked. */
function lackKey(testCase: CaseRecord): string {
  const { version, reason, judged, id } = testCase;
  if (!isAbsent(testCase) || judged?.pointer === undefined) return id;
  return JSON.stringify([version, reason?.code, judged.pointer]);
}

/** Where events went that belong elsewhere: one address is mixed up for all of them. */
function goalKey({ version, reason, judged, id }: CaseRecord): string {
  const [goal] = judged?.changes ?? [];
  return reason?.code === 'wrong-address' && goal !== undefined ? JSON.stringify([version, goal]) : id;
}

/** For a walk, which fails somewhere along the way: the operation or event at which it fails. */
function subjectKey({ version, judged, id }: CaseRecord): string {
  return judged?.about ? JSON.stringify([version, judged.about]) : id;
}
