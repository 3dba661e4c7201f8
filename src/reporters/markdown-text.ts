import { cutText } from '../cut-text.js';
import { oneLine } from './text/inert.js';

/** Text of others as inline code: no markup, mention, link or HTML comes to life in it. Fit for table cells. */
export function code(text: string, most = 400): string {
  const kept = cutText(oneLine(text), most);
  const longest = Math.max(0, ...(kept.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const pad = kept === '' || /^`|`$|^ .* $/.test(kept) ? ' ' : '';
  return `${fence}${pad}${kept.replaceAll('|', '\\|')}${pad}${fence}`;
}

/** Text as prose on one line, its Markdown and HTML escaped. */
export function prose(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]()#+!|~$^-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/@(?=[A-Za-z0-9])/g, '@\u2060')
    .replace(/(https?|ftp):\/\//gi, '$1:\u2060//')
    .replace(/www\./gi, 'www\u2060.')
    .replace(/##\\\[|^::/g, (command) => command.split('').join('\u2060'));
}
