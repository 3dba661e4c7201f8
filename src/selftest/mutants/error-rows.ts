import { documentedOperations, operationsOf } from '../../cases/description-lookups.js';
import { bodyOperations } from '../../cases/faulty-requests.js';
import type { PathChange } from '../../cases/request-plan.js';
import type { Case } from '../../cases/types.js';
import type { Description, ErrorRow } from '../../description/types.js';
import type { Fault } from '../../reference/faults/fault.js';
import type { Call, Reply } from '../../reference/requests/call.js';
import { coincides, compares, isAt, type Mutant, refuses } from './mutant.js';

/** Each row of the error table, wrong in one respect, where one operation of one version meets it (section 7). */
export function errorRows(descriptions: readonly Description[]): Mutant[] {
  return descriptions.flatMap((description) =>
    Object.entries(description.errors).flatMap(([row, rule]) =>
      meetings(description, row, rule).flatMap((meeting) =>
        Object.entries(changesOf(description, row)).map(
          ([change, { summary, fault }]): Mutant => ({
            id: `${description.version}/error-row/${row}/${meeting.name}/${change}`,
            family: `error row: ${change}`,
            summary: `${summary} in place of ${rule.status}, code ${rule.code} (${meeting.name})`,
            version: description.version,
            fault: () => fault(meeting.isMet),
            killedBy: meeting.killedBy,
          }),
        ),
      ),
    ),
  );
}

/** Where a row is met: a set of requests, and the cases that ask for the row there. */
interface Meeting {
  name: string;
  isMet: (call: Call) => boolean;
  killedBy: (testCase: Case) => boolean;
}

function meetings(description: Description, row: string, { stimulus }: ErrorRow): Meeting[] {
  const { version, http } = description;
  const all = Object.keys(description.operations);
  const at = (operations: readonly string[]): Meeting[] =>
    operations.map((operation) => {
      const place = { version, operation };
      return {
        name: operation,
        isMet: (call) => isAt(call, place),
        killedBy: (testCase) =>
          refuses(testCase, place, row) ||
          compares(testCase, place, stimulus.kind) ||
          coincides(testCase, place),
      };
    });
  switch (stimulus.kind) {
    case 'no-key':
    case 'unregistered-key':
    case 'restricted-account':
      return at(all);
    case 'empty-body':
    case 'malformed-json':
      return at(bodyOperations(description).map(({ operation }) => operation));
    case 'wrong-type':
      return at(documentedOperations(description));
    case 'invalid-address':
      return at(operationsOf(description, 'address'));
    case 'field-value':
      return at([stimulus.operation]);
    case 'unsupported-request':
      return [
        ...at(all),
        ...bent(http.unknownOperation, ({ path }) => path === `/${version}/${http.unknownOperation}`),
        ...bent(http.unknownVersion, ({ path }) => path.split('/')[1] === http.unknownVersion),
        ...bentPath('longer-version', ({ path }) => path.startsWith(`/${version}0/`)),
        ...bentPath('further-version', ({ path }) => path.startsWith(`/${version}.7/`)),
        ...bentPath('no-version', ({ path }) => all.includes(path.slice(1))),
        ...bentPath('longer-operation', ({ path }) =>
          all.some((operation) => path === `/${version}/${operation}X`),
        ),
      ];
    case 'none':
      return [];
  }

  function bent(segment: string, meets: (call: Call) => boolean): Meeting[] {
    const asks = ({ version: own, steps }: Case): boolean =>
      own === version &&
      steps.some(
        (step) =>
          step.do === 'send' && (step.request.operation === segment || step.request.version === segment),
      );
    return [{ name: segment, isMet: meets, killedBy: asks }];
  }

  function bentPath(change: PathChange, meets: (call: Call) => boolean): Meeting[] {
    const asks = ({ version: own, steps }: Case): boolean =>
      own === version && steps.some((step) => step.do === 'send' && step.request.path === change);
    return [{ name: change, isMet: meets, killedBy: asks }];
  }
}

interface Change {
  summary: string;
  fault: (isMet: (call: Call) => boolean) => Fault;
}

function changesOf(description: Description, row: string): Record<string, Change> {
  const { errors, http, success } = description;
  const rows = Object.values(errors);
  const due = errors[row] as ErrorRow;
  const next = rows[(rows.indexOf(due) + 1) % rows.length] as ErrorRow;
  const status = http.errorStatuses[(http.errorStatuses.indexOf(due.status) + 1) % http.errorStatuses.length];
  const bare = due.message.replace(/\$url|\$\{[\w.]+\}/g, '');
  return {
    status: changed(due, `Status ${status}`, (row) => ({ ...row, status: status ?? 0 })),
    code: changed(due, `Code ${next.code}`, (row) => ({ ...row, code: next.code })),
    message: changed(due, `"${next.message}"`, (row) => ({ ...row, message: next.message })),
    ...(bare !== due.message && {
      echo: changed(due, `"${bare}"`, (row) => ({ ...row, message: bare })),
    }),
    'message-missing': replaced(due, 'No message', (reply) => ({ ...reply, body: withoutTexts(reply.body) })),
    'not-json': replaced(due, 'A page of HTML', (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'content-type': 'text/html' },
      raw: `<!doctype html><title>${reply.status}</title>`,
    })),
    accepted: replaced(due, 'A success', (reply) => ({
      ...reply,
      status: http.successStatus,
      body: { [success.field]: true },
    })),
  };
}

function changed(due: ErrorRow, summary: string, change: (row: ErrorRow) => ErrorRow): Change {
  return {
    summary,
    fault: (isMet) => ({
      summary,
      hook: ({ row }) => ({
        row: (error, call) =>
          error.code === due.code && isMet(call) ? change(row(error, call)) : row(error, call),
      }),
    }),
  };
}

/** Replaces the whole response. The row is known when it is chosen. */
function replaced(due: ErrorRow, summary: string, change: (reply: Reply) => Reply): Change {
  return {
    summary,
    fault: (isMet) => ({
      summary,
      hook: ({ row, respond }) => {
        const marked = new WeakSet<Call>();
        return {
          row(error, call) {
            if (error.code === due.code && isMet(call)) marked.add(call);
            return row(error, call);
          },
          respond: (reply, call) => (marked.has(call) ? change(respond(reply, call)) : respond(reply, call)),
        };
      },
    }),
  };
}

/** The body without any text, at any depth. */
function withoutTexts(body: Reply['body']): Reply['body'] {
  return Object.fromEntries(
    Object.entries(body)
      .filter(([, value]) => typeof value !== 'string')
      .map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null ? withoutTexts(value as Reply['body']) : value,
      ]),
  );
}
