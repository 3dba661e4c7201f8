import { closest } from '../yaml/closest.js';
import { quoted } from '../yaml/problem.js';
import type { Sources } from './sources.js';
import type { Known } from './target.js';
import type { HttpAction } from './types.js';

/** Parameters of every action. */
const ALWAYS = ['version', 'key'];

/** Notes each placeholder of an action that is no parameter of it, where it stands. */
export function noteUnknownParameters(
  sources: Sources,
  known: Known,
  actions: Readonly<Record<string, HttpAction>>,
): void {
  for (const [name, action] of Object.entries(actions)) {
    const parameters = parametersOf(known, name);
    if (parameters === null) continue;
    for (const part of ['path', 'headers', 'body'] as const)
      for (const given of new Set(placeholders(action[part])))
        if (!parameters.includes(given)) {
          const near = closest(given, parameters);
          const all = parameters.map((parameter) => `{${parameter}}`).join(' ');
          sources.note(
            sources.place(['operator', 'http', 'actions', name, part]),
            `{${given}} is no parameter of ${quoted(name)}; expected ${near ? `{${near}}` : `one of ${all}`}`,
          );
        }
  }
}

/** Names of an action's parameters; null: the action is not known. */
function parametersOf(known: Known, action: string): string[] | null {
  const own = known.flatMap(({ employee: { user, destination }, events }) => {
    const fixed: Record<string, string[]> = {
      inbox: [user, destination],
      set_presence: [destination, 'online'],
      advance_clock: ['seconds'],
      clear_webhook: [],
    };
    const caused = Object.values(events).flatMap(({ cause }) =>
      cause.kind === 'operator' && cause.action === action
        ? [[user, destination, ...Object.keys(cause.parameters)]]
        : [],
    );
    return [...(fixed[action] ? [fixed[action]] : []), ...caused];
  });
  return own.length === 0 ? null : [...new Set([...ALWAYS, ...own.flat()])];
}

/** A name in braces, in a template of the configuration. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** Names of all placeholders in a template. */
export function placeholders(template: unknown): string[] {
  return [...JSON.stringify(template ?? null).matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? []);
}
