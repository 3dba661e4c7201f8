import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import type { RunRecord } from '../../src/record/types.js';
import { annotations } from '../../src/reporters/annotations.js';
import { terminalSummary } from '../../src/reporters/terminal.js';
import { writeReports } from '../../src/reporters/write-reports.js';
import { CANARY, SPELLINGS, tracesIn } from '../support/hostile/canary.js';
import { type HostileRunOptions, hostileRun } from '../support/hostile/run.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const GREP = [
  'requests/accepted/',
  'responses/type-name',
  'routing/new-user/',
  'authentication/no-key/',
  'every-json-object',
  'every-error-row',
];

/** Everything that a run of this record leaves behind. */
async function outputsOf(record: RunRecord): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-secrets-'));
  try {
    await writeReports(record, folder);
    const files = await readdir(folder);
    const texts = await Promise.all(
      files.map(async (file) => [file, await readFile(join(folder, file), 'utf8')]),
    );
    return {
      ...Object.fromEntries(texts),
      terminal: terminalSummary(record, { color: true, columns: 100, report: 'x' }),
      annotations: annotations(record).join('\n'),
      base64: [...record.exchanges, ...record.events]
        .flatMap((traffic) =>
          'response' in traffic ? [traffic.response?.body, traffic.request.body] : [traffic.body],
        )
        .map((body) => Buffer.from(body?.base64 ?? '', 'base64').toString('latin1'))
        .join('\n'),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function bodyOf(text: string | Buffer) {
  return (_seen: unknown, good: { status: number; headers: [string, string][]; body: Buffer }) => ({
    ...good,
    body: Buffer.from(text as string),
  });
}

type Place = (echo: string) => Partial<HostileRunOptions>;

const withField =
  (field: string): Place =>
  (echo) => ({
    respond: (_seen, good) => ({
      ...good,
      body: Buffer.from(JSON.stringify({ ...JSON.parse(good.body.toString()), [field]: echo })),
    }),
  });

const PLACES: Record<string, Place> = {
  'a reason phrase': (echo) => ({
    play: ({ operation }) =>
      operation === 'sendFile'
        ? (socket) =>
            socket.write(Buffer.from(`HTTP/1.1 400 ${line(echo)}\r\nContent-Length: 2\r\n\r\n{}`, 'latin1'))
        : null,
  }),
  'a header': (echo) => ({
    respond: (_seen, good) => ({
      ...good,
      headers: [...good.headers, ['X-Echo', line(echo)], ['Set-Cookie', `k=${line(echo)}`]],
    }),
  }),
  'a header name': () => ({
    respond: (_seen, good) => ({
      ...good,
      headers: [...good.headers, [SPELLINGS['hex']?.(CANARY) ?? '', '1']],
    }),
  }),
  'a Location': (echo) => ({
    respond: (_seen, good) => ({
      ...good,
      status: 302,
      headers: [['Location', `https://x.example/?key=${line(echo)}`]],
    }),
  }),
  'a content type': (echo) => ({
    respond: (_seen, good) => ({ ...good, headers: [['Content-Type', `text/html; x="${line(echo)}"`]] }),
  }),
  'an unknown field': withField('echo'),
  'a field name': (echo) => withField(echo)('x'),
  'a documented field': withField('message_id'),
  'a wrong type': withField('destinations'),
  'an error text': (echo) => ({
    respond: (_seen, good) => ({
      ...good,
      status: 400,
      body: Buffer.from(
        JSON.stringify({ success: false, error: { code: 9, message: `Invalid data: ${echo}` } }),
      ),
    }),
  }),
  'an error text that is long': (echo) => ({
    respond: (_seen, good) => ({
      ...good,
      status: 400,
      body: Buffer.from(JSON.stringify({ success: false, error: { code: 9, message: echo.repeat(40) } })),
    }),
  }),
  'a body that is not JSON': (echo) => ({ respond: bodyOf(`<p>${echo}`) }),
  'a body that is not JSON, from its first character on': () => ({ respond: bodyOf(CANARY.repeat(9)) }),
  'a body that is not UTF-8': (echo) => ({
    respond: bodyOf(Buffer.concat([Buffer.from(echo), Buffer.from([0xff])])),
  }),
  'UTF-16': (echo) => ({ respond: bodyOf(Buffer.from(`${echo} ${CANARY}`, 'utf16le')) }),
  'an event': (echo) => ({
    event: ({ url, body }, post) => post(url, JSON.stringify({ ...JSON.parse(body), echo, [echo]: 1 })),
  }),
  'the name of an event': (echo) => ({
    event: ({ url, body }, post) => post(url, JSON.stringify({ ...JSON.parse(body), event: echo })),
  }),
  'an event that is not JSON': (echo) => ({
    event: ({ url, body }, post) => post(url, `${JSON.parse(body).user} ${echo}`),
  }),
};

/** One line of Latin-1, as a header takes it. */
function line(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replace(/[\r\n]/g, ' ');
}

const ECHO = Object.values(SPELLINGS)
  .map((write) => write(CANARY))
  .join(' | ');

describe('a key that the target echoes in every spelling', () => {
  test.each(Object.entries(PLACES))('in %s', async (_name, place) => {
    const ran = await hostileRun({ descriptions, key: CANARY, grep: GREP, ...place(ECHO) });
    expect(tracesIn([...ran.lines, ran.stop?.message, ran.stop?.hint].join('\n'))).toEqual([]);
    expect(ran.record).not.toBeNull();
    if (!ran.record) return;
    for (const [name, text] of Object.entries(await outputsOf(ran.record)))
      expect({ [name]: tracesIn(text) }).toEqual({ [name]: [] });
    const { exchanges, events } = ran.record;
    expect(JSON.stringify([exchanges, events])).toContain('[key]');
  });

  test('in all these places by turns, from the 20th request and the third event on', async () => {
    const spoils = Object.values(PLACES).map((place) => place(ECHO));
    const nth = (count: number, good: number) => (count > good ? spoils[count % spoils.length] : undefined);
    const turns = new Map<unknown, Partial<HostileRunOptions> | undefined>();
    let events = 0;
    const ran = await hostileRun({
      descriptions,
      key: CANARY,
      grep: GREP,
      flags: { timeout: '10s', eventTimeout: '4s' },
      play: (seen) => {
        const spoil = nth(turns.size, 20);
        turns.set(seen, spoil);
        return spoil?.play?.({ ...seen, operation: 'sendFile' }) ?? null;
      },
      respond: (seen, good) => turns.get(seen)?.respond?.(seen, good) ?? good,
      event: (event, post) => {
        events += 1;
        const bring = events > 3 ? spoils.filter((spoil) => spoil.event)[events % 3]?.event : undefined;
        return bring ? bring(event, post) : post(event.url, event.body);
      },
    });
    expect(turns.size).toBeGreaterThan(20 + spoils.length);
    expect(events).toBeGreaterThan(3 + 3);
    expect(tracesIn(ran.lines.join('\n'))).toEqual([]);
    if (!ran.record) throw new Error('The run came to no record.');
    for (const [name, text] of Object.entries(await outputsOf(ran.record)))
      expect({ [name]: tracesIn(text) }).toEqual({ [name]: [] });
    expect(JSON.stringify(ran.record.exchanges)).toContain('[key]');
    expect(Object.values(ran.verdicts)).toContain('pass');
  });

  test('the verdicts are as without it', async () => {
    const [plain, echoing] = await Promise.all(
      ['nothing', ECHO].map((echo) =>
        hostileRun({
          descriptions,
          key: CANARY,
          grep: GREP,
          // On a busy machine a response takes longer.
          flags: { timeout: '10s', eventTimeout: '4s' },
          ...withField('echo')(echo),
        }),
      ),
    );
    expect(echoing?.verdicts).toEqual(plain?.verdicts);
    expect(Object.values(echoing?.verdicts ?? {})).toContain('pass');
  });
});

test('a key that stands across each limit at which something is cut', async () => {
  for (const limit of [60, 120, 200, 400, 2048, 65_536, 131_072, 262_144]) {
    for (const before of [20]) {
      const text = 'x'.repeat(limit - before) + CANARY + 'y'.repeat(500);
      const ran = await hostileRun({
        descriptions,
        key: CANARY,
        grep: [
          '1.0/requests/accepted/sendFile',
          '1.0/requests/accepted/sendText',
          '1.0/routing/new-user/sendText',
          '1.0/responses/type-name',
        ],
        respond: ({ operation }, good) =>
          operation === 'sendFile'
            ? { ...good, body: Buffer.from(text) }
            : operation === 'sendText'
              ? {
                  ...good,
                  status: 400,
                  body: Buffer.from(JSON.stringify({ success: false, error: { code: 9, message: text } })),
                }
              : good,
        flags: { eventTimeout: '200ms' },
        event: ({ url, body }, post) => post(url, body.includes('preflight') ? body : body + text),
      });
      expect(tracesIn(ran.lines.join('\n'))).toEqual([]);
      if (ran.record)
        for (const [name, output] of Object.entries(await outputsOf(ran.record)))
          expect({ limit, before, [name]: tracesIn(output) }).toEqual({ limit, before, [name]: [] });
    }
  }
}, 120_000);

test('a line to repeat a request takes the key from the environment', async () => {
  const { record } = await hostileRun({
    descriptions,
    key: CANARY,
    grep: ['requests/accepted/sendFile'],
    respond: ({ operation }, good) => (operation === 'sendFile' ? { ...good, status: 418 } : good),
  });
  expect(record).not.toBeNull();
  if (!record) return;
  const { 'index.html': html } = await outputsOf(record);
  expect(html).toContain('$CONFORM_KEY');
});
