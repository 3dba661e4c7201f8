import { appendFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { keep, loadDescriptions, readKept, specFolder } from './load.js';
import { DescriptionError } from './types.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conform-spec-'));
  await cp(specFolder(), folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

/** Edits a copy of the packaged description; the text to replace must be there. */
async function edit(name: string, from: string, to: string): Promise<void> {
  const path = join(folder, name);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(
    path,
    text.replace(from, () => to),
  );
}

async function problems(): Promise<string[]> {
  try {
    await loadDescriptions(folder);
  } catch (error) {
    expect(error).toBeInstanceOf(DescriptionError);
    return (error as Error).message.replaceAll(`${folder}/`, '').split('\n');
  }
  return [];
}

test('the packaged descriptions load, oldest version first', async () => {
  const [older, newer] = await loadDescriptions();
  expect([older?.version, newer?.version]).toEqual(['1.0', '1.2']);
});

test('a version that extends another holds both, and what it changes', async () => {
  const [older, newer] = await loadDescriptions();
  expect(newer?.errors).toEqual(older?.errors);
  expect(Object.keys(newer?.operations ?? {})).toEqual([
    ...Object.keys(older?.operations ?? {}),
    'getHistory',
    'getCurrentDestination',
  ]);
  expect(Object.keys(newer?.resources['Destination']?.fields ?? {})).toContain('is_available');
  expect(newer?.routing.transitions['message-kept']?.sends?.messages).toEqual({ from: 1, to: 1 });
  expect(older?.routing.transitions['message-kept']?.sends?.messages).toEqual({ from: 1 });
  expect(newer).not.toHaveProperty('extends');
});

test('versions are ordered by their numbers', async () => {
  await writeFile(join(folder, 'v1.10.yaml'), 'version: "1.10"\nextends: v1.2.yaml\n');
  expect((await loadDescriptions(folder)).map(({ version }) => version)).toEqual(['1.0', '1.2', '1.10']);
});

test('null removes, lists are replaced', async () => {
  const text =
    'version: "1.3"\nextends: v1.2.yaml\nscenarios: { third-message: null }\nhttp: { refusedMethods: [PUT] }\n';
  await writeFile(join(folder, 'v1.3.yaml'), text);
  const newest = (await loadDescriptions(folder)).at(-1);
  expect(newest?.scenarios).not.toHaveProperty('third-message');
  expect(newest?.scenarios).toHaveProperty('second-message');
  expect(newest?.http.refusedMethods).toEqual(['PUT']);
});

test.each([
  [
    'unknown key',
    'replyRetentionHours: 24',
    'replyRetentionHour: 24',
    /^v1\.0\.yaml:\d+:3: unknown key "replyRetentionHour" in limits, expected "replyRetentionHours"$/,
  ],
  [
    'wrong type',
    'code: 6',
    'code: six',
    /^v1\.0\.yaml:\d+:11: errors\.request-unsupported\.code is a string, expected a whole number$/,
  ],
  [
    'unknown word',
    'kind: address',
    'kind: adress',
    /^v1\.0\.yaml:\d+:\d+: operations\.setWebhook\.kind is not one of the known values, expected address$/,
  ],
  [
    'missing key',
    'replyRetentionHours: 24',
    '',
    /^v1\.0\.yaml:\d+:1: limits lacks "replyRetentionHours", expected the key there$/,
  ],
  [
    'no reason for no stimulus',
    'kind: none, reason:',
    'kind: none, value:',
    /errors\.internal\.stimulus lacks "reason"/,
  ],
  [
    'unknown resource',
    'request: FileMessage',
    'request: FileMesage',
    /operations|no resource is named "FileMesage", expected FileMessage$/,
  ],
  [
    'unknown element of a list',
    'of: Destination,',
    'of: Destinatio,',
    /no resource is named "Destinatio", expected Destination$/,
  ],
  [
    'unknown state',
    'initial: not-selected',
    'initial: unselected',
    /no state is named "unselected", expected selected$/,
  ],
  [
    'unknown event',
    'sends: { event: Closed }',
    'sends: { event: Close }',
    /no event is named "Close", expected Closed$/,
  ],
  ['repeated code', 'code: 9', 'code: 8', /code 8 is already that of "account-forbidden", expected another$/],
  [
    'status that no error has',
    'code: 8\n    status: 403',
    'code: 8\n    status: 402',
    /status 402 is not an error status, expected one of 400, 401, 403, 404, 500$/,
  ],
  [
    'scenario that the machine cannot take',
    'steps: [select, message] }',
    'steps: [close, message] }',
    /^v1\.0\.yaml:\d+:\d+: no transition leaves not-selected on close, expected a step that the machine takes$/,
  ],
  [
    'two operations of one kind',
    'setWebhook: { kind: address',
    'setWebhook: { kind: select',
    /an operation of kind select is there 2 times \(selectDestination, setWebhook\), expected exactly one$/,
  ],
  [
    'field of a role missing',
    'role: presence, ',
    '',
    /a field of role presence is missing, expected exactly one$/,
  ],
  [
    'unknown shown field',
    'shows: [text,',
    'shows: [txet,',
    /no request field is named "txet", expected text$/,
  ],
  [
    'parameter that the cause lacks',
    'carries: [url]',
    'carries: [urls]',
    /no parameter of the cause is named "urls", expected url$/,
  ],
])('a mistake is told with its place: %s', async (_, from, to, expected) => {
  await edit('v1.0.yaml', from, to);
  expect(await problems()).toContainEqual(expect.stringMatching(expected));
});

test.each([
  [
    'kind: history',
    'kind: histry',
    /^v1\.2\.yaml:\d+:\d+: operations\.getHistory\.kind is not one of the known values, expected history$/,
  ],
  [
    'messages: { from: 1, to: 1 } }',
    'messages: { from: 2, to: 1 } }',
    /^v1\.2\.yaml:\d+:\d+: 1 is before "from", expected 2 or more$/,
  ],
  [
    'gap: first-message-after-selection',
    'gap: first-mesage-after-selection',
    /^v1\.2\.yaml:\d+:\d+: no gap is named "first-mesage-after-selection", expected first-message-after-selection$/,
  ],
  [
    'extends: v1.0.yaml',
    'extends: v1.9.yaml',
    /^v1\.2\.yaml:\d+:10: "v1\.9\.yaml" is not in this folder, expected another description file$/,
  ],
  ['extends: v1.0.yaml', 'extends: v1.2.yaml', /^v1\.2\.yaml:\d+:10: "v1\.2\.yaml" leads back to this file/],
  [
    'getHistory: {',
    'absent: null\n  getHistory: {',
    /^v1\.2\.yaml:\d+:3: "absent" is not in the base, expected a key that null can remove$/,
  ],
  [
    'version: "1.2"',
    'version: "1.0"',
    /^v1\.2\.yaml:\d+:10: version 1\.0 is described twice, expected another than in .*v1\.0\.yaml$/,
  ],
  ['title: ', 'titel: ', /^v1\.2\.yaml:\d+:1: unknown key "titel" in the file, expected "title"$/],
])('a mistake of a merged version points into the file that holds it: %s', async (from, to, expected) => {
  await edit('v1.2.yaml', from, to);
  expect(await problems()).toContainEqual(expect.stringMatching(expected));
});

test('a mistake of the base is told once, not once a version', async () => {
  await edit('v1.0.yaml', 'kind: address', 'kind: adress');
  expect(await problems()).toHaveLength(1);
});

test.each([
  [
    'neither',
    '{ section: "1", level: required, text: Words. }',
    'has neither "cases" nor "untestable" nor "preflight"',
  ],
  [
    'both',
    '{ section: "1", level: required, text: Words., cases: [a], untestable: No. }',
    'has both "cases" and "untestable"',
  ],
])('a statement has cases or a reason: %s', async (_, statement, expected) => {
  await writeFile(
    join(folder, 'v1.3.yaml'),
    `version: "1.3"\nextends: v1.2.yaml\nstatements:\n  odd: ${statement}\n`,
  );
  expect(await problems()).toEqual([`v1.3.yaml:4:3: the statement ${expected}, expected one of them`]);
});

test.each([
  ['sendText.text', []],
  ['sendText.txt', ['no field of a request is named "sendText.txt", expected sendText.text']],
])('a statement may be about a field: %s', async (field, expected) => {
  const statement = `{ section: "1", level: required, text: Words., cases: [a], field: ${field} }`;
  await writeFile(
    join(folder, 'v1.3.yaml'),
    `version: "1.3"\nextends: v1.2.yaml\nstatements:\n  odd: ${statement}\n`,
  );
  expect(await problems()).toEqual(expected.map((each) => expect.stringContaining(each)));
});

test('what is a gap is no statement', async () => {
  const statement = '{ section: "1", level: required, text: Words., cases: [a] }';
  const gap = '{ section: "1", question: Why? }';
  await writeFile(
    join(folder, 'v1.3.yaml'),
    `version: "1.3"\nextends: v1.2.yaml\nstatements:\n  odd: ${statement}\ngaps:\n  odd: ${gap}\n`,
  );
  expect(await problems()).toContain('v1.3.yaml:4:3: "odd" is also a gap, expected a statement or a gap');
});

test('a folder without descriptions says so', async () => {
  const empty = join(folder, 'empty');
  await mkdir(empty);
  await expect(loadDescriptions(empty)).rejects.toThrow(
    `${empty}:1:1: no description here, expected v*.yaml files`,
  );
  await expect(loadDescriptions(join(empty, 'none'))).rejects.toThrow('the folder cannot be read (ENOENT)');
});

async function keptFolder(): Promise<{ file: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'conform-kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(specFolder(), folder, { recursive: true });
  const file = join(folder, 'kept.json');
  keep(file, folder, await loadDescriptions(folder));
  return { file, folder };
}

test('kept descriptions are the ones that the files give', async () => {
  const { file, folder } = await keptFolder();
  expect(readKept(file, folder)).toEqual(await loadDescriptions(folder));
});

test.each(['v1.0.yaml', 'v1.2.yaml', 'schema/description.schema.json'])(
  'a change of %s makes the kept ones void',
  async (name) => {
    const { file, folder } = await keptFolder();
    await appendFile(join(folder, name), '\n');
    expect(readKept(file, folder)).toBeNull();
  },
);

test('a further version makes the kept ones void, and so does a broken file', async () => {
  const { file, folder } = await keptFolder();
  await writeFile(join(folder, 'v9.9.yaml'), '');
  expect(readKept(file, folder)).toBeNull();
  await rm(join(folder, 'v9.9.yaml'));
  expect(readKept(file, folder)).not.toBeNull();
  await writeFile(file, '{');
  expect(readKept(file, folder)).toBeNull();
});
