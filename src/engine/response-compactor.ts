import { createHash } from 'node:crypto';
import { type FieldLaw, fieldLaws } from '../cases/field-laws.js';
import type { ResponseRule } from '../cases/types.js';
import type { Description } from '../description/types.js';
import type { Exchange } from './evidence.js';
import type { Finding } from './finding.js';
import { comparedFields, judgeFieldLaw, lawKey, RESPONSE_LAWS, successOf } from './judge/laws.js';
import { readResponse } from './judge/response.js';
import { descriptionOf, type RunContext } from './run-context.js';

/** What the laws of the run need to know of a response, even when its body is gone. */
interface Notes {
  /** By the law's key; only those that concern the response. */
  findings: ReadonlyMap<string, Finding | null>;
  fields: ReadonlyMap<string, unknown>;
  statusAndCode: string | null;
}

/** Longer values are compared by their digest. */
const LONG_VALUE = 1024;

/**
 * Drops large bodies once their case has judged them, so that the responses of a run may add up to any size: what the
 * laws will ask is noted, and the beginning is kept as evidence. Each response is read once, however many laws ask.
 */
export class ResponseCompactor {
  #kept = 0;
  readonly #runContext: Pick<RunContext, 'descriptions' | 'unchecked' | 'reader'>;
  readonly #notes = new WeakMap<Exchange, Notes>();
  /** Results of laws that found nothing wrong. */
  readonly #upheld = new Map<string, ReadonlyMap<string, Finding | null>>();
  readonly #laws = new Map<string, { key: string; law: FieldLaw }[]>();

  constructor(runContext: Pick<RunContext, 'descriptions' | 'unchecked' | 'reader'>) {
    this.#runContext = runContext;
  }

  /** Notes what the laws will ask, ideally while others look at the response: reading it again would cost as much. */
  note(exchange: Exchange): void {
    this.#noted(exchange);
  }

  /** The whole body must not be read afterwards. Small ones are left as they are. */
  compact(exchange: Exchange): void {
    const { outcome } = exchange;
    if (outcome.kind !== 'response' || !outcome.release) return;
    const { release, ...response } = outcome;
    this.#noted(exchange);
    const body = Buffer.from(response.body.subarray(0, bodyLimit(this.#kept)));
    this.#kept += body.length;
    exchange.outcome = { ...response, body, size: response.body.length };
    release();
  }

  /** What the law with this key says about the response; undefined: the law does not concern it. */
  finding(key: string, exchange: Exchange): Finding | null | undefined {
    return this.#noted(exchange).findings.get(key);
  }

  /** Value of a field of a success that is compared with those of others, or its digest; undefined if there is none. */
  field(name: string, exchange: Exchange): unknown {
    return this.#noted(exchange).fields.get(name);
  }

  /** Status and code of a response; null where it cannot be read. */
  statusAndCode(exchange: Exchange): string | null {
    return this.#noted(exchange).statusAndCode;
  }

  #noted(exchange: Exchange): Notes {
    // It may be the response to another request, which is known only after it has been looked at.
    if (exchange.outcome.connection?.surplus === 'ambiguous') return NOTHING;
    const known = this.#notes.get(exchange);
    if (known) return known;
    const made = exchange.unjudged ? NOTHING : this.#note(exchange);
    this.#notes.set(exchange, made);
    return made;
  }

  #note(exchange: Exchange): Notes {
    const description = descriptionOf(this.#runContext.descriptions, exchange.version);
    const findings = new Map<string, Finding | null>();
    for (const { rule, key } of RESPONSE_KEYS)
      findings.set(key, RESPONSE_LAWS[rule](description, exchange, this.#runContext.reader));
    const success = exchange.operation === null ? null : successOf(description, exchange);
    if (success)
      for (const { key, law } of this.#lawsOf(description, exchange.operation ?? '')) {
        const finding = judgeFieldLaw(description, success, law, exchange.outcome.startedAt);
        if (finding !== undefined) findings.set(key, finding);
      }
    const fields = [...comparedFields(description, exchange)].map(
      ([name, value]) => [name, digested(value)] as const,
    );
    return {
      findings: this.#shared(findings),
      fields: fields.length > 0 ? new Map(fields) : NOTHING.fields,
      statusAndCode: this.#tell(description, exchange),
    };
  }

  /** One shared copy of results that found nothing wrong, as nearly all do: a run keeps those of tens of thousands of responses. */
  #shared(findings: ReadonlyMap<string, Finding | null>): ReadonlyMap<string, Finding | null> {
    for (const finding of findings.values()) if (finding !== null) return findings;
    const laws = [...findings.keys()].join('\n');
    const known = this.#upheld.get(laws) ?? findings;
    this.#upheld.set(laws, known);
    return known;
  }

  #lawsOf(description: Description, operation: string): readonly { key: string; law: FieldLaw }[] {
    const place = `${description.version} ${operation}`;
    const known = this.#laws.get(place);
    if (known) return known;
    const { descriptions, unchecked = [] } = this.#runContext;
    const others = [...Object.values(descriptions), ...unchecked].filter(
      (candidate) => candidate !== description,
    );
    const laws = fieldLaws(description, others, operation).map((law) => ({ key: keyOf(law), law }));
    this.#laws.set(place, laws);
    return laws;
  }

  #tell(description: Description, { outcome }: Exchange): string | null {
    const read = readResponse(description, outcome);
    if (!('response' in read)) return null;
    return `${read.response.status}, code ${this.#runContext.reader.error(read.response.body).code ?? 'unknown'}`;
  }
}

function keyOf({ check: rule, field, element }: FieldLaw): string {
  return lawKey({ rule, field, ...(element !== undefined && { element }) });
}

const NOTHING: Notes = { findings: new Map(), fields: new Map(), statusAndCode: null };

const RESPONSE_KEYS = (Object.keys(RESPONSE_LAWS) as ResponseRule[]).map((rule) => ({
  rule,
  key: lawKey({ rule }),
}));

function digested(value: unknown): unknown {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= LONG_VALUE) return value;
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

/** Bytes of a body that are kept as evidence; its true length is kept in any case. */
const LONGEST = 64 * 1024;
/** How much of each is kept once all of them together exceed the total. */
const SHORT = 1024;
const TOTAL = 1024 * 1024;

/** How much of the next body is kept, bytes. @param kept of all those before it together */
export function bodyLimit(kept: number): number {
  return kept < TOTAL ? LONGEST : SHORT;
}

/** Two exchanges that gave the same value. */
interface Repetition {
  value: unknown;
  before: Exchange;
  after: Exchange;
}

interface Repetitions {
  /** Of values within a group, oldest first. */
  within: readonly Repetition[];
  /** Of values of different groups. */
  across: readonly Repetition[];
  /** Number of groups that have any value. */
  groups: number;
}

/** Finds values that several responses of the run share. Each exchange is read once, however many ask. */
export class RepeatedValues {
  private readonly first = new Map<string, Map<unknown, Exchange>>();
  private readonly anywhere = new Map<unknown, { exchange: Exchange; group: string }>();
  private readonly within: Repetition[] = [];
  private readonly across: Repetition[] = [];
  private next = 0;

  /** `read`: the value of an exchange, undefined if it has none, and the group within which it must be unique. */
  constructor(
    private readonly exchanges: readonly Exchange[],
    private readonly read: (exchange: Exchange) => { value: unknown; group: string },
  ) {}

  /** In all exchanges so far. */
  all(): Repetitions {
    for (; this.next < this.exchanges.length; this.next += 1) this.add(this.exchanges[this.next] as Exchange);
    return { within: this.within, across: this.across, groups: this.first.size };
  }

  private add(after: Exchange): void {
    const { value, group } = this.read(after);
    // An empty one identifies nothing, which is a violation of its own.
    if (value === undefined || value === '') return;
    const own = this.first.get(group) ?? new Map<unknown, Exchange>();
    this.first.set(group, own);
    const before = own.get(value);
    if (before) this.within.push({ value, before, after });
    else own.set(value, after);
    const first = this.anywhere.get(value);
    if (!first) this.anywhere.set(value, { exchange: after, group });
    else if (first.group !== group) this.across.push({ value, before: first.exchange, after });
  }
}
