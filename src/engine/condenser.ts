import { createHash } from 'node:crypto';
import type { Description } from '../description/types.js';
import type { Finding } from './finding.js';
import { readAnswer } from './judge/answer.js';
import { ANSWER_LAWS, type AnsweredExchange, type AnswerRule, answerFields } from './judge/laws.js';
import type { Exchange, Reader } from './world.js';

/** What the laws of the run need of an answer whose body is gone. */
interface Notes {
  findings: Map<AnswerRule, Finding | null>;
  fields: Map<string, unknown>;
  told: string | null;
}

/** Kept of a large body, for the record. */
const LONGEST = 64 * 1024;
/** Kept of each once all beginnings together are longer than the total. */
const SHORT = 1024;
const TOTAL = 1024 * 1024;
/** Longer values are told apart by their digest. */
const LONG_VALUE = 1024;

/**
 * Lets go of large bodies that their case has judged, so that the answers of a run may be of any size together: what
 * the laws will ask is noted, the beginning is kept as evidence.
 */
export class Condenser {
  #kept = 0;
  readonly #notes = new WeakMap<Exchange, Notes>();

  /** Nobody may look at the whole body afterwards. Small ones stay as they are. */
  condense(exchange: Exchange, description: Description, reader: Reader): void {
    const { outcome } = exchange;
    if (outcome.kind !== 'answer' || !outcome.release) return;
    const { release, ...answer } = outcome;
    if (!exchange.unjudged) this.#notes.set(exchange, note(description, { ...exchange, outcome }, reader));
    const body = Buffer.from(answer.body.subarray(0, this.#kept < TOTAL ? LONGEST : SHORT));
    this.#kept += body.length;
    exchange.outcome = { ...answer, body, size: answer.body.length };
    release();
  }

  /** By which law the answer is broken, also when its body is gone. */
  finding(
    rule: AnswerRule,
    exchange: AnsweredExchange,
    description: Description,
    reader: Reader,
  ): Finding | null {
    const notes = this.#notes.get(exchange);
    return notes ? (notes.findings.get(rule) ?? null) : ANSWER_LAWS[rule](description, exchange, reader);
  }

  /** Value of a listed field of the answer, or its digest; undefined where there is none. */
  field(name: string, exchange: AnsweredExchange, description: Description): unknown {
    return (this.#notes.get(exchange)?.fields ?? answerFields(description, exchange)).get(name);
  }

  /** Status and code of an answer; null where it cannot be read. */
  told(exchange: Exchange, description: Description, reader: Reader): string | null {
    const notes = this.#notes.get(exchange);
    return notes ? notes.told : told(description, exchange, reader);
  }
}

function told(description: Description, { outcome }: Exchange, reader: Reader): string | null {
  const read = readAnswer(description, outcome);
  if (!('answer' in read)) return null;
  return `${read.answer.status}, code ${reader.error(read.answer.body).code ?? 'unknown'}`;
}

function note(description: Description, exchange: AnsweredExchange, reader: Reader): Notes {
  const rules = Object.keys(ANSWER_LAWS) as AnswerRule[];
  const fields = [...answerFields(description, exchange)].map(
    ([name, value]) => [name, digested(value)] as const,
  );
  return {
    findings: new Map(rules.map((rule) => [rule, ANSWER_LAWS[rule](description, exchange, reader)])),
    fields: new Map(fields),
    told: told(description, exchange, reader),
  };
}

function digested(value: unknown): unknown {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.length <= LONG_VALUE) return value;
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
