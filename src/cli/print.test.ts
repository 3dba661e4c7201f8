import { expect, test } from 'vitest';
import { print } from './print.js';

/** What is written to a terminal of so many columns; to a pipe if there are none. */
function printed(text: string, columns?: number, further?: number): string[] {
  const written: string[] = [];
  const stream = {
    isTTY: columns !== undefined,
    columns,
    write: (part: string) => written.push(part),
  } as unknown as NodeJS.WriteStream;
  print(text, further, stream);
  return written.join('').split('\n').slice(0, -1);
}

const STEP = '  12. Setup: call the operation with every documented field, for a second user of it.';

test('in a terminal, a long line goes on below where its text began', () => {
  expect(printed(STEP, 43)).toEqual([
    '  12. Setup: call the operation with every',
    '      documented field, for a second user',
    '      of it.',
  ]);
  expect(printed('  §1 After an employee closes the conversation', 40)).toEqual([
    '  §1 After an employee closes the',
    '  conversation',
  ]);
});

test('further lines of an unindented one are indented as wanted', () => {
  expect(printed('1.0/group/name  required  A title of many words', 40, 4)).toEqual([
    '1.0/group/name  required  A title of',
    '    many words',
  ]);
});

test('short lines, empty ones and their spaces stay as they are', () => {
  const text = 'a\n\n  b  c\n';
  expect(printed(text, 80)).toEqual(['a', '', '  b  c', '']);
});

test('a pipe and a very narrow terminal get whole lines', () => {
  expect(printed(STEP)).toEqual([STEP]);
  expect(printed(STEP, 30)).toEqual([STEP]);
});

test('what a target says is no command to a CI service', () => {
  expect(printed('::error::a')).toEqual([': :error::a']);
});
