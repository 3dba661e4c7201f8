import { mapTexts } from './alterations.js';

/** The fields with every link among them changed. */
export function mapLinks(
  fields: Record<string, unknown>,
  change: (link: string) => string,
): Record<string, unknown> {
  return mapTexts(fields, (text) => (/^https?:/.test(text) ? change(text) : text));
}
