/**
 * A text by which deliveries are recognized before anybody has read them: services may spell it in JSON escapes, as a whole
 * or in part, and identifiers in capitals.
 */
export class Mark {
  readonly #plain: readonly string[];
  readonly #escaped: RegExp;

  constructor(text: string) {
    this.#plain = [...new Set([text, text.toUpperCase()])];
    this.#escaped = new RegExp(Array.from(text, inAnySpelling).join(''), 'u');
  }

  isIn(bytes: Uint8Array): boolean {
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (this.#plain.some((text) => body.includes(text))) return true;
    return body.includes('\\u') && this.#escaped.test(body.toString());
  }
}

/** A pattern for a character, of either case, as it is or in a JSON escape. */
function inAnySpelling(character: string): string {
  const cases = [...new Set([character, character.toUpperCase()])];
  return `(?:${cases.flatMap((each) => [literal(each), escaped(each)]).join('|')})`;
}

/** Hexadecimal digits of an escape may be of either case. */
function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\\\u${[...hex(unit)].map(digit).join('')}`).join('');
}

function hex(unit: number): string {
  return unit.toString(16).padStart(4, '0');
}

function digit(each: string): string {
  return /[a-f]/.test(each) ? `[${each}${each.toUpperCase()}]` : each;
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
