const K250 = 250 * 1024;

/** YAML that costs much where nobody bounds it, and what is said of it: broken in size or depth, or at its very end. */
export const HOSTILE_YAML: readonly { what: string; text: string; says: string }[] = [
  { what: 'many keys', text: keys(33_000), says: 'too many entries' },
  { what: '50,000 keys', text: keys(50_000), says: 'too many entries' },
  { what: 'many brackets', text: '['.repeat(K250), says: 'nested too deep' },
  { what: 'many braces', text: '{a: '.repeat(K250 / 4), says: 'nested too deep' },
  { what: 'many dashes', text: '- '.repeat(K250 / 2), says: 'nested too deep' },
  { what: 'many question marks', text: '? '.repeat(K250 / 2), says: 'nested too deep' },
  { what: 'many colons', text: ': '.repeat(K250 / 2), says: 'nested too deep' },
  {
    what: 'deep indentation',
    text: Array.from({ length: 700 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
    says: 'nested too deep',
  },
  { what: 'many aliases', text: `x: [${'*a,'.repeat(K250 / 3)}]`, says: 'too many aliases' },
  { what: 'aliases that multiply', text: bomb(), says: 'too many values' },
  {
    what: 'repeated aliases',
    text: `${keys(1700)}\nx-x: &s 1\nx-y: &t [${'*s,'.repeat(45)}]\nx-z: &u [${'*t,'.repeat(45)}]\nz-z: [*u,*u,*u,*u,*u]`,
    says: 'too many values',
  },
  { what: 'many line breaks', text: '\n'.repeat(K250), says: 'too many entries' },
  { what: 'a duplicate key at the end', text: `${keys(1990)}\n0: 1`, says: 'duplicate key "0"' },
  { what: 'an open bracket at the end', text: `[${'a,'.repeat(4900)}`, says: 'a character is missing' },
  { what: 'many unknown tags', text: `x: [${'!t b,'.repeat(2400)}]`, says: 'an unknown tag' },
  { what: 'many lines of one text', text: `a: |\n${' x\n'.repeat(80_000)}a: 1`, says: 'duplicate key "a"' },
];

function keys(n: number): string {
  return Array.from({ length: n }, (_, i) => `${i.toString(36)}: 1`).join('\n');
}

/** Each list holds the one before nine times. */
function bomb(): string {
  const lists = [...'bcdefghi'].map(
    (name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(',')}]`,
  );
  return ['a: &a [x,x,x,x,x,x,x,x,x]', ...lists].join('\n');
}
