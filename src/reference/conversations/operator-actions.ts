import { carried } from '../dialect/dialect.js';
import { type JsonObject, own } from '../requests/call.js';
import type { CausedEvent, Rulebook } from '../rulebook.js';
import { now, type Scene, type ServiceContext } from '../service-context.js';
import { closeConversation, setPresence } from './conversation.js';
import { clearAddresses, sendEvent } from './events.js';
import { type Account, BOUNDS, pushBounded } from './model.js';
import { findUser } from './users.js';

/** A request of the employee's side that is refused, with its HTTP status. */
export class OperatorRefusal extends Error {
  constructor(
    readonly status: number,
    text: string,
  ) {
    super(text);
  }
}

/** Parameters that every action has. */
export interface ActionCall {
  context: ServiceContext;
  rules: Rulebook;
  account: Account;
  parameters: JsonObject;
}

/** Does an action of the employee's side. Throws OperatorRefusal. */
export async function perform(call: ActionCall, action: string): Promise<JsonObject> {
  const { context, ...done } = call;
  const begun = context.observer?.begins();
  const result = await act(call, action);
  if (begun && action !== INBOX) context.observer?.employeeAction({ begun, action, ...done });
  return result;
}

/** The one action that changes nothing. */
const INBOX = 'inbox';

async function act(call: ActionCall, action: string): Promise<JsonObject> {
  const event = call.rules.eventCausedBy(action);
  if (event) return cause(call, action, event);
  const handler = new Map(Object.entries(ACTIONS)).get(action);
  if (!handler) throw new OperatorRefusal(404, `There is no action ${action}.`);
  return handler(call);
}

const ACTIONS: Record<string, (call: ActionCall) => JsonObject> = {
  [INBOX]({ context, rules, account, parameters }) {
    const { user: userName, destination: destinationName } = rules.description.employee;
    const user = findUser(context, account.point, rules, text(parameters, userName));
    const destination = own(parameters, destinationName);
    if (!user) return { items: [] };
    const visible = context.hooks.visible(
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

  set_presence({ context, rules, account, parameters }) {
    const id = text(parameters, rules.description.employee.destination);
    const destination = account.point.destinations.get(id);
    if (!destination) throw new OperatorRefusal(404, `There is no destination ${id}.`);
    setPresence(context, account.point, destination, String(own(parameters, 'online')) === 'true');
    return {};
  },

  /** One clock for the whole service: what is kept ages at every contact point. */
  advance_clock({ context, parameters }) {
    const seconds = Number(own(parameters, 'seconds'));
    if (!(seconds >= 0 && Number.isFinite(seconds)))
      throw new OperatorRefusal(400, 'The parameter seconds must be a number, 0 or more.');
    for (const { point } of context.accounts.byKey.values()) point.clockOffset += seconds * 1000;
    return {};
  },

  clear_webhook({ account }) {
    clearAddresses(account.point);
    return {};
  },
};

/** An employee replies or closes: only in a conversation that is routed to a destination. */
async function cause(
  { context, rules, account, parameters }: ActionCall,
  action: string,
  event: CausedEvent,
): Promise<JsonObject> {
  const { point } = account;
  const user = findUser(context, point, rules, text(parameters, rules.description.employee.user));
  const destination =
    user && (event.closes ? user.destination : context.hooks.writers(user, point.destinations));
  if (!destination) throw new OperatorRefusal(409, 'The user has no conversation with employees.');
  const scene: Scene = { context, point, rules, user };
  if (event.closes) {
    if (!(await context.hooks.move(scene, action, () => closeConversation(scene))))
      throw new OperatorRefusal(409, 'There is nothing to close.');
    return {};
  }
  for (const name of event.rule.carries ?? []) text(parameters, name);
  const said = Object.fromEntries(event.parameters.map((each) => [each, own(parameters, each)]));
  const data = carried(said, context.dialect.texts);
  return context.hooks.move(scene, action, () => reply(scene, destination.id, event.name, data));
}

function reply(
  { context, point, rules, user }: Scene,
  destinationId: string,
  name: string,
  data: Record<string, unknown>,
): JsonObject {
  const message = { id: context.random.uuid(), at: now(context, point), fromUser: false, fields: data };
  pushBounded(user.seen, { ...message, destinationId }, BOUNDS.messagesPerUser);
  sendEvent(context, {
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
