import type { Case, InvariantRule } from '../../cases/types.js';
import type { Description } from '../../description/types.js';
import type { Fault } from '../../reference/faults/fault.js';
import type { Reply } from '../../reference/requests/call.js';
import { isAt, judgedSends, type Mutant, type Place, placesOf, withBody } from './mutant.js';

/** Whole responses of one operation: other statuses, and bodies that are not JSON objects (sections 4 and 7). */
export function responses(descriptions: readonly Description[]): Mutant[] {
  const unlisted = descriptions.map((description) => ({
    description,
    place: { version: description.version, operation: description.http.unknownOperation },
  }));
  return [...placesOf(descriptions), ...unlisted].flatMap(({ description, place }) => {
    const { http } = description;
    const { successStatus } = http;
    const mutant = (
      change: string,
      summary: string,
      apply: (reply: Reply) => Reply,
      killedBy: (testCase: Case) => boolean,
    ): Mutant => ({
      id: `${place.version}/answer/${place.operation}/${change}`,
      family: `answer: ${change}`,
      summary: `${place.operation} ${summary}`,
      version: place.version,
      fault: () => ({
        summary,
        hook: ({ respond }) => ({
          respond(due, call) {
            const reply = respond(due, call);
            return isAt(call, place) ? apply(reply) : reply;
          },
        }),
      }),
      killedBy,
    });
    const isLaw = (rule: InvariantRule) => (testCase: Case) =>
      law(testCase, place.version, place.operation === http.unknownOperation ? null : place.operation, rule);
    // What no version lists is answered only with errors.
    const listed = place.operation !== http.unknownOperation;
    const onDue = (apply: (reply: Reply) => Reply) => (reply: Reply) =>
      (reply.status === successStatus) === listed ? apply(reply) : reply;
    return [
      ...ODD_STATUSES.map((status) =>
        mutant(
          `status-${status}`,
          `answers with status ${status}`,
          onDue((reply) => ({ ...reply, status })),
          isLaw('status'),
        ),
      ),
      ...failures(description).map(
        (status): Mutant => ({
          ...mutant(
            'failure',
            'answers as if the request had failed',
            onDue((reply) => ({ ...reply, status })),
            isLaw('no-failure'),
          ),
          spoilsAll: true,
        }),
      ),
      ...Object.entries(BODIES).map(([change, text]) =>
        mutant(
          change,
          `answers with ${change.replace('-', ' ')}`,
          onDue((reply) => ({ ...reply, raw: text(reply) })),
          isLaw('json-object'),
        ),
      ),
      mutant(
        'error-unlisted',
        'answers errors with a code that no row has',
        (reply) => (reply.status === successStatus ? reply : { ...reply, body: strange(reply.body) }),
        isLaw('error-row'),
      ),
      mutant(
        'content-type',
        'declares its responses as text',
        (reply) => ({ ...reply, headers: { ...reply.headers, 'content-type': 'text/plain' } }),
        isLaw('content-type'),
      ),
      ...(listed && !isAddress(description, place.operation) ? http.refusedMethods : []).map((method) =>
        methodServed(description, place, method),
      ),
    ];
  });
}

/** The method of the operation that sets the address is not shown. */
function isAddress({ operations }: Description, operation: string): boolean {
  return operations[operation]?.kind === 'address';
}

const ODD_STATUSES = [201, 418];

/** A status that no request calls for. */
function failures({ errors }: Description): number[] {
  return Object.values(errors)
    .filter(({ stimulus }) => stimulus.kind === 'none')
    .map(({ status }) => status);
}

const BODIES: Record<string, (reply: Reply) => string> = {
  'empty-body': () => '',
  list: ({ body }) => JSON.stringify([body]),
  page: () => '<!doctype html><title>Fine</title>',
};

/** Numbers beyond the table, wherever they are. */
function strange(body: Reply['body']): Reply['body'] {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? value + 1000
        : typeof value === 'object' && value !== null
          ? strange(value as Reply['body'])
          : value,
    ]),
  );
}

function law(testCase: Case, version: string, operation: string | null, rule: InvariantRule): boolean {
  return (
    testCase.version === version &&
    testCase.steps.some(
      (step) => step.do === 'invariant' && step.rule === rule && step.operation === operation,
    )
  );
}

function methodServed({ http, success }: Description, place: Place, method: string): Mutant {
  return {
    id: `${place.version}/answer/${place.operation}/serves-${method}`,
    family: 'answer: another method served',
    summary: `${place.operation} is served by ${method}`,
    version: place.version,
    fault: () => ({
      summary: '',
      hook: ({ respond }) => ({
        respond: (due, call) =>
          isAt(call, place) && call.method === method
            ? { ...respond(due, call), status: http.successStatus, body: { [success.field]: true } }
            : respond(due, call),
      }),
    }),
    killedBy: (testCase) => judgedSends(testCase, place).some(({ request }) => request.method === method),
  };
}

/** The success flag, wrong in the responses of one operation, and successes under a wrong status (sections 2 and 4). */
export function successFlag(descriptions: readonly Description[]): Mutant[] {
  return placesOf(descriptions).flatMap(({ description, place }) => {
    const { field } = description.success;
    return Object.entries(CHANGES).flatMap(([change, apply]) =>
      (['success', 'error'] as const).map((on): Mutant => {
        const isDue = ({ status }: Reply): boolean =>
          (status === description.http.successStatus) === (on === 'success');
        return {
          id: `${place.version}/flag/${on}/${place.operation}/${change}`,
          family: `flag of ${on}: ${change}`,
          summary: `"${field}" is ${change} in every ${on} of ${place.operation}`,
          version: place.version,
          fault: () => ({
            summary: '',
            hook: ({ respond }) => ({
              respond(due, call) {
                const reply = respond(due, call);
                return isAt(call, place) && isDue(reply)
                  ? withBody(reply, apply(reply.body, field, on === 'success'))
                  : reply;
              },
            }),
          }),
          killedBy: (testCase) => judgesFlag(testCase, place),
        };
      }),
    );
  });
}

type Body = Reply['body'];

const CHANGES: Record<string, (body: Body, flag: string, due: boolean) => Body> = {
  missing: (body, flag) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== flag)),
  inverted: (body, flag, due) => ({ ...body, [flag]: !due }),
  'a text': (body, flag, due) => ({ ...body, [flag]: String(due) }),
};

function judgesFlag({ version, steps }: Case, place: Place): boolean {
  return (
    version === place.version &&
    steps.some(
      (step) => step.do === 'invariant' && step.rule === 'success-flag' && step.operation === place.operation,
    )
  );
}

/**
 * Operations and versions that are served though nobody lists them, and listed ones that are not (sections 4 and 9).
 */
export function lists(descriptions: readonly Description[]): Mutant[] {
  return descriptions.flatMap((description) => {
    const { version, http, operations } = description;
    const mutant = (
      change: string,
      summary: string,
      fault: () => Fault,
      killedBy: Mutant['killedBy'],
    ): Mutant => ({
      id: `${version}/list/${change}`,
      family: `list of operations: ${change.replace(/-of-.*$/, '')}`,
      summary,
      version,
      fault,
      killedBy: (testCase) => testCase.version === version && killedBy(testCase),
    });
    const asks = (segment: string) => (testCase: Case) =>
      testCase.steps.some(
        (step) =>
          step.do === 'send' && (step.request.operation === segment || step.request.version === segment),
      );
    return [
      mutant(
        'any-operation-served',
        `Version ${version} serves operations that do not exist`,
        () => described(version, (own) => addOperation(own, http.unknownOperation)),
        asks(http.unknownOperation),
      ),
      ...Object.keys(operations).map((operation) =>
        mutant(
          `not-served-of-${operation}`,
          `Version ${version} does not serve ${operation}`,
          () =>
            described(version, (own) => {
              delete own.operations[operation];
            }),
          (testCase) =>
            testCase.operation === operation &&
            testCase.steps.some(
              (step) =>
                step.do === 'send' &&
                !step.setup &&
                ['accepted', 'not'].includes(step.expect.kind) &&
                !step.request.version,
            ),
        ),
      ),
    ];
  });
}

function described(version: string, change: (own: Description) => void): Fault {
  return {
    summary: '',
    describe(description) {
      if (description.version === version) change(description);
    },
  };
}

function addOperation(description: Description, name: string): void {
  const [any] = Object.values(description.operations).filter(({ request }) => request === null);
  if (any) description.operations[name] = any;
}

/** Plain HTTP where only HTTPS may be served (sections 1 and 4), on the port that no ordinary user can open. */
export function transport(descriptions: readonly Description[]): Mutant[] {
  return descriptions.map(
    ({ version }): Mutant => ({
      id: `${version}/transport/port-80/served`,
      family: 'transport',
      summary: 'Plain HTTP is served on port 80',
      version,
      fault: () => ({ summary: '' }),
      tls: true,
      port80: true,
      killedBy: (testCase) =>
        testCase.version === version &&
        testCase.steps.some((step) => step.do === 'send' && step.request.plain === 'port-80'),
    }),
  );
}
