import { expect, test } from 'vitest';
import { stage } from '../../test/support/engine/engine-stage.js';
import { type VirtualRun, virtualRun } from '../../test/support/engine/virtual-run.js';
import type { RequestPlan } from '../cases/request-plan.js';
import type { OutgoingRequest } from './ports.js';
import { planRequest } from './request.js';

const TEXT = '{"user_id":"ua","text":"Message b1 of ua"}';
const SECOND = '{"user_id":"ua","text":"Message a2 of ua"}';
const person = (n: number): string =>
  `"name":"Zoe ${n} NONCE","attributes":{"city":"Zurich","order":"A-${n}-NONCE"}`;
const ENTRIES = Array.from({ length: 10 }, (_, at) => `"entry ${at + 1}":"value ${at + 1}"`).join();
const chosen = (user: string, n: number): string =>
  `POST /1.2/selectDestination?key=MAIN {"user_id":"${user}","destination_type":"Department","destination_id":"101",${person(n)}}`;

/** What is sent for a case of version 1.2; what differs by the run has a name. */
const SENT: Record<string, string[]> = {
  'requests/accepted/sendText': [`POST /1.2/sendText?key=MAIN ${TEXT}`],
  'requests/accepted/setWebhook': ['POST /1.2/setWebhook?key=MAIN {"url":"http://catcher.invalid/main"}'],
  'requests/accepted/getDestinations': ['POST /1.2/getDestinations?key=MAIN none'],
  'requests/chunked/sendText': [`POST /1.2/sendText?key=MAIN chunked ${TEXT}`],
  'requests/malformed-trailing-comma/sendText': [`POST /1.2/sendText?key=MAIN ${TEXT.replace('}', ',}')}`],
  'requests/malformed-trailing-comma/setWebhook': [
    'POST /1.2/setWebhook?key=MAIN {"url":"http://catcher.invalid/main",}',
  ],
  'requests/missing-text/sendText': ['POST /1.2/sendText?key=MAIN {"user_id":"ua"}'],
  'requests/null-text/sendText': ['POST /1.2/sendText?key=MAIN {"user_id":"ua","text":null}'],
  'requests/size-user_id-100/sendText': [
    'POST /1.2/sendText?key=MAIN {"user_id":"uaX81","text":"Message b1 of ua"}',
  ],
  'requests/size-attributes-10/selectDestination': [
    `POST /1.2/selectDestination?key=MAIN {"user_id":"ua","destination_type":"Department","destination_id":"101","name":"Zoe 1 NONCE","attributes":{${ENTRIES}}}`,
  ],
  'requests/size-size-1000000/sendFile': [
    'POST /1.2/sendFile?key=MAIN {"user_id":"ua","url":"https://files.example/ua/b1.pdf","file_name":"Overview 1.pdf","size":1000000,"comment":"Comment 1 of ua"}',
  ],
  'requests/unlisted-destination/selectDestination': [
    `POST /1.2/selectDestination?key=MAIN {"user_id":"ua","destination_type":"Department","destination_id":"unlisted-NONCE",${person(1)}}`,
    `POST /1.2/selectDestination?key=MAIN {"user_id":"ua","destination_type":"Department","destination_id":"unlisted-NONCE",${person(2)}}`,
  ],
  'authentication/no-key/sendText': [`POST /1.2/sendText ${TEXT}`, `POST /1.2/sendText ${SECOND}`],
  'authentication/empty-key/sendText': [`POST /1.2/sendText?key= ${TEXT}`],
  'authentication/key-twice/sendText': [`POST /1.2/sendText?key=MAIN&key=MAIN ${TEXT}`],
  'authentication/unregistered-key/sendText': [`POST /1.2/sendText?key=NOBODY ${TEXT}`],
  'authentication/longer-key/sendText': [
    `POST /1.2/sendText?key=MAIN0 ${TEXT}`,
    'POST /1.2/sendText?key=0MAIN {"user_id":"ua","text":"Message a2 of ua"}',
    'POST /1.2/sendText?key=MAIN%3D {"user_id":"ua","text":"Message b3 of ua"}',
    'POST /1.2/sendText?key=MAIN. {"user_id":"ua","text":"Message a4 of ua"}',
    'POST /1.2/sendText?key=MAIN%3B {"user_id":"ua","text":"Message b5 of ua"}',
    'POST /1.2/sendText?key=MAIN%2F {"user_id":"ua","text":"Message a6 of ua"}',
    'POST /1.2/sendText?key=MAIN%25 {"user_id":"ua","text":"Message b7 of ua"}',
    'POST /1.2/sendText?key=MAIN%23 {"user_id":"ua","text":"Message a8 of ua"}',
    'POST /1.2/sendText?key=MAIN%26 {"user_id":"ua","text":"Message b9 of ua"}',
    'POST /1.2/sendText?key=MAIN%3F {"user_id":"ua","text":"Message a10 of ua"}',
    'POST /1.2/sendText?key=MAIN%2C {"user_id":"ua","text":"Message b11 of ua"}',
    'POST /1.2/sendText?key=MAIN%3A {"user_id":"ua","text":"Message a12 of ua"}',
    'POST /1.2/sendText?key=MAIN* {"user_id":"ua","text":"Message b13 of ua"}',
    'POST /1.2/sendText?key=MAIN%00 {"user_id":"ua","text":"Message a14 of ua"}',
    'POST /1.2/sendText?key=MAIN%00x {"user_id":"ua","text":"Message b15 of ua"}',
    'POST /1.2/sendText?key=MAIN%23x {"user_id":"ua","text":"Message a16 of ua"}',
  ],
  'authentication/key-with-blanks/sendText': [
    `POST /1.2/sendText?key=%20MAIN ${TEXT}`,
    'POST /1.2/sendText?key=MAIN%20 {"user_id":"ua","text":"Message a2 of ua"}',
  ],
  'authentication/key-with-parameters/getDestinations': [
    'POST /1.2/getDestinations?further=1&key=MAIN none',
    'POST /1.2/getDestinations?key=MAIN&further=1 none',
  ],
  'authentication/key-name-in-capitals/getDestinations': ['POST /1.2/getDestinations?KEY=MAIN none'],
  'authentication/key-in-header/getDestinations': [
    'POST /1.2/getDestinations none',
    'POST /1.2/getDestinations none',
  ],
  'authentication/key-in-body/sendText': [
    'POST /1.2/sendText {"user_id":"ua","text":"Message b1 of ua","key":"MAIN"}',
  ],
  'requests/unknown-field/sendText': [
    'POST /1.2/sendText?key=MAIN {"user_id":"ua","text":"Message b1 of ua","unlisted":"text"}',
  ],
  'requests/non-object-in-array/sendText': [`POST /1.2/sendText?key=MAIN [${TEXT}]`],
  'requests/spelled-escaped-slashes/setWebhook': [
    'POST /1.2/setWebhook?key=MAIN {"url":"http://catcher.invalid/main"}',
    'POST /1.2/setWebhook?key=MAIN {"url":"http:\\/\\/catcher.invalid\\/main"}',
  ],
  'errors/longer-path/getDestinations': [
    'POST /1.2/getDestinations/extra?key=MAIN none',
    'POST /1.2/getDestinationsX?key=MAIN none',
    'POST /1.2/getDestinations.json?key=MAIN none',
    'POST /1.2/getDestinations;v=1?key=MAIN none',
  ],
  'errors/longer-version/getDestinations': [
    'POST /1.20/getDestinations?key=MAIN none',
    'POST /1.2.7/getDestinations?key=MAIN none',
    'POST /1x2/getDestinations?key=MAIN none',
  ],
  'errors/no-version/getDestinations': ['POST /getDestinations?key=MAIN none'],
  'errors/double-slash/getDestinations': ['POST /1.2//getDestinations?key=MAIN none'],
  'errors/account-forbidden/sendText': [
    `POST /1.2/sendText?key=RESTRICTED ${TEXT}`,
    `POST /1.2/sendText?key=RESTRICTED ${SECOND}`,
    'POST /1.2/getDestinations?key=RESTRICTED none',
    'POST /1.2/sendFile?key=RESTRICTED {"user_id":"ua","url":"https://files.example/ua/b3.pdf","file_name":"Overview 3.pdf","size":20483,"comment":"Comment 3 of ua"}',
    'POST /1.2/sendText?key=RESTRICTED {"user_id":"ua","text":"Message a4 of ua"}',
    'POST /1.2/sendText?key=RESTRICTED {"user_id":"ua","text":"Message b5 of ua"}',
  ],
  'errors/address-invalid-relative/setWebhook': [
    'POST /1.2/setWebhook?key=MAIN {"url":"/relative/NONCE"}',
    'POST /1.2/setWebhook?key=MAIN {"url":"/relative/NONCE"}',
    'POST /1.2/setWebhook?key=MAIN {"url":"http://catcher.invalid/main"}',
  ],
  'errors/method-HEAD/sendText': ['HEAD /1.2/sendText?key=MAIN none'],
  'errors/trailing-slash/sendText': [`POST /1.2/sendText/?key=MAIN ${TEXT}`],
  'errors/upper-case/sendText': [`POST /1.2/SENDTEXT?key=MAIN ${TEXT}`],
  'errors/unknown-version/sendText': [
    `POST /0.0/sendText?key=MAIN ${TEXT}`,
    `POST /0.0/sendText?key=MAIN ${SECOND}`,
  ],
  'errors/body-empty/sendText': ['POST /1.2/sendText?key=MAIN ', 'POST /1.2/sendText?key=MAIN '],
  'versions/exists/getHistory': ['POST /1.2/getHistory?key=MAIN {"user_id":"ua"}'],
  'employee/exact-user/sendText': [
    chosen('ua', 1),
    'POST /1.2/sendText?key=MAIN {"user_id":"ua","text":"Message a2 of ua"}',
    chosen('UA', 3),
    'POST /1.2/sendText?key=MAIN {"user_id":"UA","text":"Message a4 of UA"}',
  ],
  'routing/other-user-selected/sendText': [
    'POST /1.2/sendText?key=MAIN {"user_id":"ub","text":"Message b1 of ub"}',
    chosen('ub', 2),
    'POST /1.2/sendText?key=MAIN {"user_id":"ua","text":"Message b3 of ua"}',
  ],
  'routing/second-of-other-kind/sendFile': [
    `POST /1.2/sendText?key=MAIN ${TEXT}`,
    'POST /1.2/sendFile?key=MAIN {"user_id":"ua","url":"https://files.example/ua/a2.pdf","file_name":"Overview 2.pdf","size":20483,"comment":"Comment 2 of ua"}',
  ],
  'storage/kept-equal/sendText': [
    `POST /1.2/sendText?key=MAIN ${TEXT}`,
    `POST /1.2/sendText?key=MAIN ${TEXT}`,
    `POST /1.2/sendText?key=MAIN ${TEXT}`,
    chosen('ua', 2),
    `POST /1.2/sendText?key=MAIN ${TEXT}`,
    `POST /1.2/sendText?key=MAIN ${TEXT}`,
    `POST /1.2/sendText?key=MAIN ${TEXT}`,
  ],
  'routing/contact-points/sendText': [
    chosen('ua', 1).replace('MAIN', 'SECOND').replace('101', '201'),
    'POST /1.2/sendText?key=MAIN {"user_id":"ua","text":"Message a2 of ua"}',
  ],
};

test.each<[baseUrl: string, plain: 'own-port' | 'port-80', url: string]>([
  ['https://a.example:8443/x', 'own-port', 'http://a.example:8443/x'],
  ['https://a.example/x', 'own-port', 'http://a.example:443/x'],
  ['https://a.example:8443/x', 'port-80', 'http://a.example:80/x'],
  ['https://a.example', 'port-80', 'http://a.example:80'],
])('of %s over plain HTTP by %s', async (baseUrl, plain, url) => {
  const { context } = stage({ runContext: { baseUrl } });
  const plan = { operation: 'sendText', body: { kind: 'none' }, plain } as const;
  expect((await planRequest(context, plan)).request.url).toBe(`${url}/1.0/sendText?key=MAIN`);
});

test('fields without an example get a value of their type', async () => {
  const { context, runState } = stage();
  const described = structuredClone(runState.description('1.0'));
  for (const { fields } of Object.values(described.resources))
    for (const field of Object.values(fields)) delete field.example;
  const bare = stage({ runContext: { descriptions: { '1.0': described } } }).context;
  const plan = { operation: 'sendFile', body: { kind: 'documented' } } as const;
  expect((await planRequest(bare, plan)).fields).toEqual({
    user_id: bare.user('a'),
    url: 'sample',
    file_name: 'sample',
    size: 1,
    comment: 'sample',
  });
  expect((await planRequest(context, plan)).fields['comment']).not.toBe('sample');
});

test('each case sends exactly what it deviates in, and is valid in all else', async () => {
  const run = await virtualRun({ roundTripMs: 10, only: ({ id }) => id.replace(/^1\.2\//, '') in SENT });
  expect(Object.fromEntries(Object.keys(SENT).map((path) => [path, sent(run, path)]))).toEqual(SENT);
});

test('where it is what is tried, the key stands in a header, or percent-encoded', async () => {
  const { context } = stage();
  const planned = async (more: Partial<RequestPlan>): Promise<OutgoingRequest> =>
    (await planRequest(context, { operation: 'sendText', body: { kind: 'none' }, ...more })).request;
  expect((await planned({ query: 'encoded-key' })).url).toMatch(/\?key=%4D%41%49%4E$/);
  expect((await planned({ keyIn: 'authorization' })).headers).toContainEqual([
    'Authorization',
    'Bearer MAIN',
  ]);
  expect((await planned({ keyIn: 'header' })).headers).toContainEqual(['X-Api-Key', 'MAIN']);
  expect((await planned({ contentType: null })).headers).toEqual([['Content-Length', '0']]);
  expect((await planned({ contentType: 'text/plain' })).headers).toContainEqual([
    'Content-Type',
    'text/plain',
  ]);
  expect((await planned({ path: 'further-segment' })).url).toContain('/1.0/sendText/extra?');
});

test('every request is of JSON, and states its exact length', async () => {
  const run = await virtualRun({
    roundTripMs: 10,
    only: ({ id }) => /1\.2\/(requests\/(acc|chu)|errors)/.test(id),
  });
  for (const { caseId, request } of run.exchanges) {
    const length = ['Content-Length', String(request.body?.length ?? 0)];
    const due = [['Content-Type', 'application/json'], ...(caseId.includes('/chunked/') ? [] : [length])];
    expect(request.headers, caseId).toEqual(due);
    expect(request.timeoutMs).toBe(run.prepared.runContext.timeoutMs);
  }
});

function sent({ prepared, cases, exchanges }: VirtualRun, path: string): string[] {
  const { nonce, keys } = prepared.runContext;
  const id = `1.2/${path}`;
  const own = `u-${nonce}-${String(cases.findIndex((testCase) => testCase.id === id)).padStart(5, '0')}`;
  const names: [string, string][] = [
    [own, 'u'],
    [own.toUpperCase(), 'U'],
    [keys.unregistered, 'NOBODY'],
    [nonce, 'NONCE'],
    [keys.main, 'MAIN'],
    [String(keys.second), 'SECOND'],
    [String(keys.restricted), 'RESTRICTED'],
  ];
  return exchanges
    .filter(({ caseId }) => caseId === id)
    .map(({ request: { method, url, headers, body } }) => {
      const where = url.replace(prepared.runContext.baseUrl, '');
      const text = body === null ? 'none' : Buffer.from(body).toString();
      const line = `${method} ${where} ${headers.length < 2 ? 'chunked ' : ''}${text}`;
      const named = names.reduce((all, [from, to]) => all.replaceAll(from, to), line);
      return named.replace(/x{9,}/, (grown) => `X${grown.length}`);
    });
}
