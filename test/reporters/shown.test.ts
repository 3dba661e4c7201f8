import { HtmlValidate } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { CASE_RESULTS } from '../../src/record/case-results.js';
import type {
  CaseRecord,
  EventRecord,
  ExchangeRecord,
  HistoryRecord,
  RunRecord,
} from '../../src/record/types.js';
import { renderCertificate } from '../../src/reporters/html/pages/claim.js';
import { renderComparison } from '../../src/reporters/html/pages/comparison.js';
import { renderHistory } from '../../src/reporters/html/pages/history.js';
import { renderSelftest } from '../../src/selftest/report/page.js';
import { renderHtml } from '../support/record/render-html.js';
import { sampleHistory } from '../support/record/sample-history.js';
import { sampleRecord } from '../support/record/sample-record.js';
import { sampleSelftest } from '../support/record/sample-selftest.js';
import { smallRecord } from '../support/record/small-record.js';

const base = await sampleRecord({ kind: 'faulty', cases: 60 });
const [model] = base.exchanges as [ExchangeRecord];
const body = (text: string) => ({ text, bytes: text.length, cut: false });

function exchange(id: number, startedMs: number, durationMs: number, text = '{}'): ExchangeRecord {
  const response = { status: 200, reason: 'OK', headers: [], body: body(text) };
  return { ...model, id, caseId: 'a', user: 'u', startedMs, durationMs, response };
}

/** The page of one failing case. */
function page(
  judged: Partial<NonNullable<CaseRecord['judged']>>,
  exchanges: ExchangeRecord[],
  more: Partial<CaseRecord> = {},
  events: EventRecord[] = [],
): string {
  const failing = {
    id: 'a',
    statements: ['own', 'general'],
    verdict: 'fail' as const,
    reason: { code: 'value', text: 'It differs.' },
    expected: 'one',
    received: 'two',
    steps: ['Prepare.', 'Look.', 'Go on.'],
    exchanges: exchanges.map(({ id }) => id),
    startedMs: 0,
    durationMs: 20_000,
    judged: { part: 'body', exchange: 0, step: 2, atMs: 100, ...judged } as const,
    ...more,
  };
  const passing = (id: string) => ({
    id,
    statements: ['general'],
    verdict: 'pass' as const,
    exchanges: [],
  });
  const cases = [failing, passing('b'), passing('c'), passing('d')];
  const record = smallRecord(base, cases, { exchanges, events, actions: [] });
  const { version } = record.cases[0] as CaseRecord;
  const statements = record.statements.map((statement) => ({
    ...statement,
    versions: [version],
    verdicts: { [version]: 'fail' as const },
  }));
  return renderHtml({ ...record, target: { ...record.target, versions: [version] }, statements });
}

test('only what was judged is red: its step, its response, and the statements that it breaks', () => {
  const html = page({}, [exchange(0, 0, 5), exchange(1, 10, 5)]);
  expect(html.match(/class="wrong-step"/g)).toHaveLength(1);
  expect(html).toContain('<li class="wrong-step">Look.</li>');
  expect(html.match(/<g class="bad/g)).toHaveLength(1);
  const cell = (id: string) => new RegExp(`data-query="st:${id} [^"]*">(.*?)</a>`, 's').exec(html)?.[1];
  expect(cell('own')).toBe('<b class="mark failed">failed</b> <span class="of">1 of 1</span>');
  expect(cell('general')).toBe('<b class="mark failed">failed</b> <span class="of">1 of 4</span>');
});

test('a statement that fails by the defect of another says so, and the defect names it', () => {
  const html = page({}, [exchange(0, 0, 5), exchange(1, 10, 5)]);
  expect(html).toContain('Also affected by the defect of <a href="#st-own">own</a>');
  expect(html).toContain('Also affected: <a href="#st-general">general</a>');
  expect(html).toContain('1 defect, seen in 1 failed case;');
  expect(html).toMatch(/The same cases also violate 1 statement of [\d.]+\./);
});

test('a field that is absent stands where it is missing, and nowhere as a value', () => {
  const html = page({ pointer: '/flag', values: { expected: true } }, [exchange(0, 0, 5, '{"name":"x"}')], {
    reason: { code: 'missing', text: 'It lacks flag.' },
    received: 'no flag',
  });
  expect(html).toContain('<ins>  "flag" is missing here\n</ins>');
  expect(html).not.toMatch(/<pre class="wire came-there">/);
});

test('two values are compared at their place, with blanks to be seen', () => {
  const values = { expected: 'a  b ', received: 'a b' };
  const html = page({ pointer: '/text', values }, [exchange(0, 0, 5, '{"text":"a b"}')]);
  expect(html).toContain('At <code>/text</code>');
  expect(html).toMatch(/<pre class="wire due">.*·.*<\/pre>/);
  expect(html).toMatch(/<mark>\s*"text": "a b"/);
});

test('lost messages are a list: what was due, what is there, what is missing', () => {
  const lists = { expected: ['b1', 'b2', 'b3'], received: ['b3', 'x'] };
  const html = page({ part: 'absent', lists }, [exchange(0, 0, 5)], {
    expected: 'b1, b2, b3',
    received: 'b3',
  });
  expect(html).toContain('Expected 3: 1 found, 2 missing; 1 other');
  const states = Array.from(
    html.matchAll(/<span>(found|missing|other)<\/span> <code>(\w+)/g),
    ([, state, text]) => `${text} ${state}`,
  );
  expect(states).toEqual(['b1 missing', 'b2 missing', 'b3 found', 'x other']);
  expect(html).not.toMatch(/<dd>.*<mark>/);
});

test('a picture leaves preparation out and keeps the fault; what did not arrive is a dashed ghost', () => {
  const many = Array.from({ length: 40 }, (_, id) => exchange(id, id * 10, 5));
  const html = page({ part: 'absent', about: 'Asked', exchange: 39, atMs: 900 }, many);
  expect(html).toMatch(/⋮ \d+ before this, to prepare/);
  const ghost = /<g class="ghost".*?<\/g>/s.exec(html)?.[0] ?? '';
  expect(ghost).toContain('stroke-dasharray');
  expect(ghost).toContain('no Asked');
});

test('moves that overlap are drawn as intervals, others are not', () => {
  expect(page({}, [exchange(0, 0, 50), exchange(1, 10, 50)]).match(/class="interval"/g)).toHaveLength(2);
  expect(page({}, [exchange(0, 0, 5), exchange(1, 10, 5)])).not.toContain('class="interval"');
});

test('the time of a case is that of its work, without the wait that all share', () => {
  const html = renderHtml(
    smallRecord(
      base,
      [{ id: 'a', statements: ['s'], verdict: 'pass', exchanges: [0], startedMs: 0, durationMs: 20_000 }],
      {
        exchanges: [exchange(0, 100, 150)],
        events: [],
        actions: [],
      },
    ),
  );
  expect(html).toContain('<span class="soft">250 ms</span></summary>');
});

test('failures stand before all else in the list of cases: a click on a red cell shows them first', () => {
  const list = renderHtml(base).split('<section id="cases"')[1] ?? '';
  const groups = list.split('<details class="group">').slice(1);
  const ranks = groups.map((group) =>
    Array.from(group.matchAll(/<li data-s="(\w+)"/g), ([, kind]) => CASE_RESULTS.indexOf(kind as 'failed')),
  );
  expect(ranks.flat().length).toBe(base.cases.length);
  for (const own of ranks) expect(own).toEqual(own.toSorted((a, b) => a - b));
  const firsts = ranks.map(([first = 99]) => first);
  expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
});

test('a partial self-test says that it claims nothing else', () => {
  const html = renderSelftest({ ...sampleSelftest(), whole: false });
  expect(html).toMatch(/<h1>Partial: \d+[^<]* mutants tried; nothing else is claimed\.<\/h1>/);
});

test('the list of runs shows statements over time, and a comparison what was expected', () => {
  const records = { first: base, second: { ...base, startedAt: '2025-03-04T18:00:00.000Z' } };
  expect(renderHistory(sampleHistory(records))).toMatch(/<table class="heat">/);
  const passing: RunRecord = {
    ...base,
    cases: base.cases.map((each) => ({ ...each, verdict: 'pass' as const, expected: null, received: null })),
  };
  const expected =
    base.cases.find((each) => each.verdict === 'fail' && each.expected !== null)?.expected ?? '';
  expect(renderComparison([base, passing])).toContain(` expected: ${expected.split('"')[0]}`);
});

test('a certificate says of what it is one, what it cannot say, and how to see it again', () => {
  const html = renderCertificate(base);
  expect(html).toContain(base.target.baseUrl);
  expect(html).toMatch(/[0-9a-f]{64}/);
  expect(html).toMatch(/Limits?/);
  expect(html).toContain('Reproduce</h2>');
  expect(html).toContain(base.command);
});

describe('moves at once', () => {
  const history: HistoryRecord = {
    user: 'u',
    summary: 'No order of these moves explains it (at once: a and b).',
    before: ['select 1'],
    after: ['send 3'],
    together: [
      { name: 'send 1', by: 'gateway', fromMs: 10, toMs: 50.25 },
      { name: 'send 2', by: 'gateway', fromMs: 20, toMs: 40 },
      { name: 'close 1', by: 'employee', fromMs: 25, toMs: 30, refused: true },
    ],
    orders: [
      { order: ['send 1', 'send 2'], why: 'the first was lost' },
      { order: ['send 2', 'send 1'], why: 'the second was lost' },
    ],
  };
  const [sample] = base.events as [EventRecord];
  const event = (id: number, name: string, atMs: number): EventRecord => ({
    ...sample,
    id,
    name,
    atMs,
    caseId: 'a',
    user: 'u',
  });
  const text = `${history.summary} With send 1 before send 2, it was lost.`;
  const html = page(
    { history },
    [exchange(0, 10, 40), exchange(1, 20, 20), exchange(2, 90, 10)],
    { reason: { code: 'no-order', text }, events: [1, 2] },
    [event(1, 'Asked', 60), event(2, 'Late', 95)],
  );
  const picture = /<div class="history">.*?<\/div>/s.exec(html)?.[0] ?? '';

  test('stand on a line each, at their place in time, with the webhooks until the next move', () => {
    const lines = [...picture.matchAll(/<span class="label">([^<]*)<\/span>/g)].map(([, title]) => title);
    expect(lines).toEqual(['connection 1', 'connection 2', 'employee', 'webhooks', '']);
    const bars = [...picture.matchAll(/<rect x="([\d.]+)%" y="18" width="([\d.]+)%"/g)].map(
      ([, x, width]) => [Number(x), Number(width)],
    );
    const [whole, inner, act] = bars as [number[], number[], number[]];
    expect(whole[0]).toBe(0);
    // The picture ends with the webhook, 50 ms after the first move began.
    expect(whole[1]).toBeCloseTo((96 * 40.25) / 50, 1);
    expect(inner.map((part) => part.toFixed(1))).toEqual(['19.2', '38.4']);
    expect(act.map((part) => part.toFixed(1))).toEqual(['28.8', '9.6']);
    expect(picture).toContain('send 1, 40.3 ms');
    expect(picture).toContain('close 1, 5 ms, turned away');
    expect(picture).toMatch(/<circle cx="96%".*?>Asked</s);
    expect(picture).not.toContain('>Late<');
    expect(picture).toContain('Before: select 1. After: send 3. Webhooks after that: Late.');
  });

  test('have beneath them why each order is impossible, which the reason need not say again', () => {
    expect(picture).toContain('<b>send 1, then send 2</b>: the first was lost');
    expect(picture).toContain('<b>send 2, then send 1</b>: the second was lost');
    expect(html).toMatch(
      /<p class="reason">No order of these moves explains it \(at once: a and b\)\. <code/,
    );
    const without = page({}, [exchange(0, 10, 40)], { reason: { code: 'no-order', text } });
    expect(without).toContain('With send 1 before send 2, it was lost.');
    expect(without).not.toContain('class="history"');
  });

  test('are valid HTML', async () => {
    const report = await new HtmlValidate({ extends: ['html-validate:standard'] }).validateString(picture);
    expect(report.results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  });
});

test('the state machine says of each transition how many rows of three moves were walked through it', () => {
  const [machine] = base.machines as [RunRecord['machines'][number]];
  const [first, ...others] = machine.transitions as [Transition, ...Transition[]];
  const transitions = [
    { ...first, windows: { walked: 3, legal: 7 } },
    ...others.map((transition) => ({ ...transition, windows: { walked: 9, legal: 9 } })),
  ];
  const html = renderHtml({ ...base, machines: [{ ...machine, transitions }] });
  expect(html.match(/class="windows lacking">3\/7 walked</g)).toHaveLength(1);
  expect(html.match(/class="windows">9\/9 walked</g)).toHaveLength(others.length);
  expect(html).toContain('3 of the 7 legal sequences of three moves that pass it');
});

test.each([
  [0, 'move passed', 'by walks'],
  [1, 'move untested', 'no case'],
])('what walks of an exploration passed is proven where none failed: %i failed', (failed, style, words) => {
  const [machine] = base.machines as [RunRecord['machines'][number]];
  const [first] = machine.transitions as [Transition];
  const transitions = [{ ...first, cases: [], windows: { walked: 3, legal: 9 } }];
  const walks = { walks: 20, moves: 160, passed: 20 - failed, failed, unexplained: 0 };
  const html = renderHtml({
    ...base,
    cases: [],
    machines: [{ ...machine, transitions }],
    walks: { ...walks, windows: { covered: 3, legal: 9 }, found: [], notes: [] },
  });
  expect(html).toContain(`class="${style}"`);
  expect(html).toMatch(new RegExp(`<span class="soft">${words}</span>`));
});

type Transition = RunRecord['machines'][number]['transitions'][number];
