import { closeConversation } from './conversation.js';
import { setPresence } from './delivery.js';
import { clearAddresses, sendEvent } from './events.js';
import { type JsonObject, own } from './json.js';
import { type Account, BOUNDS, pushBounded } from './model.js';
import type { CausedEvent, Rulebook } from './rulebook.js';
import { carried } from './texts.js';
import { findUser } from './users.js';
import { now, type Scene, type World } from './world.js';

/** A request of the employee's side that is refused, with its HTTP status. */
export class OperatorRefusal extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(text);
  }
}

/** What the parameters of every action say. */
export interface Asked {
  world: World;
  rules: Rulebook;
  account: Account;
  parameters: JsonObject;
}

/** Does an action of the employee's side. Throws OperatorRefusal. */
export async function perform(asked: Asked, action: string): Promise<JsonObject> {
  const { world, ...done } = asked;
  const begun = world.witness?.begins();
  const result = await act(asked, action);
  if (begun && action !== INBOX) world.witness?.acted({ begun, action, ...done });
  return result;
}

/** The one action that changes nothing. */
const INBOX = 'inbox';

async function act(asked: Asked, action: string): Promise<JsonObject> {
  const caused = asked.rules.caused(action);
  if (caused) return cause(asked, action, caused);
  const handler = new Map(Object.entries(ACTIONS)).get(action);
  if (!handler) throw new OperatorRefusal(404, `There is no action ${action}.`);
  return handler(asked);
}

const ACTIONS: Record<string, (asked: Asked) => JsonObject> = {
  [INBOX]({ world, rules, account, parameters }) {
    const { user: userName, destination: destinationName } = rules.description.employee;
    const user = findUser(world, account.point, rules, text(parameters, userName));
    const destination = own(parameters, destinationName);
    if (!user) return { items: [] };
    const visible = world.hooks.visible(
      user.seen,
      typeof destination === 'string' && destination !== '' ? destination : null,
    );
    return {
      items: visible.map(({ fromUser, at, fields }) => ({
        ...fields,
        from: fromUser ? 'user' : 'employee',
        at,
        card: user.card,
      })),
    };
  },

  set_presence({ world, rules, account, parameters }) {
    const id = text(parameters, rules.description.employee.destination);
    const destination = account.point.destinations.get(id);
    if (!destination) throw new OperatorRefusal(404, `There is no destination ${id}.`);
    setPresence(world, account.point, destination, String(own(parameters, 'online')) === 'true');
    return {};
  },

  /** One clock for the whole service: what is kept ages at every contact point. */
  advance_clock({ world, parameters }) {
    const seconds = Number(own(parameters, 'seconds'));
    if (!(seconds >= 0 && Number.isFinite(seconds)))
      throw new OperatorRefusal(400, 'The parameter seconds must be a number, 0 or more.');
    for (const { point } of world.accounts.byKey.values()) point.clockOffset += seconds * 1000;
    return {};
  },

  clear_webhook({ account }) {
    clearAddresses(account.point);
    return {};
  },
};

/** An employee replies or closes: only in a conversation that is routed to a destination. */
async function cause(
  { world, rules, account, parameters }: Asked,
  action: string,
  caused: CausedEvent,
): Promise<JsonObject> {
  const { point } = account;
  const user = findUser(world, point, rules, text(parameters, rules.description.employee.user));
  const destination = user?.destination;
  if (!destination) throw new OperatorRefusal(409, 'The user has no conversation with employees.');
  const scene: Scene = { world, point, rules, user };
  if (caused.closes) {
    if (!(await world.hooks.move(scene, action, () => closeConversation(scene))))
      throw new OperatorRefusal(409, 'There is nothing to close.');
    return {};
  }
  for (const name of caused.rule.carries ?? []) text(parameters, name);
  const said = Object.fromEntries(caused.parameters.map((each) => [each, own(parameters, each)]));
  const data = carried(said, world.dialect.texts);
  return world.hooks.move(scene, action, () => reply(scene, destination.id, caused.name, data));
}

function reply(
  { world, point, rules, user }: Scene,
  destinationId: string,
  name: string,
  data: Record<string, unknown>,
): JsonObject {
  const message = { id: world.random.uuid(), at: now(world, point), fromUser: false, fields: data };
  pushBounded(user.seen, { ...message, destinationId }, BOUNDS.messagesPerUser);
  sendEvent(world, {
    kind: 'reply',
    version: rules.description.version,
    user,
    name,
    point,
    id: message.id,
    at: message.at,
    data,
  });
  return { id: message.id };
}

function text(parameters: JsonObject, name: string): string {
  const value = own(parameters, name);
  if (typeof value !== 'string' || value === '')
    throw new OperatorRefusal(400, `The parameter ${name} is missing.`);
  return value;
}
