/** A key that every way of escaping changes, to be looked for in all that a run leaves behind. */
export const CANARY = 'cAn4ry/+k"&<\'>%~Zé-8wQx7LmN2pVt5';

/** Ways to write a text, each made here and not by what is tested. */
export const SPELLINGS: Record<string, (text: string) => string> = {
  plain: (text) => text,
  'in a query': (text) => new URLSearchParams({ k: text }).toString().slice(2).replaceAll('+', '%20'),
  'in a path': (text) => encodeURIComponent(text),
  'percent, every byte': (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'),
  'twice in a path': (text) => encodeURIComponent(encodeURIComponent(text)),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 after a byte': (text) => Buffer.from(`:${text}`).toString('base64'),
  'base64 after two bytes': (text) => Buffer.from(`u:${text}`).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  hex: (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'in JSON': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON, every character': (text) =>
    text.replace(/./gsu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
  'in HTML': (text) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'in HTML, decimal': (text) => text.replace(/./gsu, (character) => `&#${character.charCodeAt(0)};`),
  'in HTML, hexadecimal': (text) =>
    text.replace(/./gsu, (character) => `&#x${character.charCodeAt(0).toString(16)};`),
};

/** Which spellings of the canary, or of its first eight characters, a text holds. */
export function tracesIn(text: string): string[] {
  const head = CANARY.slice(0, 8);
  const lower = text.toLowerCase();
  return Object.entries(SPELLINGS)
    .filter(([name, write]) => {
      const whole = write(CANARY).replace(/=+$/, '');
      // Base64 of a piece ends in what belongs to the next one.
      const piece = name.startsWith('base64') ? write(head).slice(0, 10) : write(head);
      return [whole, piece].some((part) => lower.includes(part.toLowerCase()));
    })
    .map(([name]) => name);
}
