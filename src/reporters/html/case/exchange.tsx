import { duration } from '../../../duration.js';
import type { ExchangeRecord, Judged } from '../../../record/types.js';
import { At, type Place } from '../marks.js';
import type { Model } from '../model.js';
import { markedJson, prettyJson } from '../pretty-json.js';
import { bodyText, curl, outcomeText, requestText, responseText, shortUrl } from './evidence-text.js';

interface ExchangeProps extends Place {
  model: Model;
  exchange: ExchangeRecord;
  /** What the failure of the case rests on, if it is in this exchange. */
  judged: Judged | null;
}

/** One request and its response; the one that decides is open, with its place marked. */
export function Exchange({ model, exchange, judged, ...at }: ExchangeProps) {
  const most = model.budget.fullBody;
  const line = curl(exchange);
  return (
    <details class={judged ? 'exchange decides' : 'exchange'} id={`x-${exchange.id}`} open={judged !== null}>
      <summary>
        <At {...at} />
        <Line model={model} exchange={exchange} judged={judged} />
      </summary>
      <div class="pair">
        <Side title="Request" body={exchange.request.body} raw={requestText(exchange, most)} most={most} />
        <Side
          title="Response"
          body={exchange.response?.body ?? null}
          raw={responseText(exchange, most)}
          most={most}
          judged={judged}
        />
      </div>
      {line === null ? (
        <p class="soft">The body was not kept whole, so there is no line to repeat it.</p>
      ) : (
        <details class="raw">
          <summary>as a curl line, the key in $CONFORM_KEY</summary>
          <pre class="wire copy">{line}</pre>
        </details>
      )}
    </details>
  );
}

/** An exchange that is shown under another case. */
export function ExchangeLink({ model, exchange }: { model: Model; exchange: ExchangeRecord }) {
  const line = <Line model={model} exchange={exchange} judged={null} />;
  const home = model.homeOf(exchange);
  if (home === undefined) return line;
  return <a href={`#${home}`}>{line}</a>;
}

function Line({
  model,
  exchange: { request, response, failure, durationMs },
  judged,
}: {
  model: Model;
  exchange: ExchangeRecord;
  judged: Judged | null;
}) {
  const tone = response ? `s${Math.floor(response.status / 100)}` : 's0';
  const wrong = judged?.part === 'status' ? ' wrong-here' : '';
  return (
    <>
      <b>{request.method}</b> <span class="url">{shortUrl(request.url, model.record.target.baseUrl)}</span>{' '}
      <b class={`status ${tone}${wrong}`}>{outcomeText({ response, failure })}</b>{' '}
      <span class="soft">{duration(durationMs)}</span>
    </>
  );
}

function Side({
  title,
  body,
  raw,
  most,
  judged = null,
}: {
  title: string;
  body: ExchangeRecord['request']['body'];
  raw: string;
  most: number;
  judged?: Judged | null;
}) {
  const pretty = prettyOf(body, most);
  const isInHead = judged?.part === 'header' || judged?.part === 'answer';
  if (pretty === null || isInHead)
    return (
      <div>
        <p class="label">{title}</p>
        <pre class={judged && judged.part !== 'status' ? 'wire copy marked-whole' : 'wire copy'}>{raw}</pre>
      </div>
    );
  return (
    <div>
      <p class="label">{title}</p>
      <Payload pretty={pretty} pointer={judged?.part === 'body' ? judged.pointer : undefined} />
      <details class="raw">
        <summary>raw, with headers</summary>
        <pre class="wire copy">{raw}</pre>
      </details>
    </div>
  );
}

/** Indented JSON, with the place of a pointer marked. */
export function Payload({ pretty, pointer }: { pretty: string; pointer: string | undefined }) {
  if (pointer === undefined || pointer === '') return <pre class="wire copy">{pretty}</pre>;
  const lines = markedJson(pretty, pointer);
  return (
    <pre class="wire copy">
      {lines.map(({ text, marked, ghost }, at) => {
        const end = at + 1 < lines.length ? '\n' : '';
        if (ghost) return <ins>{`${text}${end}`}</ins>;
        return marked ? <mark>{`${text}${end}`}</mark> : `${text}${end}`;
      })}
    </pre>
  );
}

function prettyOf(body: ExchangeRecord['request']['body'], most: number): string | null {
  if (body?.text === undefined || body.cut || body.text.length > most) return null;
  return prettyJson(bodyText(body, most) ?? '');
}
