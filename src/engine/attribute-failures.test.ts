import { expect, test } from 'vitest';
import type { Duty, Step } from '../cases/types.js';
import { loadDescriptions } from '../description/load.js';
import type { Description, Level } from '../description/types.js';
import { countBreaches, pointToFailures } from './attribute-failures.js';
import type { CaseOutcome } from './evidence.js';

const ACCEPTED: Duty = { kind: 'accepted', about: 'sendText' };
const DUE: Duty = { kind: 'due', about: 'Closed' };
const refused = {
  verdict: 'fail',
  code: 'refused',
  text: 'It was refused.',
  expected: '200',
  received: '400',
};

interface Ended extends Omit<Partial<CaseOutcome>, 'case'> {
  version?: string;
  level?: Level | 'observed';
  upholds?: Duty;
}

function ended(id: string, { version = '1.0', level = 'required', upholds, ...more }: Ended): CaseOutcome {
  const steps: Step[] = upholds ? [{ do: 'judge-duty', duty: upholds }] : [];
  const outcome = {
    verdict: 'pass',
    reason: null,
    expected: null,
    received: null,
    exchanges: [],
    events: [],
  };
  return { ...outcome, case: { id, version, level, steps }, ...more } as unknown as CaseOutcome;
}

const spoilt = (id: string, duty: Duty | null, more: Ended = {}): CaseOutcome =>
  ended(id, {
    verdict: 'inconclusive',
    reason: { code: 'setup-refused', text: 'Not set up.' },
    breach: { ...refused, duty } as NonNullable<CaseOutcome['breach']>,
    exchanges: [7],
    events: [8],
    ...more,
  });

const told = (outcomes: CaseOutcome[]): string[] =>
  countBreaches(outcomes).map(({ verdict, reason, dueTo }) =>
    [verdict, reason?.code, dueTo].filter(Boolean).join(' '),
  );

test('the case that answers for it fails once, with the evidence of the first that it spoilt', () => {
  const outcomes = [
    spoilt('a', ACCEPTED),
    ended('every', { upholds: ACCEPTED, exchanges: [1] }),
    spoilt('b', ACCEPTED),
  ];
  expect(told(outcomes)).toEqual([
    'inconclusive setup-refused every',
    'fail refused',
    'inconclusive setup-refused every',
  ]);
  const [first, every] = countBreaches(outcomes);
  expect(first?.reason?.text).toBe('Not set up. See the failure of every.');
  expect(every).toMatchObject({
    reason: { text: 'It was refused. It happened in the setup of a and 1 more case.' },
    expected: '200',
    received: '400',
    exchanges: [1, 7],
    events: [8],
  });
});

test.each([
  ['a field', { field: 'name' }, 'selectDestination'],
  ['no field', {}, 'sendText'],
])('what was owed is what it is about, but for a field: %s', (_, field, about) => {
  const breach = {
    ...refused,
    duty: ACCEPTED,
    place: { part: 'inbox', about: 'selectDestination', ...field },
  };
  const outcomes = [spoilt('a', ACCEPTED, { breach } as Ended), ended('every', { upholds: ACCEPTED })];
  expect(countBreaches(outcomes)[1]?.judged?.place.about).toBe(about);
});

test('a case that could go on passes, and what it met is counted all the same', () => {
  const passed = spoilt('a', ACCEPTED, { verdict: 'pass', reason: null });
  expect(told([passed, ended('every', { upholds: ACCEPTED })])).toEqual(['pass', 'fail refused']);
  const [own] = countBreaches([passed]);
  expect(own?.reason?.text).toBe('It was refused. This happened while the case was being set up.');
});

test('a case that failed itself says what others met', () => {
  const own = { code: 'server-error', text: 'It failed.' };
  const every = ended('every', { upholds: ACCEPTED, verdict: 'fail', reason: own, expected: 'x' });
  expect(countBreaches([spoilt('a', ACCEPTED), every])[1]).toMatchObject({
    reason: { code: 'server-error', text: 'It failed. The same happened in the setup of a.' },
    expected: 'x',
  });
});

test.each<[what: string, outcomes: CaseOutcome[], ends: string[]]>([
  [
    'another that failed for the same',
    [spoilt('a', DUE), ended('b', { verdict: 'fail', duty: DUE })],
    ['inconclusive setup-refused b', 'fail'],
  ],
  [
    'itself, where the other is a mere warning',
    [spoilt('a', DUE), ended('b', { verdict: 'fail', duty: DUE, level: 'expected' })],
    ['fail refused', 'fail'],
  ],
  [
    'the first one that it spoilt',
    [spoilt('a', DUE), spoilt('b', DUE), ended('every', { upholds: ACCEPTED })],
    ['fail refused', 'inconclusive setup-refused a', 'pass'],
  ],
  [
    'the first of its own version',
    [spoilt('a', DUE), spoilt('b', DUE, { version: '1.2' }), ended('every', { upholds: DUE })],
    ['inconclusive setup-refused every', 'fail refused', 'fail refused'],
  ],
  [
    'one that is required, rather than expected',
    [spoilt('a', null, { level: 'expected' }), spoilt('b', null)],
    ['inconclusive setup-refused b', 'fail refused'],
  ],
  [
    'nobody, where all only observe',
    [spoilt('a', DUE, { level: 'observed' })],
    ['inconclusive setup-refused'],
  ],
  [
    'none that did not get so far',
    [ended('every', { upholds: DUE, verdict: 'skipped' }), spoilt('a', DUE)],
    ['skipped', 'fail refused'],
  ],
  ['nobody, where nothing was spoilt', [ended('every', { upholds: DUE })], ['pass']],
])('who answers for a breach: %s', (_, outcomes, ends) => {
  expect(told(outcomes)).toEqual(ends);
});

const [description] = (await loadDescriptions()) as [Description];
const waits = (event: string, times = 1): Step => ({ do: 'expect-event', event, user: 'a', times });
const sends = (operation: string): Step => ({
  do: 'send',
  request: { operation, body: { kind: 'none' } },
  expect: { kind: 'accepted' },
});
const law: Step = { do: 'invariant', rule: 'unit', operation: 'sendText' };

function endedAs(id: string, end: string, steps: Step[], duty?: Duty, level = 'required'): CaseOutcome {
  const [verdict, code] = end.split(' ');
  const reason = code ? { code, text: 'So it was.' } : null;
  return { case: { id, version: '1.0', level, steps }, verdict, reason, duty } as unknown as CaseOutcome;
}

const due: Duty = { kind: 'due', about: 'Closed' };

test.each<[what: string, outcomes: CaseOutcome[], end: string]>([
  [
    'an absence of what did not arrive elsewhere',
    [
      endedAs('a', 'inconclusive no-control', [sends('sendText'), waits('Closed', 0)]),
      endedAs('b', 'fail refused', [sends('sendText')], { kind: 'accepted', about: 'sendText' }),
      endedAs('c', 'fail no-event', [waits('Closed')], due),
    ],
    'inconclusive c',
  ],
  [
    'an absence of what nothing causes',
    [
      endedAs('a', 'inconclusive no-control', [waits('Closed', 0)]),
      endedAs('b', 'pass', [waits('TextMessage')]),
    ],
    'skipped',
  ],
  [
    'an absence of what came for nobody, and nobody knows why',
    [
      endedAs('a', 'inconclusive no-control', [waits('Closed', 0)]),
      endedAs('b', 'inconclusive operator', [waits('Closed')]),
    ],
    'inconclusive',
  ],
  [
    'a law without a response',
    [endedAs('a', 'inconclusive not-exercised', [law]), endedAs('b', 'fail shape', [sends('sendText')])],
    'inconclusive b',
  ],
  [
    'a law without a response, and failures of others',
    [endedAs('a', 'inconclusive not-exercised', [law]), endedAs('b', 'fail shape', [sends('sendFile')])],
    'inconclusive',
  ],
  [
    'an event that did not arrive, and a response whose form is wrong',
    [
      endedAs('a', 'inconclusive no-control', [sends('sendText'), waits('Closed')]),
      endedAs('b', 'fail unit', [sends('sendText'), law]),
    ],
    'inconclusive',
  ],
  [
    'a required case, and a warning',
    [
      endedAs('a', 'inconclusive no-control', [sends('sendText'), waits('Closed')]),
      endedAs('b', 'fail shape', [sends('sendText')], undefined, 'expected'),
    ],
    'inconclusive',
  ],
  [
    'an employee who cannot act where a conversation went wrong',
    [
      endedAs('a', 'inconclusive setup-operator', [sends('sendText'), waits('Closed')]),
      endedAs('b', 'fail no-event', [waits('Closed')]),
    ],
    'inconclusive b',
  ],
  [
    'an employee who need not be able to act, whatever else went wrong',
    [
      endedAs('a', 'skipped operator-refused', [sends('sendText'), waits('Closed')]),
      endedAs('b', 'fail no-event', [waits('Closed')]),
    ],
    'skipped',
  ],
  [
    'a case that the driver cannot do',
    [endedAs('a', 'skipped no-answer', [sends('sendText')]), endedAs('b', 'fail shape', [sends('sendText')])],
    'skipped',
  ],
  [
    'an address that was lost, and an event that never came in any version',
    [
      endedAs('a', 'inconclusive interference', [sends('sendText'), waits('Closed')]),
      {
        ...endedAs('b', 'fail no-event', [waits('Closed')]),
        case: { ...endedAs('b', '', [waits('Closed')]).case, version: '1.2' },
      },
    ],
    'inconclusive b',
  ],
  [
    'an address that was lost, and what is wrong with a request',
    [
      endedAs('a', 'inconclusive interference', [sends('sendText'), waits('Closed')]),
      endedAs('b', 'fail refused', [sends('sendText'), waits('Closed')]),
    ],
    'inconclusive',
  ],
  [
    "what is the user's side",
    [
      endedAs('a', 'inconclusive operator', [sends('sendText')]),
      endedAs('b', 'fail shape', [sends('sendText')]),
    ],
    'inconclusive',
  ],
])('%s', (_, outcomes, end) => {
  const [first] = pointToFailures(outcomes, () => description);
  expect([first?.verdict, first?.dueTo].filter(Boolean).join(' ')).toBe(end);
});
