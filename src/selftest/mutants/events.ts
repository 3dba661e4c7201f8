import type { Case, ExpectEventStep } from '../../cases/types.js';
import type { Description, EventRule } from '../../description/types.js';
import type { ServiceEvent } from '../../reference/conversations/model.js';
import type { Fault } from '../../reference/faults/fault.js';
import type { EventRequest } from '../../reference/webhooks/webhook-sender.js';
import type { Mutant } from './mutant.js';

/**
 * Each event of each version: missing, under another name, for another user, at another address, or sent in another
 * way (section 6).
 */
export function events(descriptions: readonly Description[]): Mutant[] {
  return descriptions.flatMap((description) =>
    Object.entries(description.events).flatMap(([event, rule]) =>
      changesOf(description, event, rule).map(([change, summary, fault]): Mutant => {
        const isOwn = (candidate: ServiceEvent): boolean =>
          candidate.version === description.version &&
          (rule.cause.kind === 'delivery' ? candidate.kind === 'delivery' : candidate.name === event);
        return {
          id: `${description.version}/event/${event}/${change}`,
          family: `event: ${change.replace(/-(?:without|altered)-.*$/, '')}`,
          summary: `${event} ${summary}`,
          version: description.version,
          fault: () => fault(isOwn),
          killedBy: (testCase) => awaits(testCase, description.version, event),
        };
      }),
    ),
  );
}

type IsOwn = (event: ServiceEvent) => boolean;
type Change = [change: string, summary: string, fault: (isOwn: IsOwn) => Fault];

function changesOf(description: Description, event: string, rule: EventRule): Change[] {
  const other = Object.keys(description.events).find(
    (name) => name !== event && !description.events[name]?.unnamed,
  );
  return [
    ['missing', 'is not sent', (isOwn) => notifying((event) => (isOwn(event) ? [] : [event]))],
    [
      'other-name',
      `is sent under the name ${other}`,
      (isOwn) => notifying((event) => [isOwn(event) && other ? { ...event, name: other } : event]),
    ],
    ...(rule.unnamed
      ? []
      : [
          [
            'lower-case',
            'is sent under its name in lower case',
            (isOwn) =>
              notifying((event) => [isOwn(event) ? { ...event, name: event.name.toLowerCase() } : event]),
          ] satisfies Change,
        ]),
    [
      'other-user',
      'names another user',
      (isOwn) =>
        notifying((event) => [
          isOwn(event) ? { ...event, user: { ...event.user, id: `${event.user.id}-other` } } : event,
        ]),
    ],
    ['former-address', 'goes to the previous address', atFormerAddress(false)],
    ['former-address-too', 'also goes to the previous address', atFormerAddress(true)],
    [
      'by-get',
      'is sent by GET',
      (isOwn) => posting(isOwn, (request) => ({ ...request, method: 'GET', body: '' })),
    ],
    ['by-put', 'is sent by PUT', (isOwn) => posting(isOwn, (request) => ({ ...request, method: 'PUT' }))],
    [
      'as-form',
      'is sent as a form',
      (isOwn) =>
        posting(isOwn, (request, { name, user }) => ({
          ...request,
          headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ event: name, user: user.id }).toString(),
        })),
    ],
    [
      'cut',
      'is cut off',
      (isOwn) => posting(isOwn, (request) => ({ ...request, body: request.body.slice(0, -2) })),
    ],
    ...(rule.carries ?? []).flatMap((parameter): Change[] => [
      [
        `without-${parameter}`,
        `lacks ${parameter}`,
        (isOwn) =>
          notifying((event) => [
            isOwn(event) ? { ...event, data: { ...event.data, [parameter]: undefined } } : event,
          ]),
      ],
      [
        `altered-${parameter}`,
        `carries ${parameter} in upper case`,
        (isOwn) =>
          notifying((event) => [
            isOwn(event)
              ? {
                  ...event,
                  data: { ...event.data, [parameter]: String(event.data[parameter]).toUpperCase() },
                }
              : event,
          ]),
      ],
    ]),
  ];
}

function notifying(change: (event: ServiceEvent) => ServiceEvent[]): Fault {
  return { summary: '', hook: ({ notify }) => ({ notify: (due) => notify(due).flatMap(change) }) };
}

function posting(isOwn: IsOwn, change: (request: EventRequest, event: ServiceEvent) => EventRequest): Fault {
  return {
    summary: '',
    hook: ({ post }) => ({
      post: (request, event) => (isOwn(event) ? change(post(request, event), event) : post(request, event)),
    }),
  };
}

/** The last address is learned from the events that go there; `too`: a copy goes to the one before. */
function atFormerAddress(too: boolean): (isOwn: IsOwn) => Fault {
  return (isOwn) => {
    /** By the address that replaced it: each contact point has its own. */
    const formers = new Map<string, string>();
    const copies = new WeakSet<ServiceEvent>();
    return {
      summary: '',
      hook: ({ notify, post, address }) => ({
        notify: (due) =>
          notify(due).flatMap((event) => {
            if (!isOwn(event) || !too) return [event];
            const copy = { ...event };
            copies.add(copy);
            return [event, copy];
          }),
        address(previous, next) {
          if (previous !== null && next !== null && next !== previous) formers.set(next, previous);
          return address(previous, next);
        },
        post: (request, event) => {
          const good = post(request, event);
          const astray = too ? copies.has(event) : isOwn(event);
          return astray ? { ...good, url: formers.get(good.url) ?? good.url } : good;
        },
      }),
    };
  };
}

function awaits({ version, steps }: Case, own: string, event: string): boolean {
  return (
    version === own &&
    steps.some(
      (step): step is ExpectEventStep => step.do === 'expect-event' && !step.setup && step.event === event,
    )
  );
}
