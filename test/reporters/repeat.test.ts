import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type {
  ActionRecord,
  CaseRecord,
  ExchangeRecord,
  ReadingRecord,
  RunRecord,
} from '../../src/record/types.js';
import { BUDGETS, type Budget } from '../../src/reporters/html/budgets.js';
import { issueText, scenarioScript } from '../../src/reporters/html/case/repeat.js';
import { buildModel } from '../../src/reporters/html/model.js';
import { renderHtml } from '../support/record/render-html.js';
import { sampleRecord } from '../support/record/sample-record.js';
import { smallRecord } from '../support/record/small-record.js';

const base = await sampleRecord({ kind: 'faulty', cases: 20 });
const RUN = '0123456789';
const DIGITS = '90123456789012';
const failed: Partial<CaseRecord> & Pick<CaseRecord, 'id' | 'statements' | 'verdict'> = {
  id: '1.0/employee/odd',
  version: '1.0',
  statements: ['s'],
  verdict: 'fail',
  expected: 'a\nb',
  received: 'c',
};

function exchange(id: number, user: string, body: ExchangeRecord['request']['body']): ExchangeRecord {
  const [first] = base.exchanges as [ExchangeRecord];
  const request = {
    method: 'POST',
    url: 'https://h/send?key=[key]',
    headers: [['Content-Length', '1']] as [string, string][],
    body,
  };
  return { ...first, id, user, caseId: failed.id, request, startedMs: id };
}

const textBody = (text: string) => ({ text, bytes: text.length, cut: false });

/** What the script of a case with these users would send, each body as curl is given it. */
function repeated(users: string[]): string[] {
  const exchanges = users.map((user, id) => exchange(id, user, textBody(JSON.stringify({ user }))));
  const record = smallRecord(base, [{ ...failed, exchanges: users.map((_, id) => id) }], {
    exchanges,
    events: [],
  });
  const model = buildModel(record, BUDGETS[0] as Budget, null);
  const script = scenarioScript(model, record.cases[0] as CaseRecord);
  const curl = `curl() { while [ $# -gt 0 ]; do if [ "$1" = --data-raw ]; then printf '%s\\0' "$2"; fi; shift; done; }`;
  const printed = execFileSync('bash', ['-c', `${curl}\n${script}`], {
    encoding: 'utf8',
    env: { ...process.env, CONFORM_KEY: 'k' },
  });
  return printed
    .split('\0')
    .slice(0, -1)
    .map((text) => (JSON.parse(text) as { user: string }).user);
}

test.each([
  ['blanks and capitals', [` u-${RUN}-00001a  X`, ` u-${RUN}-00001a X`]],
  ['length', [`u-${RUN}-00002a${'x'.repeat(255)}`, `u-${RUN}-00002a${'x'.repeat(254)}y`]],
  ['letter case of the whole', [`u-abcdef${RUN.slice(6)}-00003a`, `U-ABCDEF${RUN.slice(6)}-00003A`]],
  ['digits and leading zeros', [`000${DIGITS}00004`, `${DIGITS}00004`]],
  ['quotes, emoji and what is not seen', [`u-${RUN}-5a"'\\$x😀\u200b\u202e\n`, `u-${RUN}-5a&amp;/?#`]],
])('a script has fresh users of the same shape: %s', (_, users) => {
  const fresh = repeated(users);
  expect(fresh).toHaveLength(users.length);
  const runs = /0123456789|abcdef6789|ABCDEF6789|90123456789012/g;
  for (const [at, user] of users.entries()) {
    const made = fresh[at] as string;
    expect(made).not.toBe(user);
    expect(made).toHaveLength(user.length);
    expect(made).not.toMatch(runs);
    const [before = '', after = ''] = user.split(runs);
    expect([made.startsWith(before), made.endsWith(after)]).toEqual([true, true]);
  }
  const cores = users.map((user, at) => {
    const [before = '', after = ''] = user.split(runs);
    return (fresh[at] as string).slice(before.length, -after.length || undefined).toLowerCase();
  });
  expect(new Set(cores).size).toBe(1);
});

test('bytes that are no text have the fresh user, too', () => {
  const bytes = Buffer.concat([Buffer.from(`{"user":"u-${RUN}-1a"`), Buffer.from([0xff, 0x7d])]);
  const record = smallRecord(base, [{ ...failed, exchanges: [0] }], {
    exchanges: [
      exchange(0, `u-${RUN}-1a`, { base64: bytes.toString('base64'), bytes: bytes.length, cut: false }),
    ],
    events: [],
  });
  const model = buildModel(record, BUDGETS[0] as Budget, null);
  const script = scenarioScript(model, record.cases[0] as CaseRecord);
  const printed = execFileSync('bash', ['-c', `curl() { cat; }\n${script}`], {
    env: { ...process.env, CONFORM_KEY: 'k' },
  });
  expect(printed).toHaveLength(bytes.length);
  expect(printed.subarray(-2)).toEqual(bytes.subarray(-2));
  expect(printed.toString('latin1')).not.toContain(RUN);
});

test('what others said stands in one line of the script', () => {
  const record = smallRecord(base, [{ ...failed, exchanges: [0] }], {
    exchanges: [exchange(0, 'u', textBody('{}'))],
    events: [],
  });
  const model = buildModel(record, BUDGETS[0] as Budget, null);
  expect(scenarioScript(model, record.cases[0] as CaseRecord)).toMatch(/\n# expected: a⏎b\n# received: c$/);
});

function inbox(url: string, judged: Partial<NonNullable<CaseRecord['judged']>>): RunRecord {
  const reading: ReadingRecord = {
    id: 4,
    caseId: failed.id,
    user: 'u',
    version: '1.0',
    destination: 'd-101',
    items: [{ fromUser: true, shown: { url } }],
    atMs: 9,
    untilMs: 9,
    times: 1,
  };
  const exchanges = [
    exchange(0, 'u', textBody('{"sent":"first"}')),
    exchange(1, 'u', textBody('{"last":1}')),
  ];
  const at = { part: 'inbox', reading: 4, step: 1, atMs: 9, ...judged } as const;
  const judgedCase = { ...failed, exchanges: [0, 1], readings: [4], judged: at };
  return smallRecord(base, [judgedCase], { exchanges, events: [], readings: [reading] });
}

test('the text of an issue shows the inbox that was judged, and of the exchanges the one that it is about', () => {
  const told = (judged: Partial<NonNullable<CaseRecord['judged']>>) => {
    const record = inbox('https://x/', judged);
    return issueText(buildModel(record, BUDGETS[0] as Budget, null), record.cases[0] as CaseRecord);
  };
  expect(told({})).toContain(
    '### Inbox\n\n```\nDestination d-101, user u: 1 item\nuser {"url":"https://x/"}',
  );
  expect(told({})).not.toContain('### Exchange');
  expect(told({ exchange: 0 })).toContain('{"sent":"first"}');
  expect(told({ exchange: 0 })).not.toContain('{"last":1}');
});

test('a link in an inbox stands whole, and what is cut is marked', () => {
  const shown = (length: number) =>
    renderHtml(inbox(`https://x/${'y'.repeat(length)}`, { pointer: '/0/shown/url' }));
  expect(shown(500)).toContain(`https://x/${'y'.repeat(500)}</span>`);
  expect(shown(2_000)).toMatch(
    /https:\/\/x\/y+… \[cut here, 1010 more characters in results\.json\]<\/span>/,
  );
});

test('in a long inbox the judged item is there, and the others are counted', () => {
  const record = inbox('https://x/', { pointer: '/2/shown/url' });
  const [reading] = record.readings as [ReadingRecord];
  const items = Array.from({ length: 60 }, (_, at) => ({
    fromUser: true,
    shown: { url: `https://x/${at}` },
  }));
  const html = renderHtml({ ...record, readings: [{ ...reading, items }] });
  expect(html).toContain('https://x/2</span>');
  expect(html).toContain('and 20 more items, in results.json');
});

test('what employees did stands in the course of the case: logins, and the address taken away', () => {
  const action = (name: string, more: Partial<ActionRecord>): ActionRecord => {
    return {
      caseId: failed.id,
      user: null,
      action: name,
      ok: true,
      text: '',
      startedMs: 5,
      durationMs: 1,
      ...more,
    };
  };
  const record = smallRecord(base, [{ ...failed, exchanges: [0] }], {
    exchanges: [exchange(0, 'u', textBody('{}'))],
    events: [],
    actions: [
      action('set_presence', { online: false }),
      action('set_presence', { online: true, destination: '12' }),
      action('clear_webhook', {}),
    ],
  });
  const html = renderHtml(record);
  for (const words of ['log out', 'log in at 12', 'clear webhook']) {
    expect(html).toContain(`<b>${words}</b>`);
    expect(html).toMatch(new RegExp(`<text class="name"[^>]*>${words}<`));
  }
  const model = buildModel(record, BUDGETS[0] as Budget, null);
  expect(scenarioScript(model, record.cases[0] as CaseRecord)).toContain(
    '# here an employee: clear webhook\n',
  );
});

test('a script for a target over TLS says where the certificate goes', () => {
  const record = smallRecord(base, [{ ...failed, exchanges: [0] }], {
    exchanges: [exchange(0, 'u', textBody('{}'))],
    events: [],
    target: { ...base.target, baseUrl: 'https://h/' },
  });
  const model = buildModel(record, BUDGETS[0] as Budget, null);
  const script = scenarioScript(model, record.cases[0] as CaseRecord) ?? '';
  expect(script).toContain('--cacert');
  expect(script).toContain('curl -sS "${CA[@]}"');
});
