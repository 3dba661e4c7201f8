import { expect, test } from 'vitest';
import { sampleRecord } from '../../../test/support/record/sample-record.js';
import { smallRecord } from '../../../test/support/record/small-record.js';
import { countResults, resultOf } from '../../record/case-results.js';
import type { CaseRecord, ExchangeRecord, RunRecord } from '../../record/types.js';
import { renderMarkdown } from '../markdown.js';
import { caseCount, defectsOf, remedy, unprovenGroups, versionsOf, withConsequences } from './defects.js';
import { likelyCauses } from './likely-causes.js';

const faulty = await sampleRecord({ kind: 'faulty' });

test('a violation below the fail level is a warning, an accepted one is accepted', () => {
  expect(resultOf({ verdict: 'fail', level: 'expected' }, 'required')).toBe('warning');
  expect(resultOf({ verdict: 'fail', level: 'expected' }, 'expected')).toBe('failed');
  expect(resultOf({ verdict: 'fail', level: 'required', accepted: true }, 'required')).toBe('accepted');
  expect(resultOf({ verdict: 'inconclusive', level: 'required' }, 'required')).toBe('inconclusive');
});

test('every violation is told in exactly one defect', () => {
  const told = defectsOf(faulty)
    .flatMap(withConsequences)
    .flatMap(({ cases }) => cases.map(({ id }) => id));
  const broken = faulty.cases.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  expect(told.toSorted()).toEqual(broken.toSorted());
});

test('cases that fail for one reason are one defect, failures before warnings', () => {
  const defects = defectsOf(faulty);
  const counts = countResults(faulty);
  const failed = defects.filter((defect) => defect.result === 'failed');
  expect(failed.length).toBeLessThan(counts.failed / 4);
  expect(defects.map((defect) => defect.result)).toEqual(
    defects
      .map((defect) => defect.result)
      .toSorted(
        (a, b) => ['failed', 'warning', 'accepted'].indexOf(a) - ['failed', 'warning', 'accepted'].indexOf(b),
      ),
  );
});

test('of several statements the one that the broken cases share owns the defect', () => {
  const record = smallRecord(faulty, [
    { id: 'a', statements: ['general', 'special'], verdict: 'fail' },
    { id: 'b', statements: ['general', 'special'], verdict: 'fail' },
    ...Array.from({ length: 20 }, (_, at) => ({
      id: `p${at}`,
      statements: ['general'],
      verdict: 'pass' as const,
    })),
  ]);
  expect(defectsOf(record).map(({ statement, cases }) => [statement?.id, cases.length])).toEqual([
    ['special', 2],
  ]);
});

test('a defect is told under the statement of which most cases fail, not under the one with most failures', () => {
  const of = (prefix: string, number: number, statements: string[], verdict: 'pass' | 'fail') =>
    Array.from({ length: number }, (_, at) => ({ id: `${prefix}${at}`, statements, verdict }));
  const record = smallRecord(faulty, [
    ...of('a', 3, ['wide', 'close'], 'fail'),
    ...of('b', 60, ['wide'], 'fail'),
    ...of('c', 1, ['close'], 'pass'),
    ...of('d', 120, ['wide'], 'pass'),
  ]);
  const owners = defectsOf(record).flatMap(withConsequences);
  expect(new Map(owners.map(({ statement, cases }) => [statement?.id, cases.length]))).toEqual(
    new Map([
      ['close', 3],
      ['wide', 60],
    ]),
  );
});

test('a statement about one field is passed over where another one is wrong', () => {
  const judged = (field?: string) => ({ part: 'inbox', about: 'op', ...(field && { field }) }) as const;
  const fail = (id: string, statements: string[], field?: string) =>
    ({
      id,
      statements,
      verdict: 'fail',
      judged: judged(field) as unknown as NonNullable<CaseRecord['judged']>,
    }) as const;
  const ownerOf = (testCase: ReturnType<typeof fail>): string | undefined => {
    const record = smallRecord(faulty, [testCase, { id: 'p', statements: ['wide'], verdict: 'pass' }]);
    const statements = record.statements.map((each) =>
      each.id === 'wide' ? each : { ...each, field: `op.${each.id}` },
    );
    return defectsOf({ ...record, statements })[0]?.statement?.id;
  };
  expect(ownerOf(fail('a', ['name', 'size', 'wide'], 'size'))).toBe('size');
  expect(ownerOf(fail('a', ['name', 'size', 'wide'], 'other'))).toBe('wide');
  expect(ownerOf(fail('a', ['name', 'wide']))).toBe('name');
  expect(ownerOf(fail('a', ['name'], 'other'))).toBe('name');
});

test('how events are sent is one defect, whichever statements ask for them', () => {
  const record = smallRecord(
    faulty,
    ['replies', 'closes'].map((id) => ({
      id,
      statements: [id],
      verdict: 'fail',
      reason: { code: 'event-shape', text: 'A form.' },
      judged: { part: 'event', about: id } as unknown as NonNullable<CaseRecord['judged']>,
    })),
  );
  expect(defectsOf(record).map(({ title, cases }) => [title, cases.length])).toEqual([
    ['closes and replies are not sent as POSTs with a JSON object', 2],
  ]);
});

test('events that nobody can read are no further defect where they are missing', () => {
  const fail = (id: string, code: string, about: string) =>
    ({
      id,
      statements: [id],
      verdict: 'fail',
      reason: { code, text: 'Wrong.' },
      judged: { part: 'absent', about } as unknown as NonNullable<CaseRecord['judged']>,
    }) satisfies Partial<CaseRecord>;
  const record = smallRecord(faulty, [
    fail('a', 'event-shape', 'Closed'),
    fail('b', 'no-event', 'Closed'),
    fail('c', 'no-event', 'Asked'),
  ]);
  expect(defectsOf(record).map(({ cases, consequences }) => [cases[0]?.id, consequences.length])).toEqual([
    ['a', 1],
    ['c', 0],
  ]);
});

test('a fault of one version is not diluted by the cases that pass in another', () => {
  const record = smallRecord(faulty, [
    { id: '1.2/a', version: '1.2', statements: ['asks', 'asks-first'], verdict: 'fail' },
    { id: '1.2/b', version: '1.2', statements: ['asks-first'], verdict: 'pass' },
    ...['a', 'b', 'c'].map((name) => ({
      id: `1.0/${name}`,
      version: '1.0',
      statements: ['asks'],
      verdict: 'pass' as const,
    })),
  ]);
  expect(defectsOf(record).map(({ statement }) => statement?.id)).toEqual(['asks']);
});

test('a lost message stands before the event that would have told of it, where its case is plainer', () => {
  const fail = (id: string, code: string, steps: number) => ({
    id,
    statements: [id],
    verdict: 'fail' as const,
    reason: { code, text: '' },
    exchanges: [],
    steps: Array.from({ length: steps }, () => ''),
  });
  const record = smallRecord(faulty, [fail('told', 'no-event', 9), fail('lost', 'not-delivered', 5)]);
  expect(defectsOf(record).map(({ statement }) => statement?.id)).toEqual(['lost', 'told']);
});

test('the plainest defect comes first, not the one with most cases', () => {
  const fail = (id: string, statement: string, steps: number) => ({
    id,
    statements: [statement],
    verdict: 'fail' as const,
    exchanges: [],
    steps: Array.from({ length: steps }, () => ''),
  });
  const record = smallRecord(faulty, [
    ...Array.from({ length: 9 }, (_, at) => fail(`odd${at}`, 'odd', 14)),
    fail('plain', 'plain', 7),
  ]);
  expect(defectsOf(record).map(({ statement }) => statement?.id)).toEqual(['plain', 'odd']);
});

test('a defect shows a case that waited as long as it could, rather than a plainer one that did not', () => {
  const fail = (id: string, steps: number, waitShortened?: true) => ({
    id,
    statements: ['due'],
    verdict: 'fail' as const,
    exchanges: [],
    steps: Array.from({ length: steps }, () => ''),
    judged: { step: 0, atMs: 0, part: 'absent' as const, ...(waitShortened && { waitShortened }) },
  });
  const first = (...cases: ReturnType<typeof fail>[]) =>
    defectsOf(smallRecord(faulty, cases))[0]?.cases[0]?.id;
  expect(first(fail('hurried', 6, true), fail('patient', 7))).toBe('patient');
  expect(first(fail('hurried', 6, true), fail('much-odder', 12))).toBe('hurried');
  expect(first(fail('plain', 6), fail('odder', 7))).toBe('plain');
});

test('the versions of a defect are those of all cases that are counted with it', () => {
  const consequent = defectsOf(faulty).filter(({ consequences }) => consequences.length > 0);
  expect(consequent.length).toBeGreaterThan(0);
  for (const defect of consequent) {
    const cases = withConsequences(defect)
      .filter(({ result }) => result === defect.result)
      .flatMap((each) => each.cases);
    expect(caseCount(defect)).toBe(cases.length);
    expect(versionsOf(defect)).toEqual([...new Set(cases.map(({ version }) => version))].sort());
  }
});

test('what was not proven is grouped by its reason, nothing is left out', () => {
  const counts = countResults(faulty);
  const groups = unprovenGroups(faulty);
  expect(groups.reduce((sum, { cases }) => sum + cases.length, 0)).toBe(
    counts.error + counts.inconclusive + counts.skipped,
  );
  expect(groups[0]?.result).toBe('inconclusive');
});

test('one cause that left cases of both versions without a verdict is one reason, whatever they say of it', () => {
  const open = (version: string, name: string, seconds: number, dueTo?: string) => ({
    id: `${version}/${name}`,
    version,
    statements: ['s'],
    verdict: 'inconclusive' as const,
    reason: { code: 'setup-no-event', text: `It did not arrive within ${seconds} s.` },
    ...(dueTo !== undefined && { dueTo: `${version}/${dueTo}` }),
  });
  const told = (...cases: Parameters<typeof open>[]) =>
    unprovenGroups(
      smallRecord(
        faulty,
        cases.map((each) => open(...each)),
      ),
    ).map(({ cases: own }) => own.length);
  expect(told(['1.0', 'a', 6, 'due'], ['1.2', 'a', 7, 'due'], ['1.2', 'b', 10, 'due'])).toEqual([3]);
  expect(told(['1.0', 'a', 6, 'due'], ['1.0', 'b', 6, 'other'])).toEqual([1, 1]);
  expect(told(['1.0', 'a', 6], ['1.0', 'b', 6])).toEqual([2]);
});

test('a defect that one version alone shows says so', () => {
  const defect = defectsOf(faulty).find(({ code }) => code === 'unexpected-event');
  if (!defect) throw new Error('The sample lacks its routing fault.');
  expect(likelyCauses(defect, faulty)[0]).toMatch(
    /^Only version 1\.2 is affected; the same \d+ cases pass in 1\.0\.$/,
  );
});

test('what shows only in responses of other broken cases is told within their defect', () => {
  const record = smallRecord(faulty, [
    { id: 'own', statements: ['special'], verdict: 'fail' },
    { id: 'over-all-1', statements: ['general'], verdict: 'fail' },
    { id: 'over-all-2', statements: ['general'], verdict: 'fail' },
    { id: 'passing', statements: ['other'], verdict: 'pass' },
  ]);
  const exchange = faulty.exchanges[0] as RunRecord['exchanges'][number];
  const made = (id: number, caseId: string) => ({ ...exchange, id, caseId });
  const seen = (by: number): RunRecord => ({
    ...record,
    exchanges: [made(0, 'own'), made(1, 'passing')],
    cases: record.cases.map((testCase) => ({
      ...testCase,
      exchanges: testCase.id === 'passing' ? [1] : testCase.id === 'own' ? [0] : [by],
    })),
  });
  const names = (record: RunRecord) =>
    defectsOf(record).map(({ statement, consequences }) => [
      statement?.id,
      consequences.map((defect) => defect.statement?.id),
    ]);
  expect(names(seen(0))).toEqual([['special', ['general']]]);
  expect(names(seen(1)).toSorted()).toEqual([
    ['general', []],
    ['special', []],
  ]);
});

test('causes stand before consequences, and reasons of one statement are parts of one defect', () => {
  const fail = (id: string, statement: string, code: string) => ({
    id,
    statements: [statement],
    verdict: 'fail' as const,
    reason: { code, text: '' },
    exchanges: [],
  });
  const record = smallRecord(faulty, [
    fail('a', 'behaves', 'no-event'),
    fail('b', 'behaves', 'no-event'),
    fail('c', 'typed', 'type'),
    fail('d', 'typed', 'missing'),
    fail('e', 'valued', 'value'),
  ]);
  expect(
    defectsOf(record).map(({ statement, parts }) => [statement?.id, parts.map(({ code }) => code)]),
  ).toEqual([
    ['typed', ['missing', 'type']],
    ['valued', ['value']],
    ['behaves', ['no-event']],
  ]);
});

test('the same defect of the same event under another statement is told within the first defect', () => {
  const judged = { part: 'absent', about: 'Closed', exchange: 0, step: 1, atMs: 0 } as const;
  const fail = (id: string, statement: string) => ({
    id,
    statements: [statement],
    verdict: 'fail' as const,
    reason: { code: 'no-event', text: '' },
    exchanges: [],
    judged,
  });
  const record = smallRecord(faulty, [fail('a', 'first'), fail('b', 'second'), fail('c', 'first')]);
  const defects = defectsOf(record);
  expect(defects.map(({ statement, title }) => [statement?.id, title])).toEqual([
    ['first', 'Closed does not arrive'],
  ]);
  expect(defects[0]?.consequences.map(({ statement }) => statement?.id)).toEqual(['second']);
});

test('other operations keep a statement only where every case of theirs passed', () => {
  const of = (id: string, operation: string, verdict: CaseRecord['verdict']) => ({
    id,
    operation,
    statements: ['s'],
    verdict,
  });
  const causes = (third: CaseRecord['verdict']) => {
    const record = smallRecord(faulty, [
      of('a', 'one', 'fail'),
      of('b', 'two', 'pass'),
      of('c', 'three', third),
    ]);
    const [defect] = defectsOf(record);
    return defect ? likelyCauses(defect, record).join(' ') : '';
  };
  expect(causes('pass')).toContain('two and three satisfy the statement');
  expect(causes('inconclusive')).toContain('two satisfies the statement');
});

test('cases that differ in their sample alone and pass are named', () => {
  const of = (id: string, title: string, verdict: CaseRecord['verdict']) => {
    return { id, title, group: 'g', statements: ['s'], verdict, reason: { code: 'content', text: '' } };
  };
  const causes = (...others: Parameters<typeof of>[]) => {
    const cases = [of('a', 'text of op arrives: long', 'fail'), ...others.map((other) => of(...other))];
    const record = smallRecord(
      faulty,
      cases.map((each) => ({ ...each, operation: 'op' })),
    );
    const [defect] = defectsOf(record);
    return defect ? likelyCauses(defect, record).join(' ') : '';
  };
  expect(
    causes(['b', 'text of op arrives: odd', 'pass'], ['c', 'text of op arrives: longer', 'pass']),
  ).toContain('The same case passes with "longer", "odd" instead of "long".');
  expect(
    causes(['b', 'text of op arrives: short', 'pass'], ['c', 'text of op arrives: odd', 'fail']),
  ).toContain('The same case passes with "short" instead of "long".');
  for (const [title, verdict] of [
    ['what is unlike in all: long', 'pass'],
    ['text of op arrives: odd', 'skipped'],
    ['text of op arrives: odd', 'inconclusive'],
    ['text of op arrives: long and kept', 'pass'],
  ] as const)
    expect(causes(['b', title, verdict]), title).not.toContain('The same case passes');
});

test('a law over all events that one of a broken case breaks follows from it', () => {
  const [exchange] = faulty.exchanges;
  const [event] = faulty.events;
  if (!exchange || !event) throw new Error('The sample lacks exchanges or events.');
  const judged = { part: 'event', event: 7, about: 'Asked', step: 1, atMs: 0 } as const;
  const law = { id: 'law', statements: ['t'], verdict: 'fail' as const, judged, exchanges: [] };
  const record = smallRecord(
    faulty,
    [{ id: 'own', statements: ['s'], verdict: 'fail', exchanges: [1] }, law],
    {
      exchanges: [{ ...exchange, id: 1, caseId: 'own', user: 'u' }],
      events: [{ ...event, id: 7, user: 'u' }],
    },
  );
  const [defect, ...others] = defectsOf(record);
  expect(others).toEqual([]);
  expect([defect?.statement?.id, defect?.consequences.map(({ statement }) => statement?.id)]).toEqual([
    's',
    ['t'],
  ]);
});

test('what only a law over all events finds stands after what a case looks for', () => {
  const missed = (id: string, more: object = {}) => ({
    id,
    statements: [id],
    verdict: 'fail' as const,
    reason: { code: 'no-event', text: '' },
    judged: { part: 'absent' as const, about: id.at(-1) as string, step: 1, atMs: 0 },
    exchanges: [],
    ...more,
  });
  const plain = missed('1.0/routing/a', { steps: faulty.cases.flatMap(({ steps }) => steps).slice(0, 40) });
  const titles = (law: string): string[] =>
    defectsOf(smallRecord(faulty, [missed(law), plain])).map(({ title }) => title);
  expect(titles('1.0/events/every-b')).toEqual(['a does not arrive', 'b does not arrive']);
  expect(titles('1.0/events/b')).toEqual(['b does not arrive', 'a does not arrive']);
});

test('events of several kinds that go to the same wrong place are one defect', () => {
  const of = (id: string, about: string, goal: string) => ({
    id,
    statements: [id],
    verdict: 'fail' as const,
    reason: { code: 'wrong-address', text: '' },
    judged: { part: 'event' as const, event: 1, about, changes: [goal], step: 1, atMs: 0 },
    exchanges: [],
  });
  const titles = (...cases: ReturnType<typeof of>[]): string[] =>
    defectsOf(smallRecord(faulty, cases)).map(({ title }) => title);
  expect(titles(of('a', 'Asked', 'to a bin'), of('b', 'Closed', 'to a bin'))).toEqual([
    'Asked goes to a bin',
  ]);
  expect(titles(of('a', 'Asked', 'to a bin'), of('b', 'Closed', 'to a box'))).toEqual([
    'Asked goes to a bin',
    'Closed goes to a box',
  ]);
});

test('what a missing event would mean otherwise is not said where it is missing anyway', () => {
  const of = (id: string, about: string, headline?: string) => ({
    id,
    statements: [id],
    verdict: 'fail' as const,
    reason: { code: 'no-event', text: '' },
    judged: { part: 'absent' as const, about, step: 1, atMs: 0, ...(headline && { headline }) },
    exchanges: [],
  });
  const all = (...cases: ReturnType<typeof of>[]): string[][] =>
    defectsOf(smallRecord(faulty, cases)).map((defect) => withConsequences(defect).map(({ title }) => title));
  expect(all(of('a', 'Asked'), of('b', 'Asked', 'Two are one.'))).toEqual([
    ['Asked does not arrive', 'Asked does not arrive'],
  ]);
  const alike = smallRecord(faulty, [
    of('a', 'Asked'),
    ...['b', 'c'].map((id) => of(id, 'Asked', 'Two are one.')),
  ]);
  expect(renderMarkdown(alike).match(/follows from it: .*/g)).toEqual([
    'follows from it: Asked does not arrive (2 cases)',
  ]);
  expect(all(of('a', 'Closed'), of('b', 'Asked', 'Two are one.')).flat()).toContain('Two are one');
});

test('circumstances that what follows from a defect does not share are not named', () => {
  const of = (id: string, circumstances: string[]) => ({
    id,
    statements: [id.slice(0, 1)],
    verdict: 'fail' as const,
    reason: { code: 'no-event', text: '' },
    judged: { part: 'absent' as const, about: 'Closed', step: 1, atMs: 0, circumstances },
    exchanges: [],
  });
  const late = ['after a logout', 'after 1 h'];
  const titles = (...following: string[][]): string[] =>
    defectsOf(
      smallRecord(faulty, [
        of('a1', late),
        of('a2', late),
        ...following.map((circumstances, at) => of(`b${at}`, circumstances)),
      ]),
    ).map(({ title }) => title);
  expect(titles(late)).toEqual(['Closed does not arrive (after a logout, after 1 h)']);
  expect(titles(['after a logout'])).toEqual(['Closed does not arrive (after a logout)']);
});

test('what two statements ask for is one defect if one headline says it of both', () => {
  const of = (id: string, code: string, version: string, circumstances: string[] = []) => ({
    id,
    version,
    statements: [id],
    verdict: 'fail' as const,
    reason: { code, text: '' },
    judged: { part: 'absent' as const, about: 'op', step: 1, atMs: 0, circumstances },
    exchanges: [],
  });
  const owners = (code: string, ...circumstances: string[]): (string | undefined)[] =>
    defectsOf(
      smallRecord(faulty, [of('a', code, '1.0', circumstances), of('b', code, '1.2', circumstances)]),
    ).map(({ statement }) => statement?.id);
  expect(owners('not-delivered')).toEqual(['a']);
  expect(owners('accepted')).toEqual(['a', 'b']);
  expect(owners('accepted', 'invalid JSON')).toEqual(['a']);
});

test('moves at once that show what is wrong with an event without others follow from it', () => {
  const of = (id: string, group: string, judged: Partial<NonNullable<CaseRecord['judged']>>) => ({
    id,
    group,
    statements: [id],
    verdict: 'fail' as const,
    reason: { code: 'no-event', text: '' },
    exchanges: [],
    judged: { part: 'answer', exchange: 0, step: 1, atMs: 0, ...judged } as const,
  });
  const told = (unexplained: string) =>
    defectsOf(
      smallRecord(faulty, [
        of('plain', 'routing', { part: 'absent', about: 'Asked' }),
        of('at-once', 'concurrency', { about: 'send', exchange: 1, unexplained, moves: ['send', 'close'] }),
      ]),
    ).map(({ title }) => title);
  expect(told('Asked was due once but never arrived')).toEqual(['Asked does not arrive']);
  expect(told('Closed was due once but never arrived')).toEqual([
    'Asked does not arrive',
    'send and close at once: Closed was due once but never arrived',
  ]);
});

test('what left a case open says how to settle it; a failure that it is due to comes first', () => {
  const open = { result: 'inconclusive', code: 'operator' } as const;
  expect(remedy({ ...open, cases: [] })).toMatch('fix the driver');
  const due = { dueTo: '1.0/routing/new-user' } as unknown as CaseRecord;
  expect(remedy({ ...open, cases: [due] })).toMatch('Fix those violations first');
});

test('where few of the cases that go on right after an action fail, the driver may be the cause', () => {
  const [exchange] = faulty.exchanges as [ExchangeRecord];
  const causes = (failing: number, restMs: number) => {
    const ids = Array.from({ length: 40 }, (_, at) => `c${at}`);
    const record = smallRecord(
      faulty,
      ids.map((id, at) => ({ id, statements: ['s'], verdict: at < failing ? 'fail' : 'pass' })),
      {
        actions: ids.map((caseId) => {
          return {
            caseId,
            user: `u-${caseId}`,
            action: 'a',
            ok: true,
            text: '',
            startedMs: 0,
            durationMs: 5,
          };
        }),
        exchanges: ids.map((caseId, id) => {
          return { ...exchange, id, caseId, user: `u-${caseId}`, startedMs: 5 + restMs };
        }),
      },
    );
    const [defect] = defectsOf(record);
    return defect ? likelyCauses(defect, record).join(' ') : '';
  };
  const hint = 'If the driver answers before an action has taken effect';
  expect(causes(2, 10)).toContain(hint);
  expect(causes(2, 2_000)).not.toContain(hint);
  expect(causes(20, 10)).not.toContain(hint);
});

const broken = (id: string, statement: string, code: string) => ({
  id,
  statements: [statement],
  verdict: 'fail' as const,
  reason: { code, text: '' },
});

test('of refusals, what more cases show makes the headline', () => {
  const of = (code: string, count: number) =>
    Array.from({ length: count }, (_, at) => broken(`${code}${at}`, 's', code));
  const codeOf = (codes: number, accepts: number): string | undefined =>
    defectsOf(smallRecord(faulty, [...of('code', codes), ...of('accepted', accepts)]))[0]?.code;
  expect(codeOf(2, 6)).toBe('accepted');
  expect(codeOf(6, 2)).toBe('code');
});
