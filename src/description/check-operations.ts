import { exactlyOne, type Mistake, unknownReference } from './description-error.js';
import type { Description, FieldRole, Operation, OperationKind } from './types.js';

/** Resources named by operations and lists exist; code finds one operation of a kind and one field of a role. */
export function checkOperations(description: Description): Mistake[] {
  return [
    ...resourceNames(description),
    ...kinds(description),
    ...roles(description),
    ...employee(description),
  ];
}

function resourceNames({ operations, resources }: Description): Mistake[] {
  const known = Object.keys(resources);
  const ofOperations = Object.entries(operations).flatMap(([id, { request, response }]) => [
    ...(request === null
      ? []
      : unknownReference(['operations', id, 'request'], request, [...known, 'undocumented'], 'resource')),
    ...unknownReference(
      ['operations', id, 'response'],
      response,
      [...known, 'success', 'undocumented'],
      'resource',
    ),
  ]);
  const ofLists = Object.entries(resources).flatMap(([id, { fields }]) =>
    Object.entries(fields).flatMap(([name, { of }]) =>
      of === undefined
        ? []
        : unknownReference(['resources', id, 'fields', name, 'of'], of, known, 'resource'),
    ),
  );
  return [...ofOperations, ...ofLists];
}

/** Kinds that code asks for by name: one operation each. Any number may send messages or stay undocumented. */
const SINGLE_KINDS: OperationKind[] = ['destinations', 'select', 'address'];
const OPTIONAL_KINDS: OperationKind[] = ['history', 'current'];

function kinds({ operations }: Description): Mistake[] {
  const ofKind = (kind: OperationKind) =>
    Object.keys(operations).filter((id) => operations[id]?.kind === kind);
  const single = SINGLE_KINDS.flatMap((kind) =>
    exactlyOne(['operations'], ofKind(kind), `an operation of kind ${kind}`),
  );
  const optional = OPTIONAL_KINDS.filter((kind) => ofKind(kind).length > 1).flatMap((kind) =>
    exactlyOne(['operations'], ofKind(kind), `an operation of kind ${kind}`),
  );
  const messages: Mistake[] =
    ofKind('message').length > 0
      ? []
      : [
          {
            path: ['operations'],
            message: 'no operation is of kind message, expected at least one',
            atKey: true,
          },
        ];
  return [...single, ...optional, ...messages];
}

/** Roles that the request or the response of a kind must have once. */
const ROLES: { kind: OperationKind; side: 'request' | 'response'; roles: FieldRole[] }[] = [
  { kind: 'destinations', side: 'response', roles: ['destinations'] },
  { kind: 'select', side: 'request', roles: ['user', 'destination-id', 'destination-kind'] },
  { kind: 'message', side: 'request', roles: ['user', 'content'] },
  { kind: 'message', side: 'response', roles: ['message-id', 'timestamp'] },
];

function roles(description: Description): Mistake[] {
  const ofSides = ROLES.flatMap(({ kind, side, roles: wanted }) =>
    distinct(
      Object.values(description.operations).filter((operation) => operation.kind === kind),
      side,
    ).flatMap((id) => onceEach(description, id, wanted)),
  );
  const elements = Object.values(description.resources).flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ role, of }) =>
      role === 'destinations' && of !== undefined ? [of] : [],
    ),
  );
  return [
    ...ofSides,
    ...elements.flatMap((id) =>
      onceEach(description, id, ['destination-id', 'destination-kind', 'presence']),
    ),
  ];
}

function distinct(operations: Operation[], side: 'request' | 'response'): string[] {
  return [...new Set(operations.map((operation) => operation[side]).filter((id) => id !== null))];
}

function onceEach({ resources }: Description, id: string, wanted: FieldRole[]): Mistake[] {
  const resource = resources[id];
  if (!resource) return [];
  return wanted.flatMap((role) => {
    const found = Object.keys(resource.fields).filter((name) => resource.fields[name]?.role === role);
    return exactlyOne(['resources', id, 'fields'], found, `a field of role ${role}`);
  });
}

function employee({ operations, resources, employee: { shows, user, destination } }: Description): Mistake[] {
  const requests = Object.values(operations).flatMap(({ request }) =>
    Object.keys(resources[request ?? '']?.fields ?? {}),
  );
  const known = [...new Set(requests)];
  return [
    ...shows.flatMap((name, i) =>
      unknownReference(['employee', 'shows', String(i)], name, known, 'request field'),
    ),
    ...unknownReference(['employee', 'user'], user, known, 'request field'),
    ...unknownReference(['employee', 'destination'], destination, known, 'request field'),
  ];
}
