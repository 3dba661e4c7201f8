import { cutText } from '../cut-text.js';
import { oneLine } from '../reporters/text/inert.js';

/** What somebody else wrote, on one line of a terminal and no longer than so many characters. */
export function inline(text: string, most: number): string {
  return cutText(oneLine(text), most);
}
