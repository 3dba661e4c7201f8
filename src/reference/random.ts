import { createHash, randomBytes } from 'node:crypto';

/** Source of keys and identifiers; a seed makes the sequence reproducible. */
export interface Random {
  /** A lower-case hexadecimal text of `length` digits, at most 64. */
  hex(length: number): string;
  uuid(): string;
}

export function makeRandom(seed?: number): Random {
  const secret = seed === undefined ? randomBytes(32) : Buffer.from(`seed ${seed}`);
  let count = 0;
  const hex = (length: number): string =>
    createHash('sha256').update(secret).update(String(count++)).digest('hex').slice(0, length);
  return { hex, uuid: () => spellUuid(hex(32)) };
}

/** Version 4, variant 1 (RFC 9562). */
function spellUuid(digits: string): string {
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
