import { duration } from '../../duration.js';
import type { ExchangeRecord } from '../../record/types.js';
import { curl } from './curl.js';
import { bodyText, outcomeText, requestText, responseText, shortUrl } from './http-text.js';
import { At, type Place } from './marks.js';
import type { Model } from './model.js';
import { prettyJson } from './pretty-json.js';

interface ExchangeProps extends Place {
  model: Model;
  exchange: ExchangeRecord;
  whole: boolean;
  open: boolean;
}

/** One request and its response: whole for a violation, brief elsewhere. */
export function Exchange({ model, exchange, whole, open, ...at }: ExchangeProps) {
  return (
    <details class="exchange" id={`x-${exchange.id}`} open={open}>
      <summary>
        <At {...at} />
        <Line model={model} exchange={exchange} />
      </summary>
      {whole ? (
        <Whole exchange={exchange} most={model.budget.fullBody} />
      ) : (
        <Brief model={model} exchange={exchange} />
      )}
    </details>
  );
}

/** An exchange that is shown under another case. */
export function ExchangeLink({ model, exchange }: { model: Model; exchange: ExchangeRecord }) {
  return (
    <a href={`#x-${exchange.id}`}>
      <Line model={model} exchange={exchange} />
    </a>
  );
}

function Line({
  model,
  exchange: { request, response, failure, durationMs },
}: {
  model: Model;
  exchange: ExchangeRecord;
}) {
  const tone = response ? `s${Math.floor(response.status / 100)}` : 's0';
  return (
    <>
      <b>{request.method}</b> <span class="url">{shortUrl(request.url, model.record.target.baseUrl)}</span>{' '}
      <b class={`status ${tone}`}>{outcomeText({ response, failure })}</b>{' '}
      <span class="soft">{duration(durationMs)}</span>
    </>
  );
}

function Brief({ model, exchange }: { model: Model; exchange: ExchangeRecord }) {
  const { briefBody, briefHeaders } = model.budget;
  return (
    <pre class="wire">
      {requestText(exchange, briefBody, briefHeaders)}
      {'\n\n'}
      {responseText(exchange, briefBody, briefHeaders)}
    </pre>
  );
}

function Whole({ exchange, most }: { exchange: ExchangeRecord; most: number }) {
  const line = curl(exchange);
  return (
    <>
      <div class="pair">
        <Side
          title="Request"
          pretty={pretty(exchange.request.body, most)}
          raw={requestText(exchange, most)}
        />
        <Side
          title="Response"
          pretty={pretty(exchange.response?.body ?? null, most)}
          raw={responseText(exchange, most)}
        />
      </div>
      {line === null ? (
        <p class="soft">The body was not kept whole, so there is no line to repeat it.</p>
      ) : (
        <div class="repeat">
          <p class="label">Repeat, the key in $CONFORM_KEY</p>
          <pre class="wire copy">{line}</pre>
        </div>
      )}
    </>
  );
}

function Side({ title, pretty: body, raw }: { title: string; pretty: string | null; raw: string }) {
  return (
    <div>
      <p class="label">{title}</p>
      {body === null ? (
        <pre class="wire copy">{raw}</pre>
      ) : (
        <>
          <pre class="wire copy">{body}</pre>
          <details class="raw">
            <summary>raw, with headers</summary>
            <pre class="wire copy">{raw}</pre>
          </details>
        </>
      )}
    </div>
  );
}

function pretty(body: ExchangeRecord['request']['body'], most: number): string | null {
  if (body?.text === undefined || body.cut || body.text.length > most) return null;
  return prettyJson(bodyText(body, most) ?? '');
}
