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
