import { duration } from '../../duration.js';
import { groupBy } from '../../group-by.js';
import type {
  CaseRecord,
  EventRecord,
  ExchangeRecord,
  RunRecord,
  StatementRecord,
} from '../../record/types.js';
import { oneLine } from '../../terminal-text.js';

/** Cases that broke the same statement, as one defect with a part for each reason. */
export interface Defect {
  /** Stable within the run. */
  id: string;
  result: 'failed' | 'warning' | 'accepted';
  /** Null when the cases cover no statement. */
  statement: StatementRecord | null;
  /** What is wrong, in one line. */
  title: string;
  /** Stable reason code of the first part. */
  code: string;
  /** Of the first part. */
  sign: Sign | null;
  /** The plainest case of the first part first. */
  cases: CaseRecord[];
  /** By reason, causes before consequences. */
  parts: Part[];
  versions: string[];
  operations: string[];
  /** Defects that follow from this one. */
  consequences: Defect[];
}

/** Cases of a defect that fail for one reason, the plainest first. */
export interface Part {
  code: string;
  title: string;
  cases: CaseRecord[];
  /** What events show about them all, beyond the reason. */
  sign: Sign | null;
}

/** What the events of a run show about a violation, beyond its reason. */
export interface Sign {
  kind: 'mixed-users' | 'late';
  /** What that says about the defect, in one line, over all cases that show it. */
  title: string;
  cause: string;
}

/** What the cases of a part have in common, beyond their reason; null: nothing. */
export type Signs = (testCase: CaseRecord) => Shown | null;

/** What a case shows. */
type Shown =
  | { kind: 'mixed-users'; users: [string, string] }
  | { kind: 'late'; about: string; lateMs: number };

/** Finds signs in the record of a run. */
export function signsOf(record: RunRecord): Signs {
  const exchanges = groupBy(record.exchanges, ({ caseId }) => caseId);
  const actions = groupBy(record.actions ?? [], ({ caseId }) => caseId);
  const events = groupBy(
    record.events.filter(({ user }) => user !== null),
    ({ user }) => user as string,
  );
  const known = new Map<string, Shown | null>();
  let given: ReadonlyMap<string, number> | null = null;
  // Only if something failed.
  const isUnique = (id: string): boolean => {
    given ??= timesGiven(record.exchanges);
    return given.get(id) === 1;
  };
  return (testCase) => {
    if (!known.has(testCase.id)) {
      const own = exchanges.get(testCase.id) ?? [];
      const causes = causesByUser([...own, ...(actions.get(testCase.id) ?? [])]);
      known.set(
        testCase.id,
        mixedUsers(testCase, own, { events, isUnique }) ??
          late(testCase, events, causes, {
            limitMs: record.timing.eventTimeoutMs,
            isOfOther: ({ address }) => isOfOtherCase(address, testCase, record.exchanges),
            isReleased: (event, since) => isReleased(event, since, record.exchanges),
          }),
      );
    }
    return known.get(testCase.id) ?? null;
  };
}

/** Something done for a user, milliseconds since the run began. */
interface Cause {
  from: number;
  to: number;
}

function causesByUser(
  done: readonly Pick<ExchangeRecord, 'user' | 'startedMs' | 'durationMs'>[],
): Map<string, Cause[]> {
  const causes = new Map<string, Cause[]>();
  for (const { user, startedMs, durationMs } of done)
    if (user !== null) {
      const known = causes.get(user) ?? [];
      known.push({ from: startedMs, to: startedMs + durationMs });
      causes.set(user, known);
    }
  return causes;
}

/** The sign of cases that show the same kind of it. */
export function commonSign(shown: readonly Shown[]): Sign | null {
  const [first] = shown;
  if (!first) return null;
  if (first.kind === 'mixed-users') {
    const [of, as] = areDistinguishable(first.users);
    return {
      kind: first.kind,
      title: `Two users are treated as one: ${of} is mistaken for ${as}`,
      cause:
        'Ids of users are changed or cut before they are compared, so the state of one is used for the other.',
    };
  }
  const longest = Math.max(...shown.map((shown) => (shown.kind === 'late' ? shown.lateMs : 0)));
  return {
    kind: first.kind,
    title: `${first.about} arrives too late: up to ${duration(longest)} after the time limit`,
    cause: 'Events wait in a queue that grows faster than it drains, or are sent at intervals.',
  };
}

type ByUser = ReadonlyMap<string, readonly EventRecord[]>;

/** An event carries an id from the response to one user of the case, and names another; no such event came for the first. */
function mixedUsers(
  testCase: CaseRecord,
  own: readonly ExchangeRecord[],
  { events, isUnique }: { events: ByUser; isUnique: (id: string) => boolean },
): Shown | null {
  if (testCase.verdict !== 'fail') return null;
  const users = [...new Set(own.flatMap(({ user }) => user ?? []))];
  if (users.length < 2) return null;
  for (const { user, response } of own.slice(0, MOST_LOOKED_AT)) {
    if (user === null) continue;
    for (const id of idsIn(response?.body?.text).filter(isUnique)) {
      // One delivery may hold events of several users: then it names both.
      const holds = (of: string, text = ''): boolean =>
        text.includes(id) && (of === user || !text.includes(JSON.stringify(user)));
      const names = (of: string) =>
        (events.get(of) ?? [])
          .slice(0, MOST_LOOKED_AT)
          .filter(({ body }) => holds(of, body?.text))
          .map(({ name }) => name);
      const right = new Set(names(user));
      const other = users.find((each) => each !== user && names(each).some((name) => !right.has(name)));
      if (other !== undefined) return { kind: 'mixed-users', users: [user, other] };
    }
  }
  return null;
}

/** How many responses of the run contain a text. */
function timesGiven(exchanges: readonly ExchangeRecord[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { response } of exchanges)
    for (const id of new Set(idsIn(response?.body?.text))) times.set(id, (times.get(id) ?? 0) + 1);
  return times;
}

/** Texts of a response that are long enough to be unlike all others. */
function idsIn(text: string | undefined): string[] {
  try {
    const body: unknown = JSON.parse(text ?? 'null');
    if (typeof body !== 'object' || body === null) return [];
    return Object.values(body).filter(
      (value): value is string => typeof value === 'string' && value.length >= UNLIKE,
    );
  } catch {
    return [];
  }
}

const UNLIKE = 8;

/** Exchanges of a case and events of a user: a flood of them shows nothing that the first ones do not. */
const MOST_LOOKED_AT = 100;

/**
 * The awaited event came for a user of the case after the time limit, and nothing that could have caused it was done for
 * that user after the judgement: no further request, and no other address that another case has set meanwhile.
 */
function late(
  { verdict, judged }: CaseRecord,
  events: ByUser,
  causes: ReadonlyMap<string, readonly Cause[]>,
  {
    limitMs,
    isOfOther,
    isReleased,
  }: {
    limitMs: number;
    isOfOther: (event: EventRecord) => boolean;
    isReleased: (event: EventRecord, since: number) => boolean;
  },
): Shown | null {
  if (verdict !== 'fail' || judged?.part !== 'absent' || judged.about === undefined) return null;
  const { about, atMs } = judged;
  let lateMs = 0;
  for (const [user, all] of causes) {
    const before = all.filter(({ from }) => from <= atMs);
    const due = Math.min(atMs, Math.max(...before.map(({ to }) => to)) + limitMs);
    const came = events.get(user)?.find((event) => event.name === about && event.atMs > due);
    const isNew = came && all.some(({ from }) => from > atMs && from < came.atMs);
    if (came && !isNew && !isOfOther(came) && !isReleased(came, atMs))
      lateMs = Math.max(lateMs, came.atMs - due);
  }
  return lateMs > 0 ? { kind: 'late', about, lateMs } : null;
}

/** Whether the event's address was set after this moment and before it came. */
function isReleased(
  { address, atMs }: EventRecord,
  since: number,
  exchanges: readonly ExchangeRecord[],
): boolean {
  return exchanges.some(
    ({ startedMs, request }) => startedMs >= since && startedMs <= atMs && names(request, address),
  );
}

function names({ body }: ExchangeRecord['request'], address: string): boolean {
  return body?.text?.includes(`/${address}"`) === true;
}

/** Whether another case has set this address, and this case has not. */
function isOfOtherCase(address: string, { id }: CaseRecord, exchanges: readonly ExchangeRecord[]): boolean {
  const setters = exchanges.filter(({ request }) => names(request, address));
  return (
    setters.some(({ caseId }) => caseId !== null && caseId !== id) &&
    !setters.some(({ caseId }) => caseId === id)
  );
}

/** Two ids, shown so that their difference is visible; long ones by their ends. */
function areDistinguishable(users: readonly [string, string]): string[] {
  const [item, other] = users;
  const alike = item.normalize('NFC') === other.normalize('NFC');
  return users.map((user) => {
    const text = oneLine(user).replaceAll(' ', '␣');
    const shown = alike ? text.replace(/[^\0-\x7f␣]/g, escaped) : text;
    return `"${shown.length > LONGEST_ID ? `…${shown.slice(-END_SHOWN)}` : shown}"`;
  });
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const LONGEST_ID = 40;

const END_SHOWN = 24;
