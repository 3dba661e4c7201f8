import { count } from '../../../phrases.js';
import type {
  ActionRecord,
  CaseRecord,
  EventRecord,
  ExchangeRecord,
  Judged,
  ReadingRecord,
} from '../../../record/types.js';
import { At, type Place } from '../marks.js';
import type { Model } from '../model.js';
import { prettyJson } from '../pretty-json.js';
import { visible } from './compared.js';
import { actionWords, beginOf, courseOf, isJudged } from './course.js';
import { bodyText, cut } from './evidence-text.js';
import { Exchange, ExchangeLink, Payload } from './exchange.js';

/**
 * Everything that happened in a case, in time: requests, webhooks, employees' actions and what they saw; what decides is
 * open.
 */
export function Course({ model, testCase }: { model: Model; testCase: CaseRecord }) {
  const all = courseOf(model, testCase).filter(
    (item) => item.kind !== 'exchange' || model.homeOf(item.exchange) === model.anchor(testCase.id),
  );
  const decisive = all.findIndex((item) => isJudged(item, testCase));
  const from = Math.max(
    0,
    Math.min(all.length - model.budget.fullItems, decisive < 0 ? all.length : decisive),
  );
  const items = all.slice(from, from + model.budget.fullItems);
  const begin = beginOf(testCase, all);
  const users = new Set(items.flatMap(({ user }) => user ?? []));
  const left = all.length - items.length;
  return (
    <>
      {items.length > 0 && (
        <ol class="course">
          {items.map((item) => {
            const at = {
              atMs: items.length > 1 ? item.atMs - begin : null,
              user: users.size > 1 ? item.user : null,
            };
            const judged = isJudged(item, testCase) && testCase.judged ? testCase.judged : null;
            return (
              <li>
                {item.kind === 'exchange' && (
                  <Exchange model={model} exchange={item.exchange} judged={judged} {...at} />
                )}
                {item.kind === 'event' && (
                  <Webhook model={model} event={item.event} judged={judged} {...at} />
                )}
                {item.kind === 'action' && <Action action={item.action} {...at} />}
                {item.kind === 'reading' && <Inbox reading={item.reading} judged={judged} {...at} />}
              </li>
            );
          })}
        </ol>
      )}
      <OtherExchanges model={model} testCase={testCase} left={left} />
    </>
  );
}

/** A case that judges the whole run lists exchanges of others: the first ones are linked, the rest counted. */
function OtherExchanges({ model, testCase, left }: { model: Model; testCase: CaseRecord; left: number }) {
  const others = model
    .exchangesOf(testCase)
    .filter((exchange: ExchangeRecord) => model.homeOf(exchange) !== model.anchor(testCase.id));
  const linked = others.slice(0, MOST_LINKED);
  const more = [
    ...counted(
      others.length - linked.length,
      'more exchange of other cases',
      'more exchanges of other cases',
    ),
    ...counted(left, 'more message, in results.json', 'more messages, in results.json'),
  ];
  if (linked.length + more.length === 0) return null;
  return (
    <ul class="other-exchanges">
      {linked.map((exchange) => (
        <li>
          <ExchangeLink model={model} exchange={exchange} />
        </li>
      ))}
      {more.map((text) => (
        <li class="soft">{text}</li>
      ))}
    </ul>
  );
}

function counted(number: number, single: string, many: string): string[] {
  return number > 0 ? [`and ${count(number, single, many)}`] : [];
}

const MOST_LINKED = 8;

function Webhook({
  model,
  event,
  judged,
  ...at
}: { model: Model; event: EventRecord; judged: Judged | null } & Place) {
  const head = (
    <>
      <At {...at} />
      <b class={judged ? 'wrong' : 'came'}>{event.name ?? 'no event name'}</b>{' '}
      <span class="soft">{`webhook at ${event.address}${event.note ? `, ${event.note}` : ''}`}</span>
    </>
  );
  const body = bodyText(event.body, model.budget.fullBody);
  if (body === null) return <p class="line">{head}</p>;
  const pretty = prettyJson(body);
  return (
    <details class={judged ? 'event decides' : 'event'} open={judged !== null}>
      <summary>{head}</summary>
      {pretty === null ? (
        <pre class="wire copy">{body}</pre>
      ) : (
        <Payload pretty={pretty} pointer={judged?.pointer} />
      )}
    </details>
  );
}

function Action({ action, ...at }: { action: ActionRecord } & Place) {
  const { ok, text } = action;
  return (
    <p class="line">
      <At {...at} />
      <b>{actionWords(action)}</b>{' '}
      {ok ? (
        <span class="soft">by the employee's side</span>
      ) : (
        <span class="wrong">{`not done by the employee's side: ${text}`}</span>
      )}
    </p>
  );
}

/** What employees of a destination saw of the user. */
function Inbox({
  reading: { destination, items, times },
  judged,
  ...at
}: { reading: ReadingRecord; judged: Judged | null } & Place) {
  const at2 = judged?.pointer?.split('/').slice(1) ?? [];
  // The last ones, or those from the judged one on.
  const from = Math.max(0, Math.min(items.length - MOST_ITEMS, Number(at2[0] ?? items.length)));
  const left = items.length - Math.min(MOST_ITEMS, items.length);
  const head = (
    <>
      <At {...at} />
      <b class={judged ? 'wrong' : undefined}>{`inbox of ${destination}`}</b>{' '}
      <span class="soft">
        {`${items.length === 0 ? 'empty' : count(items.length, 'item')}${times > 1 ? `, looked at ${times} times` : ''}`}
      </span>
    </>
  );
  if (items.length === 0) return <p class="line">{head}</p>;
  return (
    <details class={judged ? 'event decides' : 'event'} open={judged !== null}>
      <summary>{head}</summary>
      <ol class="inbox">
        {items.slice(from, from + MOST_ITEMS).map(({ fromUser, shown }, index) => {
          const here = at2[0] === String(from + index);
          return (
            <li class={here ? 'here' : undefined}>
              <span class="soft">{fromUser ? 'user' : 'employee'}</span>{' '}
              {Object.entries(shown).map(([name, value]) => (
                <span class={here && at2[2] === name ? 'field wrong' : 'field'}>
                  <code>{name}</code>{' '}
                  {visible(cut(typeof value === 'string' ? value : JSON.stringify(value), MOST_SHOWN))}
                </span>
              ))}
              {here && at2[2] !== undefined && !(at2[2] in shown) && (
                <span class="field wrong">{`${at2[2]} is not shown`}</span>
              )}
            </li>
          );
        })}
      </ol>
      {left > 0 && <p class="soft">{`and ${count(left, 'more item', 'more items')}, in results.json`}</p>}
    </details>
  );
}

const MOST_ITEMS = 40;
/** Characters of one value: a link or a file name is shown whole. */
const MOST_SHOWN = 1_000;
