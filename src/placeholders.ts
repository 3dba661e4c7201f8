/** A name in braces, in a template of the configuration. */
export const PLACEHOLDER = /\{(\w+)\}/g;

/** Names of all placeholders in a template. */
export function placeholders(template: unknown): string[] {
  return [...JSON.stringify(template ?? null).matchAll(PLACEHOLDER)].flatMap(([, name]) => name ?? []);
}
