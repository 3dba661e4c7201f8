import { cutText, oneLine } from '../../terminal-text.js';

/**
 * Text in which a CI runner finds no command of its own: it obeys a line that starts with `::`, and `##[` or `##vso[` anywhere
 * in one.
 */
export function withoutCommands(text: string): string {
  return text.replace(/^(\s*)::/gm, '$1: :').replace(/##(vso)?\[/gi, '## $1[');
}

/** Text for XML 1.0, safe in content and in double-quoted attributes; what XML cannot carry becomes U+FFFD. */
export function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character) => ESCAPES[character] ?? `&#${character.charCodeAt(0)};`);
}

const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Other people's text as inline code: no markup, mention, link or HTML in it takes effect. Fit for table cells. */
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
