import { cutText } from '../cut-text.js';
import { STEERING } from '../steering-characters.js';

/**
 * A text from outside on one line, at most `length` characters, without anything that steers a terminal or the
 * reading order: what a driver, a destination or a child process says is never printed as it came.
 */
export function plain(text: string, length: number): string {
  const line = text.toWellFormed().replace(STEERING, ' ').replace(/\s+/g, ' ').trim();
  return cutText(line, length);
}
