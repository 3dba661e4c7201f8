import type { Description, EventRule } from '../description/types.js';
import { capitalized } from '../phrases.js';
import { DISCOVERED, type Json, NOT_SHOWN, openQuestions, type Source } from './source.js';

/** The events of one version as an AsyncAPI 3.0 document, from the side of the service: it sends them. */
export function asyncapi(source: Source): Json {
  const { title, version, http, events } = source.description;
  const messages = Object.entries(events);
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${title}: events`,
      version,
      description: `Derived from the description of the interface. ${NOT_SHOWN} marks what the interface does not show, ${DISCOVERED} what a run found out about one deployment.`,
    },
    servers: {
      gateway: {
        host: 'gateway.example',
        protocol: 'https',
        description: 'Whatever webhook address the gateway has set.',
      },
    },
    defaultContentType: http.contentType,
    channels: {
      webhook: {
        address: null,
        description: 'The webhook address that was set last.',
        messages: Object.fromEntries(messages.map(([id]) => [id, { $ref: `#/components/messages/${id}` }])),
      },
    },
    operations: Object.fromEntries(
      messages.map(([id]) => [
        `send${capitalized(id)}`,
        {
          action: 'send',
          channel: { $ref: '#/channels/webhook' },
          messages: [{ $ref: `#/channels/webhook/messages/${id}` }],
          bindings: { http: { method: http.method } },
        },
      ]),
    ),
    components: {
      messages: Object.fromEntries(messages.map(([id, rule]) => [id, message(id, rule, source)])),
    },
    'x-gaps': openQuestions(source),
  };
}

function message(id: string, rule: EventRule, { description, discovered }: Source): Json {
  const name = rule.unnamed ? (discovered?.deliveryName ?? null) : id;
  const found = name === null ? undefined : discovered?.payloads[name];
  return {
    ...(name === null ? { 'x-name-not-shown': true } : { name }),
    summary: causeOf(id, rule, description),
    payload: found === undefined ? { [NOT_SHOWN]: true } : { ...found, [DISCOVERED]: true },
    ...(rule.carries && { 'x-carries': rule.carries }),
    'x-section': rule.section,
  };
}

function causeOf(id: string, { cause }: EventRule, { routing }: Description): string {
  switch (cause.kind) {
    case 'operator':
      return `An employee's action: ${(cause.instruction ?? cause.action).replace(/ \{\w+\}/g, '')}.`;
    case 'delivery':
      return 'A message of the user was delivered to an employee.';
    case 'routing': {
      const states = Object.values(routing.transitions)
        .filter(({ sends }) => sends?.event === id)
        .map(({ on, from }) => `a ${on} in the state "${routing.states[from]?.title ?? from}"`);
      return `Caused by ${states.join(' or ')}.`;
    }
  }
}
