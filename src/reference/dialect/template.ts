import type { Template } from './dialect.js';

/** Fills `{name}` placeholders in keys and strings; a string of one placeholder alone takes the value as it is. */
export function fillTemplate(template: Template, values: Record<string, unknown>): unknown {
  if (typeof template === 'string') return fillString(template, values);
  if (Array.isArray(template)) return template.map((element) => fillTemplate(element, values));
  if (template === null || typeof template !== 'object') return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [fillText(key, values), fillTemplate(value, values)]),
  );
}

/** Fills placeholders in a text. An unknown one stays. */
export function fillText(text: string, values: Record<string, unknown>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

function fillString(text: string, values: Record<string, unknown>): unknown {
  const alone = /^\{(\w+)\}$/.exec(text)?.[1];
  return alone !== undefined && Object.hasOwn(values, alone) ? values[alone] : fillText(text, values);
}
