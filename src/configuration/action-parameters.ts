import { quoted } from '../terminal-text.js';
import { closest } from '../yaml/closest.js';
import type { Sources } from './sources.js';
import type { Known } from './target.js';
import type { HttpAction } from './types.js';

/** Parameters of every action. */
const ALWAYS = ['version', 'key'];

/** Notes each action that no case asks for, and each placeholder of an action that is not a parameter of it, where it stands. */
export function noteUnknownActions(
  sources: Sources,
  known: Known,
  actions: Readonly<Record<string, HttpAction>>,
): void {
  const parameters = parametersOfActions(known);
  for (const [name, action] of Object.entries(actions)) {
    const meant = parameters.has(name) ? name : closest(name, [...parameters.keys()]);
    if (meant !== name)
      sources.note(
        sources.place(['operator', 'http', 'actions', name]),
        `${quoted(name)} is not an action; expected ${meant ?? `one of ${[...parameters.keys()].join(', ')}`}`,
      );
    const own = [
      ...ALWAYS,
      ...(parameters.get(meant ?? '') ?? new Set([...parameters.values()].flatMap((all) => [...all]))),
    ];
    noteUnknownParameters(sources, name, action, own);
  }
}

function noteUnknownParameters(
  sources: Sources,
  name: string,
  action: HttpAction,
  parameters: readonly string[],
): void {
  for (const part of ['path', 'headers', 'body'] as const)
    for (const given of new Set(placeholders(action[part])))
      if (!parameters.includes(given)) {
        const near = closest(given, parameters);
        const all = parameters.map((parameter) => `{${parameter}}`).join(' ');
        sources.note(
          sources.place(['operator', 'http', 'actions', name, part]),
          `{${given}} is not a parameter of ${quoted(name)}; expected ${near ? `{${near}}` : `one of ${all}`}`,
        );
      }
}

/** Names of each action's own parameters, by the action's name: what the descriptions cause events by, and what is fixed. */
function parametersOfActions(known: Known): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (action: string, names: readonly string[]): void =>
    void found.set(action, new Set([...(found.get(action) ?? []), ...names]));
  for (const { employee, events } of known) {
    const { user, destination } = employee;
    for (const { cause } of Object.values(events))
      if (cause.kind === 'operator') add(cause.action, [user, destination, ...Object.keys(cause.parameters)]);
    add('inbox', [user, destination]);
    add('set_presence', [destination, 'online']);
    add('advance_clock', ['seconds']);
    add('clear_webhook', []);
  }
  return found;
}

/** A name in braces, in a template of the configuration. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** Names of all placeholders in a template. */
export function placeholders(template: unknown): string[] {
  return [...JSON.stringify(template ?? null).matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? []);
}
