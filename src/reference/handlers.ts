import type { OperationKind } from '../description/types.js';
import type { CheckedCall } from './call.js';
import { compose } from './compose.js';
import { chooseDestination, writeMessage } from './conversation.js';
import { addressOf, setAddress } from './events.js';
import { type JsonObject, own } from './json.js';
import { readCurrent, readHistory } from './reading.js';
import { Refusal } from './refusal.js';
import { fieldOf } from './rulebook.js';
import { carried } from './texts.js';
import { useUser } from './users.js';
import type { Scene, World } from './world.js';

/** What each kind of operation does. Returns the answer's fields without the flag of success. */
export const handlers: Record<
  OperationKind,
  (world: World, call: CheckedCall) => JsonObject | Promise<JsonObject>
> = {
  destinations: listDestinations,
  select,
  message: write,
  address: changeAddress,
  history: readHistory,
  current: readCurrent,
  undocumented: () => ({}),
};

function listDestinations({ hooks }: World, { rules, operation, account }: CheckedCall): JsonObject {
  const list = rules.resource(operation.rule.response);
  const element = Object.values(list.fields).find(({ role }) => role === 'destinations')?.of;
  if (element === undefined) throw new Error('The description has no list of destinations.');
  const destinations = [...account.point.destinations.values()].map((destination) =>
    compose(
      rules.resource(element),
      { 'destination-id': destination.id, presence: hooks.presence(destination) },
      destination.name,
    ),
  );
  return compose(list, { destinations });
}

async function select(world: World, call: CheckedCall): Promise<JsonObject> {
  const { rules, operation, account, body } = call;
  const request = rules.resource(operation.rule.request ?? '');
  const asked = String(own(body, fieldOf(request, 'destination-id') ?? ''));
  const destination = world.hooks.chosen(asked, account.point.destinations);
  if (!destination) throw invalid(call, 'the destination is not known');
  if (!matchesKind(call)) throw invalid(call, 'the kind of destination is not known');
  const card = Object.entries(body).filter(([name]) => {
    const role = request.fields[name]?.role;
    return role === 'person' || role === 'attributes';
  });
  const scene = sceneOf(world, call);
  const choose = (): boolean =>
    chooseDestination(scene, destination, carried(Object.fromEntries(card), world.dialect.texts));
  if (!(await world.hooks.move(scene, 'select', choose))) {
    throw invalid(call, 'a destination is selected');
  }
  return {};
}

/** The kind, where it is given, is the one that destinations are listed with. */
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

async function write(world: World, call: CheckedCall): Promise<JsonObject> {
  const { rules, operation, body } = call;
  const user = fieldOf(rules.resource(operation.rule.request ?? ''), 'user');
  const fields = Object.fromEntries(Object.entries(body).filter(([name]) => name !== user));
  const scene = sceneOf(world, call);
  const message = await world.hooks.move(scene, operation.name, () =>
    writeMessage(scene, carried(fields, world.dialect.texts)),
  );
  if (!message) throw invalid(call, 'the conversation takes no message');
  if (operation.rule.response === 'success' || operation.rule.response === 'undocumented') return {};
  return compose(rules.resource(operation.rule.response), {
    'message-id': message.id,
    timestamp: world.hooks.timestamp(message.at),
  });
}

async function changeAddress(world: World, call: CheckedCall): Promise<JsonObject> {
  const { rules, account, body, method } = call;
  const { version } = rules.description;
  if (method === world.dialect.address.read) return { url: addressOf(world, account.point, version) };
  if (method === world.dialect.address.remove) {
    setAddress(world, account.point, version, null);
    return {};
  }
  const url = world.dialect.address.path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? own(value as JsonObject, key) : undefined),
    body,
  );
  if (typeof url !== 'string') throw invalid(call, 'the address is not a text');
  const reason = url === '' ? null : (world.hooks.refusesAddress(url) ?? (await unreachable(world, url)));
  if (reason !== null) throw new Refusal(rules.row('invalid-address'), { url, reason });
  setAddress(world, account.point, version, url === '' ? null : url);
  return {};
}

async function unreachable({ dialect, courier }: World, url: string): Promise<string | null> {
  if (dialect.address.probe !== 'before' || (await courier.probe(url))) return null;
  return 'it does not answer with success';
}

function sceneOf(world: World, { rules, operation, account, body }: CheckedCall): Scene {
  const name = fieldOf(rules.resource(operation.rule.request ?? ''), 'user') ?? '';
  return {
    world,
    point: account.point,
    rules,
    user: useUser(world, account.point, rules, { id: String(own(body, name)), body }),
  };
}

function invalid({ rules }: CheckedCall, reason: string): Refusal {
  return new Refusal(rules.row('wrong-type'), { reason });
}
