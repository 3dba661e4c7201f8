import { cutText } from '../cut-text.js';

/**
 * A text from outside on one line, at most `length` characters, without anything that steers a terminal or the
 * reading order: what a driver, a destination or a child process says is never printed as it came.
 */
export function plain(text: string, length: number): string {
  const line = text.toWellFormed().replace(STEERING, ' ').replace(/\s+/g, ' ').trim();
  return cutText(line, length);
}

/** Controls, line separators, and characters without a width or that turn the reading order. */
const STEERING = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
