import type { ReferenceDialect, Template } from './dialect.js';

/** Fills `{name}` placeholders in keys and strings; a string that is just one placeholder becomes the value itself. */
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

/** A value with every text in it altered as the dialect alters texts in transit. */
export function carried<T>(value: T, texts: ReferenceDialect['texts']): T {
  return alter(value, texts) as T;
}

function alter(value: unknown, texts: ReferenceDialect['texts']): unknown {
  if (typeof value === 'string') return alterText(value, texts);
  if (Array.isArray(value)) return value.map((item) => alter(item, texts));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, alter(member, texts)]));
}

function alterText(text: string, { lineEnds, edges, form }: ReferenceDialect['texts']): string {
  const unified = lineEnds === 'kept' ? text : text.replace(/\r\n?/g, '\n');
  const trimmed = edges === 'kept' ? unified : unified.trim();
  return form === 'kept' ? trimmed : trimmed.normalize('NFC');
}
