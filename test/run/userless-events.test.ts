import { expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { CaseOutcome } from '../../src/engine/evidence.js';
import { defaultDialect } from '../../src/reference/dialect/dialect.js';
import { checkReference } from '../support/service/check-reference.js';

const descriptions = await loadDescriptions();
const template = { event: '{event}', data: '{data}' };
const wanted = [
  '1.0/routing/new-user/sendText',
  '1.0/routing/second-message/sendText',
  '1.2/routing/new-user/sendText',
  '1.2/routing/second-message/sendText',
  '1.2/routing/selected-after-writing/sendText',
  '1.2/routing/other-user-selected/sendText',
  '1.2/events/sent-TextMessage',
  '1.2/events/sent-Closed',
  '1.2/requests/accepted/sendText',
];

async function check(faults: readonly string[] = []): Promise<Map<string, string>> {
  const { outcomes } = await checkReference({
    descriptions,
    service: { faults, dialect: { ...defaultDialect, event: { ...defaultDialect.event, template } } },
    dialect: { bodies: {} },
    only: ({ id }) => wanted.includes(id),
  });
  const short = ({ verdict, reason }: CaseOutcome): string =>
    reason ? `${verdict} ${reason.code}` : verdict;
  return new Map(outcomes.map((outcome) => [outcome.case.id, short(outcome)]));
}

test('events that name no user are told by their time, one case after the other', async () => {
  const verdicts = await check();
  expect(Object.fromEntries(verdicts)).toEqual({
    ...Object.fromEntries(wanted.map((id) => [id, 'pass'])),
    '1.2/routing/other-user-selected/sendText': 'skipped event-user',
  });
});

test('what is wrong with them is found all the same', async () => {
  const verdicts = await check(['selection-asked-always']);
  expect(verdicts.get('1.2/routing/second-message/sendText')).toBe('fail unexpected-event');
  expect(verdicts.get('1.2/routing/new-user/sendText')).toBe('pass');
});
