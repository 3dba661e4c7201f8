import { expect, test } from 'vitest';
import { casesOf } from '../cases/derive.js';
import { matches } from '../cases/statements.js';
import { loadDescriptions } from '../description/load.js';
import { casePatterns } from './explain.js';

const descriptions = await loadDescriptions();
const all = casesOf(descriptions);

test('cases that differ in version and operation alone make one pattern', () => {
  const cases = all.filter(({ group, name }) => group === 'authentication' && name === 'no-key');
  expect(casePatterns(cases)).toEqual([
    '1.0/authentication/no-key/{getDestinations,selectDestination,sendText,sendFile,setWebhook}',
    '1.2/authentication/no-key/{getDestinations,selectDestination,sendText,sendFile,setWebhook,getHistory,getCurrentDestination}',
  ]);
  const sent = all.filter(({ name }) => ['sent-Closed', 'new-user'].includes(name));
  expect(casePatterns(sent)).toEqual([
    '{1.0,1.2}/routing/new-user/{sendText,sendFile}',
    '{1.0,1.2}/events/sent-Closed',
  ]);
});

test('the patterns fit the cases of each statement, and no other', () => {
  for (const statement of new Set(all.flatMap(({ statements }) => statements))) {
    const cases = all.filter(({ statements }) => statements.includes(statement));
    const patterns = casePatterns(cases);
    const fitting = all.filter(({ id }) => patterns.some((pattern) => matches(pattern, id)));
    expect(fitting.map(({ id }) => id)).toEqual(cases.map(({ id }) => id));
  }
});
