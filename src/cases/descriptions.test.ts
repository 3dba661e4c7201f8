import { expect, test } from 'vitest';
import { unaccounted } from '../../test/support/cases/unaccounted.js';
import { loadDescriptions } from '../description/load.js';
import type { Description, Field, Resource } from '../description/types.js';
import { deriveCases } from './derive.js';
import {
  closeRule,
  documentedOperations,
  fieldOf,
  operation,
  operationOf,
  routingEvent,
} from './description-lookups.js';
import type { Case, ExpectEventStep } from './types.js';

const [first, second] = (await loadDescriptions()) as [Description, Description];

const without = (row: string): Description => {
  const { [row]: _, ...errors } = first.errors;
  return { ...first, errors };
};

const find = (cases: readonly Case[], path: string): Case | undefined =>
  cases.find(({ id }) => id.slice(id.indexOf('/') + 1) === path);

const rowsIn = (testCase: Case): unknown[] =>
  testCase.steps.flatMap((step) => {
    if (step.do !== 'send') return [];
    if (step.expect.kind === 'refused') return step.expect.rows.length > 0 ? step.expect.rows : [undefined];
    return step.expect.kind === 'not' ? step.expect.rows : [];
  });

const WHOLE = new Set(deriveCases([first]).map(({ id }) => id));

test.each(Object.keys(first.errors))(
  'without the row %s no case waits for it, and none is made up',
  (row) => {
    const left = deriveCases([without(row)]);
    expect(left.filter(({ id }) => !WHOLE.has(id))).toEqual([]);
    expect(left.flatMap(rowsIn)).not.toContain(row);
    expect(left.flatMap(rowsIn)).not.toContain(undefined);
  },
);

test('faults are compared where both versions refuse them', () => {
  const alike = (a: Description, b: Description): string[] =>
    deriveCases([a, b])
      .filter(({ name, operation: of }) => name.startsWith('alike-') && of === 'sendText')
      .map(({ id, name }) => `${id[2]} ${name}`);
  const lacking = { ...second, errors: without('body-empty').errors };
  const due = [
    'no-key',
    'unregistered-key',
    'restricted-account',
    'malformed-json',
    'wrong-type',
    'unsupported-request',
  ];
  expect(alike(without('body-empty'), second)).toEqual(due.map((name) => `2 alike-${name}-1.0`));
  expect(alike(first, lacking)).toEqual(due.map((name) => `2 alike-${name}-1.0`));
});

test('a row for a value of a field is provoked by that value', () => {
  const stimulus = { kind: 'field-value', operation: 'sendText', field: 'text', value: 'forbidden' } as const;
  const row = { code: 10, status: 400, message: 'No', section: '7', stimulus };
  const testCase = find(
    deriveCases([{ ...first, errors: { ...first.errors, odd: row } }]),
    'errors/odd/sendText',
  );
  const sent = {
    do: 'send',
    request: { operation: 'sendText', body: { kind: 'documented', set: { text: 'forbidden' } } },
    expect: { kind: 'refused', rows: ['odd'] },
  };
  expect(testCase?.steps).toEqual([sent, { ...sent, again: true }]);
});

test('counts of each event are its own, and those of each user', () => {
  const steps = [
    'message',
    'message',
    'other-message',
    'select',
    'close',
    'message',
    'other-message',
    'message',
  ];
  const scenarios = { long: { title: 'long', steps, section: '3' } } as unknown as Description['scenarios'];
  const testCase = find(deriveCases([{ ...first, scenarios }]), 'routing/long/sendText');
  const due = testCase?.steps.filter((step): step is ExpectEventStep => step.do === 'expect-event');
  expect(due?.map(({ event, user, times }) => `${event} ${user} ${JSON.stringify(times)}`)).toEqual([
    'SelectDestination a 1',
    'SelectDestination a 2',
    'SelectDestination b 1',
    'Closed a 1',
    'SelectDestination a 3',
    'SelectDestination b 2',
    'SelectDestination a 4',
  ]);
});

test('fields that only one version has are absent from the others, once each, and from no version that has them', () => {
  const third = { ...second, version: '1.3' };
  const absent = deriveCases([first, second, third]).filter(({ name }) => name.startsWith('absent-'));
  expect(absent.map(({ id }) => id)).toEqual(['1.0/responses/absent-is_available/getDestinations']);
  const more: Description = structuredClone(second);
  const list = Object.values(more.resources).find(({ fields }) => 'is_available' in fields);
  expect(list).toBeDefined();
  (list as Resource).fields['color'] = { type: 'string', section: '2' } as Field;
  expect(deriveCases([first, more]).filter(({ name }) => name === 'absent-color')).toEqual([]);
});

test('names that are guessed are those of operations that nobody lists', () => {
  const known = {
    getWebhook: { kind: 'undocumented', section: '4', request: null, response: 'undocumented' },
  } as const;
  const cases = deriveCases([{ ...first, operations: { ...first.operations, ...known } }]);
  expect(find(cases, 'versions/guessed/getWebhook')).toBeUndefined();
  expect(find(cases, 'versions/guessed/deleteWebhook')).toBeDefined();
  expect(find(cases, 'versions/exists/getWebhook')?.steps).toHaveLength(1);
});

test('texts are tried where a field takes any, presence is where it is listed', () => {
  const changed: Description = structuredClone(first);
  for (const { fields } of Object.values(changed.resources))
    for (const field of Object.values(fields)) {
      delete field.freeText;
      if (field.role === 'presence') delete field.role;
    }
  const names = deriveCases([changed]).map(({ group, name }) => `${group}/${name}`);
  expect(names.filter((name) => /employee\/unchanged|destinations\/presence/.test(name))).toEqual([]);
  expect(names).toContain('employee/sees-text');
});

test('the list of destinations is known by its role, wherever it stands', () => {
  const presence = (change: (fields: Record<string, Field>) => Record<string, Field>): string[] => {
    const changed: Description = structuredClone(first);
    for (const resource of Object.values(changed.resources)) resource.fields = change(resource.fields);
    return deriveCases([changed]).flatMap(({ name }) => (name.startsWith('presence-') ? [name] : []));
  };
  const total = { type: 'integer', section: '4' } as Field;
  const both = [
    'presence-login',
    'presence-logout',
    'presence-of-each',
    'presence-where-messages-arrive',
    'presence-where-messages-wait',
    'presence-amid-conversations',
    'presence-amid-replies',
    'presence-through-conversations',
    'presence-at-second-contact-point',
    'presence-logout-for-hour',
    'presence-logout-over-midnight',
    'presence-logout-for-day',
  ];
  expect(presence((fields) => ('destinations' in fields ? { total, ...fields } : fields))).toEqual(both);
  expect(presence(({ destinations: _, ...fields }) => fields)).toEqual([]);
});

test('a message without a field of its own content, and a service without guesses or methods, have no such cases', () => {
  const changed: Description = structuredClone(first);
  for (const { fields } of Object.values(changed.resources))
    for (const field of Object.values(fields)) if (field.role === 'content') delete field.role;
  delete changed.samples.guessedOperations;
  changed.http.refusedMethods = [];
  const cases = deriveCases([changed]);
  const names = cases.map(({ name }) => name);
  expect(names.filter((name) => /^after-refusal$|^precedence-.*method/.test(name))).toEqual([]);
  expect(cases.filter(({ name }) => name === 'guessed').map(({ operation: of }) => of)).toEqual([
    first.http.unknownOperation,
  ]);
});

test('the id of a user is nothing that employees are asked to see, though they are shown it', () => {
  const cases = deriveCases([{ ...first, employee: { ...first.employee, shows: ['user_id', 'text'] } }]);
  const seen = new Set(cases.flatMap(({ name }) => (name.startsWith('sees-') ? [name] : [])));
  expect(seen).toEqual(new Set(['sees-text', 'sees-after-refusals']));
});

test('only what can grow is tried in sizes, and none are tried where none are given', () => {
  const sized = (samples: object): string[] => {
    const changed: Description = structuredClone({ ...first, samples: { ...first.samples, ...samples } });
    for (const { fields } of Object.values(changed.resources))
      if ('text' in fields) fields['urgent'] = { type: 'boolean', section: '2' } as Field;
    const some = deriveCases([changed]).filter(({ operation: of }) => of === 'sendText');
    return some.flatMap(({ name }) => (name.startsWith('size-') ? [name] : []));
  };
  expect(sized({ sizes: { user: [1], string: [2] } })).toEqual(['size-user_id-1', 'size-text-2']);
  expect(sized({ sizes: {} })).toEqual([]);
  const none = deriveCases([{ ...first, samples: { ...first.samples, sizes: {} } }]);
  expect(none.filter(({ name }) => name.startsWith('size-'))).toEqual([]);
});

test('faults are compared for operations that both versions have, those of the body where both take one', () => {
  const [text, list] = [second.operations['sendText'], second.operations['getDestinations']];
  const added = { sendNote: text, both: text } as Description['operations'];
  const old = { ...first, operations: { ...first.operations, both: list } as Description['operations'] };
  const alike = deriveCases([old, { ...second, operations: { ...second.operations, ...added } }]).filter(
    ({ name }) => name.startsWith('alike-'),
  );
  const of = (kind: string): (string | undefined)[] =>
    alike.flatMap(({ name, operation }) => (name.startsWith(`alike-${kind}-`) ? [operation] : []));
  const fields = ['selectDestination', 'sendText', 'sendFile'];
  expect(of('no-key')).toEqual(['getDestinations', ...fields, 'setWebhook', 'both']);
  expect(of('empty-body')).toEqual([...fields, 'setWebhook']);
  expect(of('wrong-type')).toEqual(fields);
  expect(of('invalid-address')).toEqual(['setWebhook']);
  expect(of('unsupported-request')).toEqual(['getDestinations', ...fields, 'both']);
});

test('a gap that nothing answers, and one that no case may leave unlisted, are found', () => {
  const gaps = {
    ...first.gaps,
    lost: { section: '1', text: 'Lost?' },
    told: { section: '1', text: 'FindingList?', from: 'traffic' },
    never: { section: '1', text: 'Never?', unobservable: 'Nobody sees it.' },
  } as unknown as Description['gaps'];
  const cases = deriveCases([first, second]);
  const before = unaccounted([first, second], cases);
  expect(unaccounted([{ ...first, gaps }, second], cases)).toEqual([
    ...before,
    expect.stringContaining('"lost"'),
  ]);
});

test('what a description must have is missed by its name', () => {
  const empty: Description = { ...first, operations: {}, events: {} };
  expect(() => operationOf(empty, 'message')).toThrow('"message"');
  expect(() => operation(empty, 'sendText')).toThrow('"sendText"');
  expect(() => routingEvent(empty)).toThrow('routing');
  expect(() => closeRule(empty)).toThrow('closes');
  const routed = (transitions: unknown): Description =>
    ({ ...first, routing: { ...first.routing, transitions } }) as Description;
  expect(() => closeRule(routed({}))).toThrow('closes');
  expect(() => closeRule(routed({ close: { on: 'close' } }))).toThrow('closes');
  const { SelectDestination: asks, ...others } = first.events;
  expect(routingEvent({ ...first, events: { ...others, Asked: asks } as Description['events'] })).toBe(
    'Asked',
  );
  const fields = [
    ['a', { role: 'content' }],
    ['b', { role: 'user' }],
  ] as unknown as [string, Field][];
  expect([fieldOf(fields, 'user'), fieldOf(fields, 'presence')]).toEqual(['b', undefined]);
  expect(documentedOperations(first)).toEqual(['selectDestination', 'sendText', 'sendFile']);
});
