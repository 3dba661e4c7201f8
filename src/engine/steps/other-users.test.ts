import { expect, test } from 'vitest';
import { closeRule, operationOf } from '../../cases/description-lookups.js';
import { look, operate, prepare, send } from '../../cases/steps.js';
import type { Step } from '../../cases/types.js';
import { loadDescriptions } from '../../description/load.js';
import type { CaseContext } from '../case-context.js';
import { strangersWords } from './other-users.js';

const [description = expect.fail('there is no description')] = await loadDescriptions();
const select = prepare(description, operationOf(description, 'select'));
const refused = send(description, operationOf(description, 'select'), { kind: 'refused', rows: [] });
const ofOther = prepare(description, operationOf(description, 'select'), { user: 'b' });
const close = operate(closeRule(description).action, {});
const message = prepare(description, operationOf(description, 'message'), {}, 'm');
const TOO_EARLY = 'Employees see a message before a destination is selected.';

test.each<[what: string, steps: Step[], words: string]>([
  ['nothing', [message], TOO_EARLY],
  ['a selection', [message, select], 'Employees see a message that is not for them.'],
  ['a selection and a close', [select, close, message], TOO_EARLY],
  ['a refused selection', [message, refused], TOO_EARLY],
  ["another user's selection", [message, ofOther], TOO_EARLY],
])('who sees a message after %s is told', (_what, steps, words) => {
  const step = look('absent', ['m'], ['text']);
  const context = { testCase: { steps: [...steps, step, select] }, named: new Map(), description };
  expect(strangersWords(context as unknown as CaseContext, step, 'm')).toBe(words);
});
