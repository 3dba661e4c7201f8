import { createHash } from 'node:crypto';
import { inert } from '../../terminal-text.js';
import { BASE, MARKS, PRINT } from './styles/base.js';
import { EVIDENCE, LISTS, PICTURES, RUNS, TABLES } from './styles/report.js';

export interface PageParts {
  title: string;
  tone: keyof typeof ICONS;
  /** Escaped markup. */
  body: string;
  /** Empty: none. */
  script: string;
  /**
   * The start of an element before which the script is placed, so that it need not wait for what follows; default: at the
   * end.
   */
  before?: string;
}

/** A page of its own: style and script inside, allowed by their hashes and nothing else. */
export function page({ title, tone, body, script, before }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src ${hash(STYLES)}`,
    `script-src ${script === '' ? "'none'" : hash(script)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${escaped(title)}</title>`,
    `<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon(ICONS[tone]))}">`,
    `<style>${STYLES}</style>`,
  ];
  const element = script === '' ? '' : `<script>${script}</script>\n`;
  const at = before === undefined ? -1 : body.indexOf(before);
  const main = at < 0 ? `${body}\n${element}` : `${body.slice(0, at)}${element}${body.slice(at)}\n`;
  return inert(
    `<!DOCTYPE html>\n<html lang="en">\n<head>\n${head.join('\n')}\n</head>\n<body>\n${main}</body>\n</html>\n`,
  );
}

const ICONS = { good: '#1b7346', bad: '#b3261e', open: '#b07400' };

function icon(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="${colour}"/></svg>`;
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The style sheet of every page. */
const STYLES = [BASE, MARKS, LISTS, EVIDENCE, TABLES, RUNS, PICTURES, PRINT].join('\n');
