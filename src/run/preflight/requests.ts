import { operationOf } from '../../cases/description-lookups.js';
import type { TargetConfiguration } from '../../configuration/types.js';
import type { Description } from '../../description/types.js';
import { jsonOf } from '../../dialect/places.js';
import type { OutOfCaseExchange } from '../../engine/evidence.js';
import type { Outcome, OutgoingRequest, Transport, UsedConnection } from '../../engine/ports.js';
import { usualRequest } from '../../engine/request.js';

/** Sends requests of the preflight: valid ones, outside any case. */
export class PreflightRequests {
  private readonly connections: UsedConnection[] = [];
  /** Whether any response so far was JSON: a web site will never call a webhook. */
  hasSeenJson = false;

  constructor(
    private readonly transport: Transport,
    private readonly configuration: TargetConfiguration,
    private readonly signal: AbortSignal,
  ) {}

  /** A response may belong to another request. */
  get isMixedUp(): boolean {
    return this.connections.some(({ surplus }) => surplus === 'ambiguous');
  }

  /** Waits for what is still on its way. */
  async settle(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.settle()));
  }

  /** The list of destinations: the only operation that changes nothing. */
  async list(description: Description, key: string | null): Promise<Outcome> {
    return (await this.askList(description, key)).outcome;
  }

  /** The same, with the request: evidence of what the response showed. */
  async askList(description: Description, key: string | null): Promise<OutOfCaseExchange> {
    const operation = operationOf(description, 'destinations');
    const request = this.build(description, operation, key, null);
    return { operation, request, outcome: await this.send(request) };
  }

  post(description: Description, operation: string, key: string | null, body: unknown): Promise<Outcome> {
    return this.send(this.build(description, operation, key, body));
  }

  private build(
    description: Description,
    operation: string,
    key: string | null,
    body: unknown,
  ): OutgoingRequest {
    const bytes =
      body === null ? null : body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
    return usualRequest(description, {
      baseUrl: this.configuration.target.baseUrl,
      operation,
      key,
      body: bytes,
      timeoutMs: this.configuration.run.timeoutMs,
      signal: this.signal,
    });
  }

  /** Fetches one of the catcher's addresses as anybody could. */
  get(url: string): Promise<Outcome> {
    return this.send({
      method: 'GET',
      url,
      headers: [],
      body: null,
      timeoutMs: this.configuration.run.timeoutMs,
      signal: this.signal,
    });
  }

  /** Copies the response, so that the preflight can keep it. */
  private async send(request: OutgoingRequest): Promise<Outcome> {
    const outcome = await this.transport.send(request);
    if (outcome.connection) this.connections.push(outcome.connection);
    if (outcome.kind === 'response' && !this.hasSeenJson)
      this.hasSeenJson = jsonOf(outcome.body) !== undefined;
    if (outcome.kind === 'no-response' || !outcome.release) return outcome;
    const { release, ...response } = outcome;
    // A copy need not be given back, but may be cut like others of its size.
    const own = { ...response, body: Buffer.from(response.body), release: () => undefined };
    release();
    return own;
  }
}
