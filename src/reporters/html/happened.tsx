import type { ActionRecord, CaseRecord, EventRecord, ExchangeRecord } from '../../record/types.js';
import { count } from '../words.js';
import { Exchange, ExchangeLink } from './exchange.js';
import { bodyText } from './http-text.js';
import { At, type Place } from './marks.js';
import type { Model } from './model.js';

/** All that happened in a case, in time: its requests, the webhooks of its users, what the employee's side did. */
export function Happened({ model, one, whole }: { model: Model; one: CaseRecord; whole: boolean }) {
  const exchanges = model.exchangesOf(one);
  const own = exchanges.filter((exchange) => model.homeOf(exchange) === one.id);
  const events = model.eventsOf(one);
  const shown = events.slice(
    Math.max(0, events.length - (whole ? model.budget.fullItems : model.budget.briefItems)),
  );
  const items = itemsOf(own, shown, model.actionsOf(one));
  const begin = items[0]?.atMs ?? 0;
  const users = new Set(items.map(({ user }) => user));
  const open = whole ? own.at(-1) : undefined;
  return (
    <>
      {items.length > 0 && (
        <ol class="happened">
          {items.map((item) => {
            const at = {
              atMs: items.length > 1 ? item.atMs - begin : null,
              user: users.size > 1 ? item.user : null,
            };
            return (
              <li>
                {item.kind === 'exchange' && (
                  <Exchange
                    model={model}
                    exchange={item.exchange}
                    whole={whole}
                    open={item.exchange === open}
                    {...at}
                  />
                )}
                {item.kind === 'event' && <Webhook model={model} event={item.event} whole={whole} {...at} />}
                {item.kind === 'action' && <Action action={item.action} {...at} />}
              </li>
            );
          })}
        </ol>
      )}
      <Elsewhere model={model} one={one} exchanges={exchanges} missing={events.length - shown.length} />
    </>
  );
}

/** A case that judges the whole run lists many exchanges of others: the first ones are linked, the rest counted. */
function Elsewhere({
  model,
  one,
  exchanges,
  missing,
}: {
  model: Model;
  one: CaseRecord;
  exchanges: ExchangeRecord[];
  missing: number;
}) {
  const others = exchanges.filter((exchange) => ![one.id, undefined].includes(model.homeOf(exchange)));
  const linked = others.slice(0, MOST_LINKED);
  const homeless = exchanges.filter((exchange) => model.homeOf(exchange) === undefined);
  const left = [
    ...counted(
      others.length - linked.length,
      'more exchange of other cases',
      'more exchanges of other cases',
    ),
    ...counted(homeless.length, 'more exchange, in results.json', 'more exchanges, in results.json'),
    ...counted(missing, 'more webhook, in results.json', 'more webhooks, in results.json'),
  ];
  if (linked.length + left.length === 0) return null;
  return (
    <ul class="elsewhere">
      {linked.map((exchange) => (
        <li>
          <ExchangeLink model={model} exchange={exchange} />
        </li>
      ))}
      {left.map((text) => (
        <li class="soft">{text}</li>
      ))}
    </ul>
  );
}

function counted(number: number, one: string, many: string): string[] {
  return number > 0 ? [`and ${count(number, one, many)}`] : [];
}

const MOST_LINKED = 8;

type Item = { atMs: number; user: string | null } & (
  | { kind: 'exchange'; exchange: ExchangeRecord }
  | { kind: 'event'; event: EventRecord }
  | { kind: 'action'; action: ActionRecord }
);

function itemsOf(exchanges: ExchangeRecord[], events: EventRecord[], actions: ActionRecord[]): Item[] {
  const items: Item[] = [
    ...exchanges.map((exchange): Item => {
      return { kind: 'exchange', atMs: exchange.startedMs, user: exchange.user, exchange };
    }),
    ...events.map((event): Item => ({ kind: 'event', atMs: event.atMs, user: event.user, event })),
    ...actions.map((action): Item => {
      return { kind: 'action', atMs: action.startedMs, user: action.user, action };
    }),
  ];
  return items.sort((a, b) => a.atMs - b.atMs);
}

function Webhook({
  model,
  event,
  whole,
  ...at
}: { model: Model; event: EventRecord; whole: boolean } & Place) {
  const { fullBody, briefBody } = model.budget;
  const head = (
    <>
      <At {...at} />
      <b class="came">{event.name ?? 'no event name'}</b>{' '}
      <span class="soft">{`webhook at ${event.address}${event.note ? `, ${event.note}` : ''}`}</span>
    </>
  );
  const body = bodyText(event.body, whole ? fullBody : briefBody);
  if (body === null) return <p class="line">{head}</p>;
  return (
    <details class="event">
      <summary>{head}</summary>
      <pre class="wire copy">{body}</pre>
    </details>
  );
}

function Action({ action: { action, ok, text }, ...at }: { action: ActionRecord } & Place) {
  return (
    <p class="line">
      <At {...at} />
      <b>{action.replaceAll('_', ' ')}</b>{' '}
      {ok ? (
        <span class="soft">by the employee’s side</span>
      ) : (
        <span class="wrong">{`not done by the employee’s side: ${text}`}</span>
      )}
    </p>
  );
}
