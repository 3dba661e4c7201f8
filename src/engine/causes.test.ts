import { expect, test } from 'vitest';
import type { Duty, Step } from '../cases/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Description } from '../description/types.js';
import { pointToFailures } from './causes.js';
import type { CaseOutcome } from './run-context.js';

const [description] = (await loadDescriptions()) as [Description];
const waits = (event: string, times = 1): Step => ({ do: 'notified', event, user: 'a', times });
const sends = (operation: string): Step => ({
  do: 'send',
  request: { operation, body: { kind: 'none' } },
  expect: { kind: 'accepted' },
});
const law: Step = { do: 'invariant', rule: 'unit', operation: 'sendText' };

function ended(id: string, end: string, steps: Step[], duty?: Duty): CaseOutcome {
  const [verdict, code] = end.split(' ');
  const reason = code ? { code, text: 'So it was.' } : null;
  return { case: { id, version: '1.0', steps }, verdict, reason, duty } as unknown as CaseOutcome;
}

const due: Duty = { kind: 'due', about: 'Closed' };

test.each<[what: string, outcomes: CaseOutcome[], end: string]>([
  [
    'an absence of what did not come elsewhere',
    [
      ended('a', 'inconclusive no-control', [sends('sendText'), waits('Closed', 0)]),
      ended('b', 'fail refused', [sends('sendText')], { kind: 'accepted', about: 'sendText' }),
      ended('c', 'fail no-event', [waits('Closed')], due),
    ],
    'inconclusive c',
  ],
  [
    'an absence of what nothing causes',
    [ended('a', 'inconclusive no-control', [waits('Closed', 0)]), ended('b', 'pass', [waits('TextMessage')])],
    'skipped',
  ],
  [
    'an absence of what came for nobody, and nobody knows why',
    [
      ended('a', 'inconclusive no-control', [waits('Closed', 0)]),
      ended('b', 'inconclusive operator', [waits('Closed')]),
    ],
    'inconclusive',
  ],
  [
    'a law without an answer',
    [ended('a', 'inconclusive not-exercised', [law]), ended('b', 'fail shape', [sends('sendText')])],
    'inconclusive b',
  ],
  [
    'a law without an answer, and failures of others',
    [ended('a', 'inconclusive not-exercised', [law]), ended('b', 'fail shape', [sends('sendFile')])],
    'inconclusive',
  ],
  [
    "what is the user's side",
    [ended('a', 'inconclusive operator', [sends('sendText')]), ended('b', 'fail shape', [sends('sendText')])],
    'inconclusive',
  ],
])('%s', (_, outcomes, end) => {
  const [first] = pointToFailures(outcomes, () => description);
  expect([first?.verdict, first?.dueTo].filter(Boolean).join(' ')).toBe(end);
});
