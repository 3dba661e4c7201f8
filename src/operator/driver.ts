import { PLACEHOLDER } from '../configuration/operator.js';
import type { Operator } from '../engine/ports.js';
import { cannotDo } from '../phrases.js';
import type { PlainReasonCode } from '../reasons.js';

/** One answer of a driver: a faulty service may show a long message in place of each of a hundred others. */
export const MOST_ANSWER_BYTES = 32 * 1024 * 1024;

/** An operator that may itself know why it cannot do an action here. */
export interface Driver extends Operator {
  /** Reason code and sentence; null: nothing to add to what `supports` says. */
  whyNot?(action: string): { code: PlainReasonCode; text: string } | null;
}

/** The answer to an action that a driver lacks; `why` is a clause. */
export function lacking(action: string, why: string): { code: PlainReasonCode; text: string } {
  return { code: 'operator-lacks', text: cannotDo(action, why) };
}

export type Parameters = Readonly<Record<string, unknown>>;

/** A template asks for a parameter that its action does not have. */
export class UnknownPlaceholder extends Error {}

/**
 * Fills `{name}` in every string of a template, keys included. A string that is just one placeholder takes the
 * parameter with its JSON type; inside a longer string it becomes text. Throws UnknownPlaceholder.
 */
export function fill(template: unknown, parameters: Parameters): unknown {
  if (typeof template === 'string') {
    const placeholder = /^\{(\w+)\}$/.exec(template)?.[1];
    return placeholder === undefined ? fillText(template, parameters) : parameter(placeholder, parameters);
  }
  if (Array.isArray(template)) return template.map((item) => fill(item, parameters));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, member]) => [fillText(key, parameters), fill(member, parameters)]),
  );
}

/** Fills `{name}` in a text; `encode` gets each value. Throws UnknownPlaceholder. */
export function fillText(
  text: string,
  parameters: Parameters,
  encode = (value: string): string => value,
): string {
  return text.replace(PLACEHOLDER, (_, name: string) => encode(asText(parameter(name, parameters))));
}

function parameter(name: string, parameters: Parameters): unknown {
  if (Object.hasOwn(parameters, name)) return parameters[name];
  const known = Object.keys(parameters)
    .map((parameter) => `{${parameter}}`)
    .join(' ');
  throw new UnknownPlaceholder(`{${name}} is not a parameter of it; there are ${known}`);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** An operator that does some things in its own way, and leaves all others to the one that it stands for. */
export function decorated(
  inner: Operator,
  own: Partial<Pick<Operator, 'perform' | 'inbox' | 'learn'>>,
): Operator {
  return {
    name: inner.name,
    // What an inbox shows may be known only later.
    get shows() {
      return inner.shows;
    },
    ...(inner.longestActionMs !== undefined && { longestActionMs: inner.longestActionMs }),
    supports: (action) => inner.supports(action),
    perform: (action, parameters, caseId) => inner.perform(action, parameters, caseId),
    inbox: (parameters) => inner.inbox(parameters),
    learn: async () => inner.learn?.(),
    plan: (actions) => inner.plan?.(actions),
    close: () => inner.close(),
    ...own,
  };
}
