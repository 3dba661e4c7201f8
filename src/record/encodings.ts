/** The spellings in which a text may come back: as it is, and as URLs, JSON, HTML, mail, logs and binary data write it. */
export function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const units = (write: (unit: string) => string): string => [...secret].map(write).join('');
  const octets = (write: (hex: string) => string): string =>
    [...bytes].map((byte) => write(byte.toString(16).padStart(2, '0'))).join('');
  const code = (unit: string): number => unit.codePointAt(0) ?? 0;
  const hex4 = (unit: string): string => code(unit).toString(16).padStart(4, '0');
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(secret);
  const base64 = [0, 1, 2].flatMap((offset) => [
    base64Core(bytes, offset, 'base64'),
    base64Core(bytes, offset, 'base64url'),
  ]);
  return [
    secret,
    url,
    strictUrl(secret),
    encodeURIComponent(url),
    octets((hex) => `%${hex}`),
    octets((hex) => `%25${hex}`),
    units((unit) => `\\u${hex4(unit)}`),
    units((unit) => `\\\\u${hex4(unit)}`),
    octets((hex) => `\\x${hex}`),
    octets((hex) => `=${hex}`),
    units((unit) => `&#${code(unit)};`),
    units((unit) => `&#x${code(unit).toString(16)};`),
    json,
    json.replaceAll('/', '\\/'),
    JSON.stringify(json).slice(1, -1),
    escapeHtml(secret),
    // Bytes that are no UTF-8 are looked at as Latin-1; ASCII in UTF-16 has NULs between.
    bytes.toString('latin1'),
    units((unit) => `${unit}\0`).slice(0, -1),
    octets((hex) => hex),
    ...base64,
    ...base64.map(encodeURIComponent),
  ];
}

/** The part of the base64 text that depends on the secret alone, when it stands `offset` bytes into the data. */
function base64Core(bytes: Buffer, offset: number, encoding: 'base64' | 'base64url'): string {
  const padded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString(encoding)
    .replace(/=+$/, '');
  const first = offset === 0 ? 0 : offset + 1;
  const last = Math.floor(((offset + bytes.length) * 8) / 6);
  return padded.slice(first, last);
}

/** Every character but letters and digits is encoded. */
function strictUrl(text: string): string {
  const written = encodeURIComponent(text);
  return written.replace(/[!'()*\-._~]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}

function escapeHtml(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[one] ?? one,
  );
}
