/** The reason why a text is no webhook address, that is no absolute http(s) URL; null when it is one. */
export function findAddressFault(text: string): string | null {
  // The URL parser repairs what is not absolute, such as `http:host`, and drops blanks: ask for the plain form first.
  if (!/^https?:\/\/[^/?#\s]/i.test(text)) return 'it is not an absolute http or https address';
  if (/[\s\\]/.test(text)) return 'it holds a character that an address cannot have';
  return URL.canParse(text) ? null : 'it cannot be read';
}
