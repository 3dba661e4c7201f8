import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { loadDescriptions } from '../../src/description/load.js';
import type { Description } from '../../src/description/types.js';
import { EVENT_TIMEOUT_MS, hostileRun, hostileRuns } from '../support/hostile/run.js';
import type { Post, RelayedEvent } from '../support/hostile/target.js';
import { heldBytes } from '../support/process/held-bytes.js';

let descriptions: Description[];
beforeAll(async () => {
  descriptions = await loadDescriptions();
});

const SENT = 'routing/new-user/sendFile';
const ABSENT = 'routing/selected-after-writing/sendFile';
const REPLIED = 'events/sent-TextMessage';
const CLOSED = 'events/sent-Closed';

/** Events of the preflight are left alone: the behaviour begins with the cases. */
function spoiling(
  spoil: (event: RelayedEvent & { name: string; user: string }, post: Post) => Promise<unknown>,
): (event: RelayedEvent, post: Post) => Promise<unknown> {
  return (event, post) => {
    const { event: name, user } = JSON.parse(event.body);
    return user.includes('preflight') ? post(event.url, event.body) : spoil({ ...event, name, user }, post);
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function run(
  spoil: Parameters<typeof spoiling>[0],
  { grep = [SENT, ABSENT, REPLIED], ...more }: Partial<Parameters<typeof hostileRun>[0]> = {},
) {
  return hostileRun({ descriptions, grep, event: spoiling(spoil), ...more });
}

test('before the HTTP response of the request that causes it', async () => {
  const { verdicts, exitCode } = await run(({ url, body }, post) => post(url, body), {
    hold: ({ operation }) => (operation === 'sendFile' ? pause(150) : pause(0)),
  });
  expect(new Set(Object.values(verdicts))).toEqual(new Set(['pass']));
  expect(exitCode).toBe(0);
});

test('three times: duplicates are noted', async () => {
  const { verdicts, exitCode, record } = await run(async ({ url, body }, post) => {
    for (let copy = 0; copy < 3; copy += 1) await post(url, body);
  });
  expect(new Set(Object.values(verdicts))).toEqual(new Set(['pass']));
  expect(exitCode).toBe(0);
  expect(record?.observations.filter(({ gap }) => gap === 'duplicate-events').length).toBeGreaterThan(0);
});

test('an absent event that comes after the quiet window, but within the run, takes the pass back', async () => {
  let stray: RelayedEvent | null = null;
  const { verdicts, record } = await run(
    async (event, post) => {
      await post(event.url, event.body);
      stray ??= event.name === 'SelectDestination' ? event : null;
    },
    {
      grep: [ABSENT, 'requests/accepted/sendFile', REPLIED],
      flags: { quietWindow: '300ms' },
      // A selection is followed by an event that nothing caused, 200 ms later.
      respond: ({ operation, version, text }, good) => {
        const user = /"user_id":"([^"]+)"/.exec(text)?.[1];
        if (operation === 'selectDestination' && version === '1.0' && user)
          setTimeout(() => stray && void postStray(stray, user), 200);
        return good;
      },
    },
  );
  expect(verdicts[`1.0/${ABSENT}`]).toBe('fail unexpected-event');
  expect(verdicts[`1.2/${ABSENT}`]).toBe('pass');
  const failed = record?.cases.find(({ id }) => id === `1.0/${ABSENT}`);
  expect(failed?.events.length).toBeGreaterThan(1);
});

async function postStray({ url, body }: RelayedEvent, user: string): Promise<void> {
  const event = { ...JSON.parse(body), user };
  await fetch(url, { method: 'POST', body: JSON.stringify(event) });
}

test('an event that is due and comes after its time, within the run, fails and is kept as evidence', async () => {
  const { verdicts, record } = await run(
    async ({ url, body, name }, post) => {
      if (name === 'Closed') await pause(EVENT_TIMEOUT_MS + 200);
      await post(url, body);
    },
    // The quiet window of the other case keeps the run going meanwhile.
    { grep: [CLOSED, ABSENT], flags: { quietWindow: '1500ms' } },
  );
  expect(verdicts[`1.0/${CLOSED}`]).toBe('fail no-event');
  const failed = record?.cases.find(({ id }) => id === `1.0/${CLOSED}`);
  expect(failed?.reason?.text).toMatch(
    /did not arrive within 700 ms\. Closed arrived later in the run, [\d.]+ m?s after the case\./,
  );
  const evidence = record?.events.filter(({ id }) => failed?.events.includes(id)).map(({ name }) => name);
  expect(evidence).toContain('Closed');
});

test('never, with the catcher proven', async () => {
  const { verdicts, exitCode, lines } = await hostileRun({
    descriptions,
    grep: [SENT, ABSENT],
    event: async () => undefined,
  });
  expect(verdicts[`1.0/${SENT}`]).toBe('fail no-event');
  expect(verdicts[`1.0/${ABSENT}`]).toMatch(/^(fail no-event|inconclusive (no-control|setup-no-event))$/);
  expect(exitCode).toBe(1);
  expect(lines.join('\n')).toContain('No SelectDestination of 1.0 arrived');
});

test('never, with the catcher not proven', async () => {
  const { verdicts, exitCode } = await hostileRun({
    descriptions,
    grep: [SENT, 'requests/accepted/sendFile'],
    event: async () => undefined,
    flags: { webhookUrl: 'http://127.0.0.1:9' },
  });
  expect(verdicts[`1.0/${SENT}`]).toBe('inconclusive catcher-unproven');
  expect(verdicts['1.0/requests/accepted/sendFile']).toBe('pass');
  expect(exitCode).toBe(4);
});

test('for a foreign user, to a forged path, as a ping: ignored, counted, noted', async () => {
  const { verdicts, exitCode, record } = await run(async ({ url, body }, post) => {
    await post(url, JSON.stringify({ ...JSON.parse(body), user: 'somebody-else' }));
    await post(url.replace(/[^/]+$/, 'forged'), body);
    await post(new URL('/', url).href, body);
    await post(url, '', 'GET');
    await post(url, '');
    await post(url, body);
  });
  expect(new Set(Object.values(verdicts))).toEqual(new Set(['pass']));
  expect(exitCode).toBe(0);
  expect(record?.strays?.foreign).toBeGreaterThan(5);
  expect(record?.strays?.refused).toBeGreaterThan(10);
  expect(JSON.stringify(record)).not.toContain('somebody-else');
  expect(record?.events.filter(({ note }) => note?.includes('ping')).length).toBeGreaterThan(10);
});

test.each<[string, (body: string) => string | Buffer]>([
  ['plain text', (body) => `event ${body}`],
  ['a form', (body) => new URLSearchParams(JSON.parse(body)).toString()],
  ['a JSON string', (body) => JSON.stringify(body)],
  ['UTF-16', (body) => Buffer.from(`\ufeff${body}${JSON.parse(body).user}`, 'utf16le')],
  [
    'JSON of endless depth',
    (body) => `${body.slice(0, -1)},"deep":${'['.repeat(90_000)}${']'.repeat(90_000)}}`,
  ],
])('not JSON: %s', async (name, make) => {
  const { verdicts, exitCode } = await run(({ url, body }, post) => post(url, make(body)), {
    grep: [SENT, 'requests/accepted/sendFile'],
  });
  // In UTF-16 the user cannot be seen, so it is no event of anybody.
  expect(verdicts[`1.0/${SENT}`]).toBe(name === 'UTF-16' ? 'fail no-event' : 'fail event-shape');
  expect(verdicts['1.0/requests/accepted/sendFile']).toBe('pass');
  expect(exitCode).toBe(1);
});

test('by another method', async () => {
  const { verdicts } = await run(({ url, body }, post) => post(url, body, 'PUT'), { grep: [SENT] });
  expect(verdicts[`1.0/${SENT}`]).toBe('fail event-shape');
});

test('a flood of foreign events pushes none of the run out', async () => {
  let flooding: Promise<unknown> | null = null;
  const before = heldBytes();
  const flood = async (url: string, post: Post): Promise<void> => {
    for (let sent = 0; sent < 12_000; sent += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          post(url, `{"event":"Flood","user":"x${sent + n}","text":"${'-'.repeat(8_000)}"}`),
        ),
      );
  };
  const { verdicts, exitCode, record } = await run(
    async ({ url, body, name }, post) => {
      flooding ??= flood(url, post);
      if (name === 'Closed') await flooding;
      await post(url, body);
    },
    // Nothing is waited for in vain.
    { grep: [SENT, ABSENT, CLOSED], flags: { eventTimeout: '100s' } },
  );
  expect(new Set(Object.values(verdicts))).toEqual(new Set(['pass']));
  expect(exitCode).toBe(0);
  // The flood was more than 90 MiB.
  expect((heldBytes() - before) / 1024 / 1024).toBeLessThan(60);
  expect(record?.strays?.dropped).toBeGreaterThan(1_000);
}, 120_000);

test('a flood of own events: what was dropped is said', async () => {
  let bring: ((body: string) => Promise<unknown>) | null = null;
  let flooding: Promise<unknown> | null = null;
  const flood = async (user: string): Promise<void> => {
    // More than the 48 MiB of its own deliveries that a run keeps, each unlike all others.
    const body = (): string =>
      JSON.stringify({ event: 'Flood', user, padding: randomBytes(6_750).toString('base64') });
    for (let sent = 0; sent < 5_600; sent += 100)
      await Promise.all(Array.from({ length: 100 }, () => bring?.(body())));
  };
  const { verdicts, exitCode } = await hostileRun({
    descriptions,
    grep: [SENT, CLOSED],
    flags: { timeout: '90s', eventTimeout: '2s' },
    event: ({ url, body }, post) => {
      bring ??= (body) => post(url, body);
      return post(url, body);
    },
    // No request of a case is answered before the flood is over: no event is due while it lasts, however long.
    hold: async ({ text }) => {
      const user = /"user_id":"(u-\w+-\d+a)"/.exec(text)?.[1];
      if (user) flooding ??= flood(user);
      if (user) await flooding;
    },
  });
  expect(Object.values(verdicts)).toContain('inconclusive evidence-dropped');
  expect(Object.values(verdicts).filter((verdict) => verdict.startsWith('fail no-event'))).toEqual([]);
  expect(exitCode).toBe(4);
}, 120_000);

test('another run replaces the webhook address in mid-run', async () => {
  let state: 'ours' | 'theirs' | 'ours again' = 'ours';
  const { verdicts, exitCode, record } = await hostileRun({
    descriptions,
    grep: [SENT, ABSENT, REPLIED, 'requests/accepted/sendFile'],
    flags: { concurrency: '1' },
    event: async ({ url, body }, post) => {
      const { user, event } = JSON.parse(body);
      if (state !== 'theirs') await post(url, body);
      // After the first event of a case, events go where the other run wants them.
      const isFirst = state === 'ours' && event === 'SelectDestination' && !user.includes('preflight');
      if (isFirst) state = 'theirs';
    },
    respond: ({ operation }, good) => {
      if (operation === 'setWebhook' && state === 'theirs') state = 'ours again';
      return good;
    },
  });
  expect(state).toBe('ours again');
  expect(Object.values(verdicts)).toContain('inconclusive interference');
  expect(Object.values(verdicts).filter((verdict) => verdict.startsWith('fail'))).toEqual([]);
  expect(verdicts['1.0/requests/accepted/sendFile']).toBe('pass');
  expect(exitCode).toBe(4);
  const told = record?.cases.find(({ reason }) => reason?.code === 'interference');
  expect(told?.reason?.text).toContain(
    'the deployment may have lost it, or somebody else may have replaced it',
  );
});

test('the preflight says nothing of an address that is replaced meanwhile, the run does', async () => {
  const { verdicts, exitCode, record } = await hostileRun({
    descriptions,
    grep: [`1.0/${SENT}`],
    event: ({ url, body }, post) => (body.includes('preflight') ? Promise.resolve() : post(url, body)),
  });
  expect(verdicts).toEqual({ [`1.0/${SENT}`]: 'pass' });
  expect(exitCode).toBe(0);
  expect(record?.interference).toContain('somebody else, such as another run, may have set another');
});

/** Events of a kind go astray until this run sets its address again of its own accord, by another case. */
function astray(lost: (user: string, theirs: boolean) => boolean) {
  let theirs = false;
  let ready = 0;
  let strayed: () => void = () => undefined;
  const hasStrayed = new Promise<void>((resolve) => {
    strayed = resolve;
  });
  return hostileRun({
    descriptions,
    grep: [`1.0/${SENT}`, '1.0/requests/accepted/setWebhook'],
    event: ({ url, body }, post) => {
      const { user } = JSON.parse(body);
      // From the first event of the cases on.
      theirs ||= /-0\d{4}a$/.test(user);
      if (user.includes('preflight')) ready += 1;
      const isLost = lost(user, theirs);
      if (isLost) strayed();
      return isLost ? Promise.resolve() : post(url, body);
    },
    // The preflight ends with an event under each version; after it, the address is set once the event has strayed.
    hold: async ({ operation }) => {
      if (operation === 'setWebhook' && ready === 2) await hasStrayed;
    },
    respond: ({ operation }, good) => {
      if (operation === 'setWebhook') theirs = false;
      return good;
    },
  });
}

test('an event that went astray before this run set its address again is missing where nobody else is to be seen', async () => {
  const { verdicts, exitCode, record } = await astray((_user, theirs) => theirs);
  expect(verdicts[`1.0/${SENT}`]).toBe('fail no-event');
  expect(verdicts['1.0/requests/accepted/setWebhook']).toBe('pass');
  expect(exitCode).toBe(1);
  expect(record?.cases.find(({ verdict }) => verdict === 'fail')?.exchanges.length).toBe(1);
});

test('absences watched while the address was not ours prove nothing', async () => {
  let theirs = false;
  const { verdicts } = await hostileRun({
    descriptions,
    grep: [`1.0/${ABSENT}`],
    event: async ({ url, body }, post) => {
      const { user, event } = JSON.parse(body);
      if (!theirs) await post(url, body);
      // The positive control has come; whatever follows goes astray.
      if (event === 'SelectDestination' && !user.includes('preflight')) theirs = true;
    },
    respond: ({ operation }, good) => {
      if (operation === 'setWebhook') theirs = false;
      return good;
    },
  });
  expect(Object.values(verdicts)).toEqual(['inconclusive interference']);
});

test('two runs at once with one key: no wrong verdict in either, and both say why', async () => {
  const runs = await hostileRuns(
    {
      descriptions,
      grep: [SENT, ABSENT, REPLIED, CLOSED, '1.0/requests/accepted/', '1.0/routing/'],
      // Long enough for each to ask whether events still come while the other one is there.
      flags: { quietWindow: '3s' },
    },
    2,
  );
  for (const { verdicts, record } of runs) {
    expect(Object.values(verdicts).filter((verdict) => verdict.startsWith('fail'))).toEqual([]);
    expect(verdicts['1.0/requests/accepted/sendFile']).toBe('pass');
    expect(record?.interference).toMatch(/(may have used|uses) the same contact point/);
  }
  // One of them may have held the address all the time that mattered.
  const doubted = runs.filter(({ verdicts }) =>
    Object.values(verdicts).includes('inconclusive interference'),
  );
  expect(doubted).not.toEqual([]);
  for (const { exitCode } of doubted) expect(exitCode).toBe(4);
});

test('what a run that ended left behind, repeated to whoever set the address since, casts no doubt on this one', async () => {
  const left = Array.from({ length: 9 }, (_, at) => `u-fedcba9876-0000${at}a`);
  const { verdicts, exitCode, record } = await run(
    async ({ url, body, user }, post) => {
      for (const other of left.splice(0)) await post(url, body.replaceAll(user, other));
      await post(url, body);
    },
    { grep: [SENT, ABSENT] },
  );
  expect(record?.strays?.foreign).toBe(9);
  expect(new Set(Object.values(verdicts))).toEqual(new Set(['pass']));
  expect(exitCode).toBe(0);
  expect(record?.interference).toContain('Events of another run arrived');
  expect(record?.sentence).not.toContain('another run');
});
