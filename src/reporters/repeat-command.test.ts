import { expect, test } from 'vitest';
import { caseCommand } from './repeat-command.js';

const CASE = { id: '1.0/errors/no-key', group: 'errors' };
const WALK = { id: '1.2/walks/send-select', group: 'walks' };

test.each([
  ['npx conform', 'npx conform --out reports/repeat --grep 1.0/errors/no-key'],
  ['npx conform run', 'npx conform run --out reports/repeat --grep 1.0/errors/no-key'],
  ['npx conform --out=x -v', 'npx conform --out=x/repeat -v --grep 1.0/errors/no-key'],
  [
    "npx conform --base-url https://conform.example/run --out 'a b'",
    "npx conform --base-url https://conform.example/run --out 'a b'/repeat --grep 1.0/errors/no-key",
  ],
  [
    "npx conform --grep a 'b c' --skip d e --last-failed --shard 1/2 -v --grep=x '--grep=y z'",
    'npx conform --skip d e -v --out reports/repeat --grep 1.0/errors/no-key',
  ],
  ['npx conform merge parts', null],
  ['npx conform explore --walks 5', null],
  ['check() of messaging-conformance', null],
])('a case of %s is played again by %s', (command, again) => {
  expect(caseCommand({ command }, CASE)).toBe(again);
});

test.each([
  ['npx conform', 'npx conform replay 1.2/walks/send-select'],
  ['npx conform run --insecure', 'npx conform replay 1.2/walks/send-select --insecure'],
  ['npx conform explore --seed 7', 'npx conform replay 1.2/walks/send-select --seed 7'],
  [
    'npx conform --base-url https://conform.example/run/explore --grep walks',
    'npx conform replay 1.2/walks/send-select --base-url https://conform.example/run/explore',
  ],
  ['npx conform merge parts', null],
  ['npx conform explored', null],
  ['check() of messaging-conformance', null],
])('a walk of %s is played again by %s', (command, again) => {
  expect(caseCommand({ command }, WALK)).toBe(again);
});
