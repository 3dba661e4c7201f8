import { expect, test } from 'vitest';
import type { Case } from '../../src/cases/types.js';
import { loadDescriptions } from '../../src/description/load.js';
import type { CaseOutcome } from '../../src/engine/evidence.js';
import { createOperator } from '../../src/operator/create.js';
import { defaultDialect } from '../../src/reference/dialect/dialect.js';
import { loadDialect } from '../../src/reference/dialect/dialects.js';
import { caseRecords } from '../../src/run/case-records.js';
import type { PreflightLine } from '../../src/run/preflight/context.js';
import { type CheckOptions, checkReference, PATIENT } from '../support/service/check-reference.js';

const descriptions = await loadDescriptions();
const nothing = { bodies: {} };
const NO_CONTEXT = { secrets: [], input: false, shows: [], instructions: {} };

function check(options: Omit<CheckOptions, 'descriptions'>) {
  return checkReference({ descriptions, ...options });
}

function told(lines: readonly PreflightLine[], state: PreflightLine['state']): string[] {
  return lines
    .filter((line) => line.state === state)
    .map(({ name, text, hint }) => `${name}: ${text} ${hint ?? ''}`);
}

function verdicts(outcomes: readonly CaseOutcome[]): Set<string> {
  return new Set(outcomes.map(({ verdict, reason }) => (reason ? `${verdict} ${reason.code}` : verdict)));
}

const inGroup =
  (...groups: string[]) =>
  ({ group, version }: Case): boolean =>
    version === '1.0' && groups.includes(group);

test('what is found is said with its evidence', async () => {
  const { lines, settled } = await check({ dialect: nothing, only: () => false });
  expect(told(lines, 'problem')).toEqual([]);
  expect(settled.event).toEqual({ name: '/event', user: '/user' });
  const ok = told(lines, 'ok').join('\n');
  expect(ok).toContain(
    'errors: code at "/error/code", message at "/error/message"; held in 16 of 16 provoked errors',
  );
  expect(ok).toContain(
    'webhook: setWebhook takes {"url":"{webhook_url}"}; setWebhook repeats the invalid address',
  );
  expect(ok).toMatch(/event: name at "\/event", user at "\/user"; held in 2 of 2 deliveries \(\d+, \d+\)/);
});

test('where several places hold the name, all are said and none is for a configuration', async () => {
  const dialect = await loadDialect('decoy');
  const { lines, settled } = await check({ service: { dialect }, dialect: nothing, only: () => false });
  expect(told(lines, 'ok').join('\n')).toContain(
    'event: name at "/topic", "/channel" and "/about/kind" (if an event differs in one of them, that place holds its name), user at "/about/customer"; held in 2 of 2',
  );
  expect(settled).toMatchObject({ error: { code: '/problem/code' }, event: null });
});

test('a configuration that the target contradicts is used, and that is said', async () => {
  const { lines, outcomes } = await check({
    dialect: {
      error: { code: '/code', message: '/message' },
      event: { name: '/type', user: '/user' },
      bodies: { setWebhook: { url: '{webhook_url}' } },
    },
    only: inGroup('authentication'),
  });
  expect(told(lines, 'problem')).toEqual([
    expect.stringMatching(/^errors: "dialect\.error" says code at "\/code".*0 of 16.*\/error\/code/),
    expect.stringMatching(/^event: "dialect\.event" says name at "\/type".*name at "\/event"/),
  ]);
  expect(verdicts(outcomes)).toContain('fail code');
});

test('a configured body that the target does not read is said with the one that it reads', async () => {
  const { lines } = await check({
    dialect: { bodies: { setWebhook: { address: '{webhook_url}' } } },
    only: () => false,
  });
  const [first] = told(lines, 'problem');
  expect(first).toMatch(
    /^webhook: "dialect\.setWebhook\.body" says \{"address".*\{"url":"\{webhook_url\}"\}/,
  );
});

test('an address that stands nowhere leaves its cases inconclusive, and the line that settles it is named', async () => {
  const { lines, outcomes, evidence } = await check({
    service: { dialect: { ...defaultDialect, address: { ...defaultDialect.address, path: ['q7'] } } },
    dialect: nothing,
    only: inGroup('errors', 'routing', 'authentication'),
  });
  expect(told(lines, 'problem')).toEqual([
    expect.stringMatching(/^webhook: .*could not be discovered.*"dialect\.setWebhook\.body"/),
  ]);
  const left = new Map(
    caseRecords(evidence).map(({ id, verdict, reason }) => [id, { verdict, text: reason?.text }]),
  );
  for (const id of ['1.0/errors/address-invalid-no-host/setWebhook', '1.0/routing/new-user/sendText'])
    expect(left.get(id)).toEqual({
      verdict: 'inconclusive',
      text: expect.stringContaining('set "dialect.setWebhook.body" in the configuration'),
    });
  expect(verdicts(outcomes)).toEqual(new Set(['pass']));
});

test('errors without a message that can be found are judged as far as they can be', async () => {
  const { lines, outcomes } = await check({
    service: {
      dialect: {
        ...defaultDialect,
        error: { template: { c: '{code}', m: '({message})' }, codeAs: 'number' },
      },
    },
    dialect: nothing,
    only: inGroup('authentication'),
  });
  expect(told(lines, 'problem')).toEqual([
    expect.stringMatching(/^errors: .*hold no message.*in the whole body.*"dialect\.error"/),
  ]);
  expect(verdicts(outcomes)).toEqual(new Set(['pass']));
});

test('events whose user cannot be found accuse nobody', async () => {
  const template = { event: '{event}', text: 'Please route user {user}.' };
  const { lines, outcomes } = await check({
    service: { dialect: { ...defaultDialect, event: { ...defaultDialect.event, template } } },
    dialect: nothing,
    only: inGroup('routing'),
  });
  expect(told(lines, 'problem').at(-1)).toMatch(/^event: .*both.*"dialect\.event"/);
  const all = verdicts(outcomes);
  expect(all).toContain('inconclusive dialect-event');
  expect([...all].filter((verdict) => verdict.startsWith('fail'))).toEqual([]);
});

test.each([
  { fault: 'event-not-json', why: /not JSON/ },
  { fault: 'event-by-put', why: /not posted/ },
])('events that are none are said to be so, and missed all the same: $fault', async ({ fault, why }) => {
  const { lines, outcomes } = await check({
    service: { faults: [fault] },
    dialect: nothing,
    only: ({ id }) => id === '1.0/routing/new-user/sendText',
  });
  expect(told(lines, 'problem').at(-1)).toMatch(why);
  expect(verdicts(outcomes)).toEqual(new Set(['fail event-shape']));
});

test.each([
  { fault: 'selection-never-asked', came: /only TextMessage, FileMessage and Closed arrived/ },
  { fault: 'selection-asked-by-own-name', came: /only TextMessage, FileMessage and Closed arrived/ },
  { fault: 'selection-asked-for-files-only', came: /only SelectDestination, TextMessage.* arrived/ },
])(
  'whichever event comes tells how events look, and the one that does not is missed: $fault',
  async ({ fault, came }) => {
    const { lines, outcomes, settled } = await check({
      service: { faults: [fault] },
      dialect: nothing,
      only: ({ id }) => ['1.0/routing/new-user/sendText', '1.0/events/sent-Closed'].includes(id),
    });
    expect(told(lines, 'problem')).toEqual([expect.stringMatching(came), expect.stringMatching(came)]);
    expect(settled.event).toEqual({ name: '/event', user: '/user' });
    expect(outcomes.map(({ verdict, reason }) => reason?.code ?? verdict)).toContain('no-event');
  },
);

test('without a driver, events of other names are read by their user, and the one that is due is missed', async () => {
  for (const fault of ['selection-never-asked', 'selection-asked-by-own-name']) {
    const { lines, outcomes, settled } = await check({
      service: { faults: [fault] },
      dialect: nothing,
      operator: () => createOperator({ kind: 'none' }, NO_CONTEXT),
      only: ({ id }) => id === '1.0/routing/new-user/sendText',
    });
    expect(told(lines, 'note').join('\n')).toContain('event: no name, user at "/user"');
    expect(settled.event).toBeNull();
    expect(verdicts(outcomes)).toEqual(new Set(['fail no-event']));
  }
});

test('a service that takes any text for an address is found out by what it calls, and keeps to it in the run', async () => {
  const { event, ...others } = defaultDialect;
  const { lines, outcomes } = await check({
    service: { faults: ['address-unchecked'], dialect: { ...others, event: { ...event, tries: 1 } } },
    dialect: nothing,
    flags: PATIENT,
    only: inGroup('errors', 'routing'),
  });
  expect(told(lines, 'problem')).toEqual([]);
  expect(told(lines, 'ok').join('\n')).toMatch(/a valid address is accepted at url, and no body without it/);
  const bad = outcomes.filter(({ verdict }) => verdict !== 'pass');
  const samples = descriptions.find(({ version }) => bad[0]?.case.version === version)?.samples;
  // Its invalid addresses lead no event of another case astray.
  expect(bad.map(({ verdict, case: testCase }) => `${verdict} ${testCase.name}`).sort()).toEqual(
    [
      ...Object.keys(samples?.invalidAddresses ?? {}).map((sample) => `fail address-invalid-${sample}`),
      ...Object.keys(samples?.doubtfulAddresses ?? {}).map((sample) => `fail address-doubtful-${sample}`),
      'inconclusive selected-through-refused-address',
    ].sort(),
  );
});

test.each([true, false])(
  'a driver whose credentials are no good is told before the run, and its cases end with that: inbox %s',
  async (withInbox) => {
    const { lines, outcomes, evidence } = await check({
      operator: ({ operator }, context) =>
        createOperator(
          { ...operator, headers: { authorization: 'Bearer old' }, ...(!withInbox && { inbox: null }) },
          context,
        ),
      only: ({ id }) => ['1.0/events/sent-Closed', '1.0/routing/new-user/sendText'].includes(id),
    });
    const why = "The employee's side rejects the driver's credentials: status 401";
    expect(told(lines, 'problem')).toEqual([expect.stringContaining(why)]);
    expect(verdicts(outcomes)).toEqual(new Set(['pass']));
    expect(evidence.skipped).toMatchObject([
      { verdict: 'inconclusive', reason: { code: 'driver-refused', text: expect.stringContaining(why) } },
    ]);
  },
);
