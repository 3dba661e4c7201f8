import type { ServiceEvent } from '../conversations/model.js';
import type { EventRequest } from '../webhooks/event-request.js';
import type { Defect, NamedFault } from './fault.js';
import { every } from './shared/hooks.js';

/** How events are posted. */
export const faults: readonly NamedFault[] = [
  {
    name: 'event-as-list',
    summary: 'The name of an event stands in a list',
    kills: ['events/**', 'routing/**'],
    ...posting((good, event) => ({ ...good, body: JSON.stringify([event.name, good.body]) })),
  },
  {
    name: 'event-by-get',
    summary: 'Events are sent by GET, in the query',
    kills: ['events/**', 'routing/**'],
    hook: ({ post }) => ({
      post(request, event) {
        const { url, ...good } = post(request, event);
        const query = new URLSearchParams({ event: event.name, user: event.user.id });
        return { ...good, url: `${url}?${query}`, method: 'GET', body: '' };
      },
    }),
  },
  {
    name: 'event-by-put',
    summary: 'Events are sent by PUT',
    kills: ['events/**', 'routing/**'],
    hook: ({ post }) => ({ post: (request, event) => ({ ...post(request, event), method: 'PUT' }) }),
  },
  {
    name: 'event-every-seventh-lost',
    summary: 'Every seventh event is never posted',
    kills: ['events/**', 'routing/**'],
    hook: ({ notify }) => {
      const isSeventh = every(7);
      return { notify: (event) => (isSeventh() ? [] : notify(event)) };
    },
  },
  {
    name: 'event-latency-grows',
    summary: 'Each message that the service has had makes every event leave 50 ms later',
    kills: ['events/**', 'routing/**'],
    hook: ({ store, leaves }) => {
      let messages = 0;
      return {
        store(message) {
          messages += 1;
          return store(message);
        },
        leaves: (moment) => leaves(moment) + messages * 50,
      };
    },
  },
  {
    name: 'event-not-json',
    summary: 'Events are posted as a form',
    kills: ['events/**', 'routing/**'],
    ...posting((good, event) => {
      const headers = { ...good.headers, 'content-type': 'application/x-www-form-urlencoded' };
      return {
        ...good,
        headers,
        body: new URLSearchParams({ event: event.name, user: event.user.id }).toString(),
      };
    }),
  },
  {
    name: 'event-query-dropped',
    summary: 'The webhook address is called without its query',
    kills: ['events/address-set-last-*'],
    ...posting((good) => ({ ...good, url: good.url.replace(/\?.*$/, '') })),
  },
  {
    name: 'event-query-encoded-again',
    summary: 'The query of the webhook address is percent-encoded once more',
    kills: ['events/address-set-last-*'],
    ...posting((good) => ({ ...good, url: good.url.replace(/\?.*$/, encodeURI) })),
  },
  {
    name: 'event-user-missing',
    summary: 'Events do not tell the user',
    kills: ['events/**', 'routing/**'],
    hook: ({ notify }) => ({
      notify: (event) => notify(event).map((each) => ({ ...each, user: { ...each.user, id: '' } })),
    }),
  },
];

/** Events are posted with another request. */
function posting(change: (good: EventRequest, event: ServiceEvent) => EventRequest): Defect {
  return { hook: ({ post }) => ({ post: (request, event) => change(post(request, event), event) }) };
}
