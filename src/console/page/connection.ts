import { handlers, update } from './store.js';

let authorization = '';

/** Listens to the server for as long as the page is open, and reconnects when the connection is lost. */
export async function connect(token: string): Promise<void> {
  authorization = `Bearer ${token}`;
  for (let failures = 0; ; failures += 1) {
    try {
      const answer = await fetch('/api/stream', { headers: { authorization } });
      if (answer.status === 401) return update({ connection: 'refused' });
      if (answer.ok && answer.body) {
        failures = 0;
        await listen(answer.body);
      }
    } catch {
      // The server is gone; the next attempt shows whether it is back.
    }
    update({ connection: 'lost' });
    await new Promise((resolve) => setTimeout(resolve, Math.min(3_000, 250 * 2 ** failures)));
  }
}

/**
 * Asks the server for something.
 * @throws Error with words for people
 */
export async function ask<T>(act: string, body: unknown = {}): Promise<T> {
  const answer = await fetch(`/api/${act}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error('The sandbox does not answer.');
  });
  const { result, error } = (await answer.json()) as { result: T; error?: string };
  if (!answer.ok) throw new Error(error ?? 'That could not be done.');
  return result;
}

/** Server-sent events, read by hand: what the browser has for them cannot carry a token but in the address. */
async function listen(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader();
  let left = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (left + value).split('\n\n');
    left = events.pop() ?? '';
    for (const event of events) heard(event);
  }
}

function heard(event: string): void {
  const name = /^event: (.*)$/m.exec(event)?.[1] ?? '';
  const data = /^data: (.*)$/m.exec(event)?.[1];
  if (data !== undefined && Object.hasOwn(handlers, name)) handlers[name]?.(JSON.parse(data) as never);
}
