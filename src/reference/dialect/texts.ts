import type { ReferenceDialect } from './dialect.js';

/** A value with what becomes of texts on their way done to every text in it. */
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
