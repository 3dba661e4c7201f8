import { expect, test } from 'vitest';
import { MUTATIONS, type Mutation, mutate } from './mutations.js';

const VALID = '{"a":"b","c":1}';

/** What becomes of the valid text; bytes as Latin-1. */
const MALFORMED: Record<string, string> = {
  'no-closing-brace': '{"a":"b","c":1',
  'no-opening-brace': '"a":"b","c":1}',
  'cut-in-half': '{"a":"b"',
  'closing-brace-too-many': '{"a":"b","c":1}}',
  'closing-bracket-too-many': '{"a":"b","c":1}]',
  'trailing-comma': '{"a":"b","c":1,}',
  'trailing-comma-inside': '{"a":"b","c":1,"x":{"y":1,}}',
  'leading-comma': '{,"a":"b","c":1}',
  'double-comma': '{"x":1,,"a":"b","c":1}',
  'missing-comma': '{"x":1 "a":"b","c":1}',
  'missing-colon': '{"a" "b","c":1}',
  'equals-sign': '{"a"="b","c":1}',
  'unquoted-name': '{a:"b","c":1}',
  'single-quotes': `{'a':"b","c":1}`,
  'line-comment': '{// note\n"a":"b","c":1}',
  'block-comment': '{/* note */"a":"b","c":1}',
  'hash-comment': '{# note\n"a":"b","c":1}',
  'not-a-number': '{"a":"b","c":1,"x":NaN}',
  infinity: '{"a":"b","c":1,"x":Infinity}',
  undefined: '{"a":"b","c":1,"x":undefined}',
  'capital-literal': '{"a":"b","c":1,"x":True}',
  'leading-zero': '{"a":"b","c":1,"x":012}',
  'plus-sign': '{"a":"b","c":1,"x":+1}',
  'hex-number': '{"a":"b","c":1,"x":0x1F}',
  'bare-fraction': '{"a":"b","c":1,"x":1.}',
  'leading-point': '{"a":"b","c":1,"x":.5}',
  'unknown-escape': '{"a":"b","c":1,"x":"\\q"}',
  'hex-escape': '{"a":"b","c":1,"x":"\\x41"}',
  'escaped-single-quote': '{"a":"b","c":1,"x":"\\\'"}',
  'braced-unicode-escape': '{"a":"b","c":1,"x":"\\u{41}"}',
  'octal-escape': '{"a":"b","c":1,"x":"\\101"}',
  'line-continuation': '{"a":"b","c":1,"x":"a\\\nb"}',
  'short-unicode-escape': '{"a":"b","c":1,"x":"\\u12"}',
  'raw-control': '{"a":"b","c":1,"x":"a\u0001b"}',
  'raw-newline': '{"a":"b","c":1,"x":"a\nb"}',
  'raw-tab': '{"a":"b","c":1,"x":"a\tb"}',
  'trailing-nul': '{"a":"b","c":1}\0',
  'open-string': '{"a":"b","c":1,"x":"open}',
  'open-array': '{"a":"b","c":1,"x":[1}',
  'no-break-space-before': '\u00c2\u00a0{"a":"b","c":1}',
  'line-separator-after': '{"a":"b","c":1}\u00e2\u0080\u00a8',
  'form-feed-after': '{"a":"b","c":1}\f',
  'vertical-tab-before': '\v{"a":"b","c":1}',
  'second-document': '{"a":"b","c":1}{}',
  'second-document-on-new-line': '{"a":"b","c":1}\n{}',
  'trailing-semicolon': '{"a":"b","c":1};',
  'in-parentheses': '({"a":"b","c":1})',
  'function-call': 'callback({"a":"b","c":1})',
  'trailing-text': '{"a":"b","c":1} end',
  'form-encoded': 'a=1&b=2',
  'bare-word': 'hello',
  'invalid-utf-8': '{"a":"\u00ffb","c":1}',
  'invalid-utf-8-at-end': '{"a":"b","c\u00ff":1}',

  'overlong-utf-8': '{"a":"\u00c0\u00afb","c":1}',
  'encoded-surrogate': '{"a":"\u00ed\u00a0\u0080b","c":1}',
  'cut-utf-8-after': '{"a":"b","c":1}\u00e2\u0082',
  'utf-16': `\u00ff\u00fe${[...VALID].map((letter) => `${letter}\0`).join('')}`,
};

const LEEWAY: Record<string, string> = {
  'byte-order-mark': '\u00ef\u00bb\u00bf{"a":"b","c":1}',
  'duplicate-name': '{"a":"b","a":"b","c":1}',
  'deep-nesting': `{"a":"b","c":1,"x":${'['.repeat(600)}${']'.repeat(600)}}`,
  'huge-number': '{"a":"b","c":1,"x":1e999}',
  'lone-surrogate': '{"a":"b","c":1,"x":"\\ud800"}',
};

const WHOLE: Record<string, string> = {
  'in-string': '"{\\"a\\":\\"b\\",\\"c\\":1}"',
  'in-array': '[{"a":"b","c":1}]',
};

test.each(Object.entries({ ...MALFORMED, ...LEEWAY, ...WHOLE }))('%s', (id, due) => {
  const bytes = mutate(id, VALID);
  expect(bytes).toBeInstanceOf(Uint8Array);
  expect(Buffer.from(bytes).toString('latin1')).toBe(due);
});

test('a place inside is found whatever stands behind it, spaces and line breaks included', () => {
  const apart = JSON.stringify({ a: 'b c', d: ['e'] }, null, 1).replace(/^\{\s*/, '{');
  expect(Buffer.from(mutate('unquoted-name', apart)).toString()).toBe(apart.replace('"a"', 'a'));
});

test('an inner object at the end gets the comma before its own brace', () => {
  const mutated = Buffer.from(mutate('trailing-comma-inside', '{"a":{"b":"c"}}')).toString();
  expect(mutated).toBe('{"a":{"b":"c",}}');
});

test('no other change is made, and the standard leaves just these to the parser', () => {
  const ids = (fits: (mutation: Mutation) => boolean): string[] =>
    Object.entries(MUTATIONS).flatMap(([id, mutation]) => (fits(mutation) ? [id] : []));
  expect(ids(({ leeway, whole }) => !leeway && !whole)).toEqual(Object.keys(MALFORMED));
  expect(ids(({ leeway }) => leeway === true)).toEqual(Object.keys(LEEWAY));
  expect(ids(({ whole }) => whole === true)).toEqual(Object.keys(WHOLE));
});

test('a name is given twice only where its value is a text', () => {
  expect(mutate('duplicate-name', '{"a":"b"}').toString()).toBe('{"a":"b","a":"b"}');
  expect(mutate('duplicate-name', '{"a":1,"b":"c"}').toString()).toBe('{"a":1,"b":"c"}');
});

test.each([',b', '}', 'a"', 'a\\', '\\",'])('a name is given twice with the whole of the text %j', (text) => {
  const value = JSON.stringify(text);
  expect(mutate('duplicate-name', `{"a":${value}}`).toString()).toBe(`{"a":${value},"a":${value}}`);
});

test('an unknown change, and a text without a member, are mistakes', () => {
  expect(() => mutate('none', VALID)).toThrow('none');
  for (const text of ['{}', ' {"a":1}', '[{"a":1}]'])
    expect(() => mutate('missing-colon', text)).toThrow('at least one member');
});
