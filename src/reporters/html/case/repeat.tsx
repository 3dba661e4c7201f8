import type { BodyRecord, CaseRecord, ExchangeRecord } from '../../../record/types.js';
import { caseCommand } from '../../repeat-command.js';
import type { Model } from '../model.js';
import { issueText, scenarioScript } from './repeat-texts.js';

/** Three ways to reproduce it: with conform, by hand, and as an issue for others; and its messages as a HAR file. */
export function Repeat({ model, testCase }: { model: Model; testCase: CaseRecord }) {
  const command = caseCommand(model.record, testCase);
  const script = scenarioScript(model, testCase);
  const har = `data:application/json;charset=utf-8,${encodeURIComponent(harOf(model, testCase))}`;
  return (
    <div class="repeat">
      <p class="label">Repeat it</p>
      {command !== null && <pre class="wire copy">{command}</pre>}
      {script !== null && (
        <details class="raw">
          <summary>the whole scenario with curl, with a fresh user</summary>
          <pre class="wire copy">{script}</pre>
        </details>
      )}
      <details class="raw">
        <summary>as an issue, in Markdown</summary>
        <pre class="wire copy">{issueText(model, testCase)}</pre>
      </details>
      {har.length < MOST_HAR && (
        <p>
          <a class="har" href={har} download={`${testCase.id.replaceAll('/', '_')}.har`}>
            HAR file of its exchanges
          </a>
        </p>
      )}
    </div>
  );
}

/** Longer ones stay out of the page. */
const MOST_HAR = 60_000;

/** The exchanges of a case in the HTTP Archive format; keys are masked. */
export function harOf(model: Model, testCase: CaseRecord): string {
  const { tool, startedAt } = model.record;
  const start = Date.parse(startedAt);
  return JSON.stringify({
    log: {
      version: '1.1',
      creator: { name: tool.name, version: tool.version },
      _case: testCase.id,
      entries: model.exchangesOf(testCase).map((exchange) => entry(exchange, start)),
    },
  });
}

function entry({ request, response, startedMs, durationMs, failure }: ExchangeRecord, start: number): object {
  return {
    startedDateTime: new Date(start + startedMs).toISOString(),
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(request.headers),
      queryString: queryOf(request.url),
      ...(request.body && { postData: { mimeType: typeOf(request.headers), text: textOf(request.body) } }),
      headersSize: -1,
      bodySize: request.body?.bytes ?? 0,
    },
    response: {
      status: response?.status ?? 0,
      statusText: response?.reason ?? failure?.text ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: named(response?.headers ?? []),
      content: {
        size: response?.body?.bytes ?? 0,
        mimeType: typeOf(response?.headers ?? []),
        ...(response?.body && { text: textOf(response.body) }),
        ...(response?.body?.base64 !== undefined && { encoding: 'base64' }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: response?.body?.bytes ?? 0,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
  };
}

function named(headers: readonly [string, string][]): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }));
}

function queryOf(url: string): { name: string; value: string }[] {
  return URL.canParse(url) ? named([...new URL(url).searchParams]) : [];
}

function typeOf(headers: readonly [string, string][]): string {
  return headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
}

function textOf({ text, base64 }: BodyRecord): string {
  return text ?? base64 ?? '';
}
