import { htmlParts } from '../../../src/reporters/html/render-html.js';

/** For tests: the report as one text. */
export function renderHtml(...of: Parameters<typeof htmlParts>): string {
  return Buffer.concat(htmlParts(...of)).toString();
}
