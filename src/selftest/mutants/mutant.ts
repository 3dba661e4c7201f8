import type { Case, SendStep } from '../../cases/types.js';
import type { Description, ErrorStimulus } from '../../description/types.js';
import type { Fault, NamedFault } from '../../reference/faults/fault.js';
import type { Call, Reply } from '../../reference/requests/call.js';

/** One way in which the service is wrong on purpose, and which cases must see it. */
export interface Mutant {
  /** `<version or all>/<family>/<element>/<change>`, stable. */
  id: string;
  family: string;
  /** One line: what the service does. */
  summary: string;
  /** Version whose element is changed; null: all of them. */
  version: string | null;
  /** Created for each service, because it may keep state. */
  fault: () => Fault;
  /**
   * Whether a failure of the case means that the mutated element was seen, rather than something that it happened to
   * break.
   */
  killedBy: (testCase: Case) => boolean;
  /** Every response of the operation shows it: no cases are needed beyond those that are to kill it. */
  inEveryResponse?: boolean;
  /** It breaks every case that asks for what it changes, so all of them meet it, and each is made to fail. */
  spoilsAll?: true;
  /** Further cases, which send what makes the mutant show itself; default: none. */
  stimuli?: (testCase: Case) => boolean;
  /** What the restricted account lacks; default: everything. */
  lacks?: NamedFault['lacks'];
  /** Over TLS, and therefore over sockets: for what only a TLS port can do wrong. */
  tls?: true;
  /** Met over sockets and in real time. */
  sockets?: true;
  /** A second service answers where the target's port 80 would be. */
  port80?: true;
  /** The run discovers the dialect itself. */
  discover?: true;
}

/** An operation of a version, as requests and cases name it. */
export interface Place {
  version: string;
  operation: string;
}

/** Every operation of every version. */
export function placesOf(descriptions: readonly Description[]): { description: Description; place: Place }[] {
  return descriptions.flatMap((description) =>
    Object.keys(description.operations).map((operation) => ({
      description,
      place: { version: description.version, operation },
    })),
  );
}

/** Whether a request goes there, by its path alone: a refused one may not have been examined further. */
export function isAt({ path }: Call, { version, operation }: Place): boolean {
  const [, first, second] = path.split('/');
  return first === version && second === operation;
}

/** The reply with another body; what was sent instead is dropped. */
export function withBody({ raw: _, ...reply }: Reply, body: Reply['body']): Reply {
  return { ...reply, body };
}

/** Unaltered requests of a case that go there: judged steps, without setup steps. */
export function judgedSends(testCase: Case, { version, operation }: Place): SendStep[] {
  if (testCase.version !== version) return [];
  return testCase.steps.filter(
    (step): step is SendStep =>
      step.do === 'send' && !step.setup && step.request.operation === operation && !step.request.version,
  );
}

/** Whether the case asks there for a refusal by the row. */
export function refuses(testCase: Case, place: Place, row: string): boolean {
  return judgedSends(testCase, place).some(
    ({ expect }) => expect.kind === 'refused' && expect.rows.includes(row),
  );
}

/** Whether the case compares the responses to one kind of fault, here and under another version. */
export function compares(testCase: Case, place: Place, kind: ErrorStimulus['kind']): boolean {
  const versions = [
    testCase.version,
    ...testCase.needs.flatMap((need) => (need.kind === 'version' ? need.version : [])),
  ];
  return (
    testCase.operation === place.operation &&
    versions.includes(place.version) &&
    testCase.name.startsWith(`alike-${kind}-`)
  );
}

/** Whether the case asks there with two faults at once, of which the row answers one. */
export function coincides(testCase: Case, place: Place): boolean {
  return (
    testCase.name.startsWith('precedence-') &&
    testCase.version === place.version &&
    testCase.steps.some((step) => step.do === 'send' && step.request.operation === place.operation)
  );
}

/** Cases that a mutant meets first, at most, of those that are to kill it. */
const MOST_KILLERS = 16;
/** Mutants that a case meets first, at least, if so many are to be killed by it. */
const LEAST_MUTANTS = 2;
/** Mutants that a case meets in each further round, until one makes it fail. */
const FURTHER_MUTANTS = 4;

/** Which cases a mutant is to meet, and has been given so far. */
interface Plan {
  id: string;
  /** Ids of the cases that are to kill it. */
  expects: readonly string[];
  met: Set<string>;
}

/** Cases by the mutant that is to meet them; ids of both. */
export type Meeting = ReadonlyMap<string, readonly string[]>;

/**
 * Which of the cases that are to kill a mutant it meets. All of them would be far more than it takes to kill each mutant and to see
 * each case fail: a mutant meets some of every group, and a case that has not failed by then meets further mutants.
 */
export class Meetings {
  private readonly plans: readonly Plan[];
  /** By the case that is to kill them, those that few cases are to kill first: they leave the least doubt. */
  private readonly ofCase = new Map<string, Plan[]>();

  constructor(mutants: readonly Mutant[], cases: readonly Case[]) {
    const judging = cases.filter(({ level }) => level !== 'observed');
    this.plans = mutants.map((mutant) => ({
      id: mutant.id,
      expects: judging.filter(mutant.killedBy).map(({ id }) => id),
      met: new Set(),
    }));
    for (const plan of this.plans.toSorted((a, b) => a.expects.length - b.expects.length))
      for (const id of plan.expects) this.ofCase.set(id, [...(this.ofCase.get(id) ?? []), plan]);
    for (const [at, { spoilsAll }] of mutants.entries()) {
      const plan = this.plans[at];
      if (plan) plan.met = new Set(spoilsAll ? plan.expects : spread(plan.expects, MOST_KILLERS));
    }
    for (const [id, plans] of this.ofCase) for (const { met } of plans.slice(0, LEAST_MUTANTS)) met.add(id);
  }

  /** Every mutant, with the cases that it meets first. */
  first(): Meeting {
    return new Map(this.plans.map(({ id, met }) => [id, [...met]]));
  }

  /** What cases that have not failed meet next; empty: there is no mutant left that should make them fail. */
  next(failed: ReadonlySet<string>): Meeting {
    const further = new Map<string, string[]>();
    for (const [id, plans] of this.ofCase) {
      if (failed.has(id)) continue;
      for (const plan of plans.filter(({ met }) => !met.has(id)).slice(0, FURTHER_MUTANTS)) {
        plan.met.add(id);
        further.set(plan.id, [...(further.get(plan.id) ?? []), id]);
      }
    }
    return further;
  }
}

/** So many of them at most, at equal distances: cases of every kind, because they are ordered by group. */
export function spread<T>(all: readonly T[], most: number): T[] {
  const stride = Math.max(1, all.length / most);
  return all.filter((_, at) => Math.floor(at / stride) !== Math.floor((at - 1) / stride));
}
