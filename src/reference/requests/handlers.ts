import type { Field, FieldRole, OperationKind, Resource } from '../../description/types.js';
import { chooseDestination, writeMessage } from '../conversations/conversation.js';
import { addressOf, setAddress } from '../conversations/events.js';
import type { User } from '../conversations/model.js';
import { findUser, useUser } from '../conversations/users.js';
import { carried } from '../dialect/dialect.js';
import { fieldOf, type Rulebook } from '../rulebook.js';
import type { Scene, ServiceContext } from '../service-context.js';
import { type CheckedCall, type JsonObject, own, Refusal } from './call.js';

/** What each kind of operation does. Returns the response's fields without the success flag. */
export const handlers: Record<
  OperationKind,
  (context: ServiceContext, call: CheckedCall) => JsonObject | Promise<JsonObject>
> = {
  destinations: listDestinations,
  select,
  message: write,
  address: changeAddress,
  history: readHistory,
  current: readCurrent,
  undocumented: () => ({}),
};

function listDestinations({ hooks }: ServiceContext, { rules, operation, account }: CheckedCall): JsonObject {
  const list = rules.resource(operation.rule.response);
  const element = Object.values(list.fields).find(({ role }) => role === 'destinations')?.of;
  if (element === undefined) throw new Error('The description has no list of destinations.');
  const destinations = [...account.point.destinations.values()].map((destination) =>
    compose(
      rules.resource(element),
      {
        'destination-id': destination.id,
        presence: hooks.presence(destination),
        availability: destination.available,
      },
      destination.name,
    ),
  );
  return compose(list, { destinations });
}

async function select(context: ServiceContext, call: CheckedCall): Promise<JsonObject> {
  const { rules, operation, account, body } = call;
  const request = rules.resource(operation.rule.request ?? '');
  const wantedId = String(own(body, fieldOf(request, 'destination-id') ?? ''));
  const destination = context.hooks.chosen(wantedId, account.point.destinations);
  if (!destination) throw invalid(call, 'the destination is not known');
  if (!destination.available) throw invalid(call, 'the destination is not available');
  if (!matchesKind(call)) throw invalid(call, 'the kind of destination is not known');
  const card = Object.entries(body).filter(([name]) => {
    const role = request.fields[name]?.role;
    return role === 'person' || role === 'attributes';
  });
  const scene = sceneOf(context, call);
  const choose = (): boolean =>
    chooseDestination(scene, destination, carried(Object.fromEntries(card), context.dialect.texts));
  if (!(await context.hooks.move(scene, 'select', choose))) {
    throw invalid(call, 'a destination is selected');
  }
  return {};
}

/** If a kind is given, it is the one in the list of destinations. */
function matchesKind({ rules, operation, body }: CheckedCall): boolean {
  const name = fieldOf(rules.resource(operation.rule.request ?? ''), 'destination-kind');
  const kinds = Object.values(rules.description.resources)
    .flatMap(({ fields }) => Object.values(fields))
    .flatMap((field) =>
      field.role === 'destination-kind' && field.const !== undefined ? [field.const] : [],
    );
  const given = name === undefined ? undefined : own(body, name);
  return given === undefined || kinds.length === 0 || kinds.some((kind) => kind === given);
}

async function write(context: ServiceContext, call: CheckedCall): Promise<JsonObject> {
  const { rules, operation, body } = call;
  const user = fieldOf(rules.resource(operation.rule.request ?? ''), 'user');
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => name !== user));
  const scene = sceneOf(context, call);
  const message = await context.hooks.move(scene, operation.name, () =>
    writeMessage(scene, carried(fields, context.dialect.texts)),
  );
  if (!message) throw invalid(call, 'the conversation takes no message');
  if (operation.rule.response === 'success' || operation.rule.response === 'undocumented') return {};
  return compose(rules.resource(operation.rule.response), {
    'message-id': message.id,
    timestamp: context.hooks.timestamp(message.at),
  });
}

async function changeAddress(context: ServiceContext, call: CheckedCall): Promise<JsonObject> {
  const { rules, account, body, method } = call;
  const { version } = rules.description;
  if (method === context.dialect.address.read) return { url: addressOf(context, account.point, version) };
  if (method === context.dialect.address.remove) {
    setAddress(context, account.point, version, null);
    return {};
  }
  const url = context.dialect.address.path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? own(value as JsonObject, key) : undefined),
    body,
  );
  if (typeof url !== 'string') throw invalid(call, 'the address is not a text');
  const reason = url === '' ? null : (context.hooks.refusesAddress(url) ?? (await unreachable(context, url)));
  if (reason !== null) throw new Refusal(rules.row('invalid-address'), { url, reason });
  setAddress(context, account.point, version, url === '' ? null : url);
  return {};
}

async function unreachable({ dialect, deliveries }: ServiceContext, url: string): Promise<string | null> {
  if (dialect.address.probe !== 'before' || (await deliveries.probe(url))) return null;
  return 'it does not answer with success';
}

function sceneOf(context: ServiceContext, { rules, operation, account, body }: CheckedCall): Scene {
  const name = fieldOf(rules.resource(operation.rule.request ?? ''), 'user') ?? '';
  return {
    context,
    point: account.point,
    rules,
    user: useUser(context, account.point, rules, { id: String(own(body, name)), body }),
  };
}

function invalid({ rules }: CheckedCall, reason: string): Refusal {
  return new Refusal(rules.row('wrong-type'), { reason });
}

/** All messages of a user, oldest first; the shape is ours. */
function readHistory(context: ServiceContext, call: CheckedCall): JsonObject {
  const user = userOf(context, call);
  const messages = user ? [...user.seen, ...user.kept] : [];
  return { messages: messages.map(({ id, at, fromUser, fields }) => ({ id, at, fromUser, ...fields })) };
}

/** The destination that a user is routed to, null if there is none; the shape is ours. */
function readCurrent(context: ServiceContext, call: CheckedCall): JsonObject {
  const destination = userOf(context, call)?.destination;
  return { current: destination ? { id: destination.id, name: destination.name } : null };
}

/** The interface does not show this body; ours names the user as all other requests do. */
function userOf(context: ServiceContext, { rules, account, body }: CheckedCall): User | undefined {
  const field = userField(rules);
  const id = own(body, field);
  if (typeof id !== 'string')
    throw new Refusal(rules.row('wrong-type'), { reason: `field ${field} must be a string` });
  return findUser(context, account.point, rules, id);
}

function userField({ operations, request }: Rulebook): string {
  for (const operation of operations.values()) {
    const resource = request(operation);
    const field = resource && fieldOf(resource, 'user');
    if (field !== undefined) return field;
  }
  throw new Error('The description names no user.');
}

/** Values of a response, by field role. */
export type RoleValues = Partial<Record<FieldRole, unknown>>;

/** An object with all documented fields: a constant, the role's value, or a value of the type. */
function compose(resource: Resource, values: RoleValues, label = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [name, fieldValue(field, values, label)]),
  );
}

function fieldValue(field: Field, values: RoleValues, label: string): unknown {
  if (field.const !== undefined) return field.const;
  if (field.role && Object.hasOwn(values, field.role)) return values[field.role];
  switch (field.type) {
    case 'string':
      return label;
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return 0;
    case 'list':
      return [];
    case 'map':
      return {};
  }
}
