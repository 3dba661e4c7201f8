import { expect, test } from 'vitest';
import { type Question, scripted } from '../../test/support/engine/scripted-responses.js';
import { loadDescriptions } from '../description/load.js';
import { at, pointer } from '../json.js';
import { ADDRESS_PLACES } from './address-bodies.js';
import { discoverAddress, readsAddress } from './discover-address.js';

const [description] = await loadDescriptions();
if (!description) throw new Error('There is no description.');
const known = description;

interface Habits {
  path: (string | number)[];
  unknown?: 'refused';
  /** Says nothing of the field that it misses. */
  silent?: true;
  alsoNeeds?: string;
}

/** A service that reads the address at a path. */
function service({ path, unknown, silent, alsoNeeds }: Habits) {
  return ({ body }: Question): [number, unknown] => {
    const refuse = (code: number, message: string): [number, unknown] => [
      400,
      { success: false, error: { code, message } },
    ];
    const invalid = (reason: string) => refuse(9, `Invalid data: ${reason}`);
    const fields = Object.keys(body as object);
    if (unknown && fields.some((name) => name !== path[0] && name !== alsoNeeds))
      return invalid('unknown field');
    const address = at(body, pointer(...path));
    if (typeof address !== 'string')
      return invalid(silent ? 'something is missing' : `"${path.join('.')}" is required`);
    if (!/^https?:\/\/\w/.test(address)) return refuse(5, `URL [${address}] is not valid: no http`);
    return alsoNeeds && !fields.includes(alsoNeeds)
      ? invalid(`${alsoNeeds} is missing`)
      : [200, { success: true }];
  };
}

function find(habits: Habits) {
  const { sender, asked } = scripted(service(habits));
  const quest = {
    description: known,
    sender,
    key: 'k',
    nonce: 'n1',
    atOnce: 4,
  };
  return { quest, asked, found: discoverAddress(quest) };
}

test.each<Habits & { body: unknown }>([
  { path: ['url'], body: { url: '{webhook_url}' } },
  { path: ['callbackUrl'], unknown: 'refused', silent: true, body: { callbackUrl: '{webhook_url}' } },
  { path: ['webhook'], silent: true, body: { webhook: '{webhook_url}' } },
  { path: ['webhook', 'url'], silent: true, body: { webhook: { url: '{webhook_url}' } } },
  { path: ['target', 'href'], unknown: 'refused', silent: true, body: { target: { href: '{webhook_url}' } } },
  { path: ['hooks', 0, 'url'], silent: true, body: { hooks: [{ url: '{webhook_url}' }] } },
  {
    path: ['data', 'webhook', 'url'],
    unknown: 'refused',
    silent: true,
    body: { data: { webhook: { url: '{webhook_url}' } } },
  },
  { path: ['whereToPost'], unknown: 'refused', body: { whereToPost: '{webhook_url}' } },
  { path: ['drop', 'off'], unknown: 'refused', body: { drop: { off: '{webhook_url}' } } },
])('finds the address at $path', async ({ body, ...habits }) => {
  const { found, asked } = find(habits);
  expect((await found).value).toEqual(body);
  expect(asked.filter(({ body: sent }) => JSON.stringify(sent).includes('http'))).toEqual([]);
});

test('likely places cost few requests where unknown fields are ignored', async () => {
  const { found, asked } = find({ path: ['data', 'endpoint'], silent: true });
  expect((await found).value).not.toBeNull();
  expect(asked.length).toBeLessThan(10);
});

test('says so when the address stands nowhere that was tried', async () => {
  const { found, asked } = find({ path: ['q7'], unknown: 'refused', silent: true });
  const { value, evidence } = await found;
  expect(value).toBeNull();
  expect(evidence).toContain('no refusal');
  expect(asked.length).toBeGreaterThan(ADDRESS_PLACES.length);
});

test('a service that wants more in the body is not taken for a simpler one', async () => {
  const strict = scripted((question) => {
    const [status, body] = service({ path: ['url'] })(question);
    const extra = (question.body as { kind?: unknown }).kind;
    return extra === undefined &&
      'url' in (question.body as object) &&
      Object.keys(question.body as object).length === 1
      ? [400, { code: 9, message: 'Invalid data: kind' }]
      : [status, body];
  });
  const quest = {
    description: known,
    sender: strict.sender,
    key: 'k',
    nonce: 'n',
    atOnce: 4,
  };
  const { value, evidence } = await discoverAddress(quest);
  expect(value).toBeNull();
  expect(evidence).toContain('must hold more');
});

test('names that a hostile service suggests spoil no object', async () => {
  const { sender } = scripted(() => [400, { m: '__proto__.polluted constructor.prototype.polluted' }]);
  await discoverAddress({
    description: known,
    sender,
    key: 'k',
    nonce: 'n',
    atOnce: 4,
  });
  expect({}).not.toHaveProperty('polluted');
  expect(Object).not.toHaveProperty('polluted');
});

test('tells whether a configured body is the one that is read', async () => {
  const { quest } = find({ path: ['hook', 'url'] });
  expect(await readsAddress(quest, { hook: { url: '{webhook_url}' } })).toBe(true);
  expect(await readsAddress(quest, { url: '{webhook_url}' })).toBe(false);
});

test.each([
  { name: 'an account that lacks the operation', status: 403, atMost: 12, why: 'no refusal' },
  { name: 'a service that takes anything', status: 200, atMost: 12, why: 'no refusal' },
  { name: 'a limit of requests', status: 429, atMost: 2, why: 'not answered: status 429' },
])('does not go on in vain: $name', async ({ status, atMost, why }) => {
  const { sender, asked } = scripted(() => [status, { success: status === 200 }]);
  const { value, evidence } = await discoverAddress({
    description: known,
    sender,
    key: 'k',
    nonce: 'n',
    atOnce: 4,
  });
  expect(value).toBeNull();
  expect(evidence).toContain(why);
  expect(asked.length).toBeLessThanOrEqual(atMost);
});

/** A service that takes any text, and calls what stands at a path. */
function trusting(path: (string | number)[], unknown: 'refused' | 'ignored' | 'all taken') {
  let address: unknown = null;
  const { sender, asked } = scripted(({ body }): [number, unknown] => {
    const found = at(body, pointer(...path));
    const strange = Object.keys(body as object).some((name) => name !== path[0]);
    const refused = unknown === 'refused' ? strange || found === undefined : found === undefined;
    if (refused && unknown !== 'all taken') return [400, { success: false }];
    if (found !== undefined) address = found;
    return [200, { success: true }];
  });
  const probe = {
    address: (mark: string) => `http://catcher/${mark}`,
    reached: (marks: ReadonlySet<string>) =>
      Promise.resolve([...marks].find((mark) => address === `http://catcher/${mark}`) ?? null),
  };
  return { quest: { description: known, sender, key: 'k', nonce: 'n1', atOnce: 4, probe }, asked };
}

test.each([
  [['url'], 'ignored', /a valid address is accepted at url, and no body without it/],
  [
    ['webhook', 'address'],
    'refused',
    /a valid address is accepted at webhook.address, and no body without it/,
  ],
  [['hooks', 0, 'url'], 'all taken', /any text is accepted.*then called/],
] as const)(
  'finds %j in a service that takes any text for an address: unknown fields %s',
  async (path, unknown, why) => {
    const { quest } = trusting([...path], unknown);
    const { value, evidence } = await discoverAddress(quest);
    expect(at(value, pointer(...path))).toBe('{webhook_url}');
    expect(evidence).toMatch(why);
  },
);

/** What a service with one fault in its refusals says of an invalid address. */
const POOR: [what: string, refusal: (address: string) => [number, unknown]][] = [
  ['without the address', () => [400, { code: 5, message: 'URL is not valid: no http' }]],
  ['without brackets', (url) => [400, { code: 5, message: `URL ${url} is not valid: no http` }]],
  ['without a reason', (url) => [400, { code: 5, message: `URL [${url}] is not valid` }]],
  ['with another code and message', () => [400, { code: 9, message: 'Invalid data: address' }]],
  ['by a failure', () => [500, { code: 7, message: 'Internal server error' }]],
  ['by a page', () => [400, '<html>']],
  ['with the whole body', () => [400, { code: 5, message: 'URL is not valid' }]],
  ['by nothing that is a response of the service', () => [502, 'Bad gateway']],
];

test.each(
  POOR.flatMap(([what, refusal]) =>
    (['ignored', 'refused'] as const).map((unknown) => ({ what, refusal, unknown })),
  ),
)(
  'an invalid address that is refused $what hides nothing: unknown fields $unknown',
  async ({ what, refusal, unknown }) => {
    const { sender } = scripted(({ body }): [number, unknown] => {
      const strange = Object.keys(body as object).some((name) => name !== 'target');
      const address = at(body, '/target/uri');
      const whole = what === 'with the whole body' ? JSON.stringify(body) : '';
      if ((unknown === 'refused' && strange) || typeof address !== 'string')
        return [400, { code: 9, message: `Invalid data: no address ${whole}` }];
      if (address.startsWith('http')) return [200, { success: true }];
      const [status, response] = refusal(address);
      return [status, whole === '' ? response : { ...(response as object), body: whole }];
    });
    const quest = { description: known, sender, key: 'k', nonce: 'n1', atOnce: 4 };
    const { value, evidence } = await discoverAddress({
      ...quest,
      probe: trusting(['url'], 'ignored').quest.probe,
    });
    expect(evidence).toContain('target.uri');
    expect(value).toEqual({ target: { uri: '{webhook_url}' } });
  },
);

test('a service that takes any text and calls nobody is not guessed at', async () => {
  const { quest } = trusting(['q7'], 'all taken');
  const { value, evidence } = await discoverAddress(quest);
  expect(value).toBeNull();
  expect(evidence).toMatch(/no refusal shows which place is read, and nothing was sent/);
});

test('nobody waits for a call where refusals tell enough', async () => {
  const visits: ReadonlySet<string>[] = [];
  const probe = {
    address: (mark: string) => `http://catcher/${mark}`,
    reached: (marks: ReadonlySet<string>) => {
      visits.push(marks);
      return Promise.resolve(null);
    },
  };
  const refusing = scripted(() => [400, { code: 9, message: 'Invalid data: no' }]);
  const { evidence } = await discoverAddress({
    ...find({ path: ['url'] }).quest,
    sender: refusing.sender,
    probe,
  });
  expect(evidence).toContain('no refusal');
  expect(evidence).not.toContain('any text');

  // Takes what it does not read, and repeats what it does.
  const telling = scripted(service({ path: ['hook', 'url'] }));
  const half = scripted((question) => {
    const response = service({ path: ['hook', 'url'] })(question);
    return JSON.stringify(response).includes('required') ? [200, { success: true }] : response;
  });
  for (const { sender } of [telling, half]) {
    const { value } = await discoverAddress({ ...find({ path: ['url'] }).quest, sender, probe });
    expect(value).toEqual({ hook: { url: '{webhook_url}' } });
  }
  expect(visits).toEqual([]);
});

test('where any text is taken, only the likeliest groups are waited for', async () => {
  const { quest } = trusting(['q7'], 'all taken');
  const visits: ReadonlySet<string>[] = [];
  const counting = {
    ...quest.probe,
    reached: (marks: ReadonlySet<string>) => {
      visits.push(marks);
      return Promise.resolve(null);
    },
  };
  await discoverAddress({ ...quest, probe: counting });
  expect(visits.length).toBeGreaterThan(1);
  expect(visits.length).toBeLessThanOrEqual(6);

  // Each field alone is a group of its own.
  visits.length = 0;
  const answering = scripted(({ body }) => [Object.keys(body as object).length > 1 ? 400 : 200, {}]);
  await discoverAddress({ ...quest, sender: answering.sender, probe: counting });
  expect(visits).toHaveLength(6);
});

test('one that wants more than the address that it calls is told so', async () => {
  const { quest } = trusting(['url'], 'ignored');
  const picky = {
    ...quest.sender,
    post: async (...asked: Parameters<typeof quest.sender.post>) => {
      const outcome = await quest.sender.post(...asked);
      const alone = Object.keys(asked[3] as object).length === 1;
      return alone && outcome.kind === 'response' ? { ...outcome, status: 400 } : outcome;
    },
  };
  for (const unknown of ['ignored', 'all taken'] as const) {
    const { value, evidence } = await discoverAddress({ ...trusting(['url'], unknown).quest, sender: picky });
    expect(value).toBeNull();
    expect(evidence).toContain('must hold more');
  }
});

test('no response ends the search and is told', async () => {
  const failure = { code: 'reset' as const, text: 'The connection broke.' };
  const silent = {
    kind: 'no-response' as const,
    verdict: 'fail' as const,
    failure,
    startedAt: 0,
    durationMs: 1,
  };
  let asked = 0;
  const sender = {
    post: () => {
      asked += 1;
      return Promise.resolve(silent);
    },
  };
  const { quest } = find({ path: ['url'] });
  const { value, evidence } = await discoverAddress({ ...quest, sender });
  expect([value, evidence]).toEqual([null, expect.stringContaining('The connection broke.')]);
  expect(asked).toBe(1);
  expect(await readsAddress({ ...quest, sender }, { url: '{webhook_url}' })).toBe(false);
});

test('a hasty search tries places together only, and essays of a service suggest none', async () => {
  const habits: Habits = { path: ['drop'], unknown: 'refused' };
  const { quest, asked } = find(habits);
  expect((await discoverAddress(quest, { thorough: false })).value).toBeNull();
  expect(asked.length).toBeLessThan(20);
  const wordy = scripted((question) => {
    const response = service(habits)(question);
    const text = JSON.stringify(response);
    return text.includes('required') ? [400, { reason: text.padEnd(500, '.') }] : response;
  });
  expect((await discoverAddress({ ...quest, sender: wordy.sender })).value).toBeNull();
});

test('an address that is repeated as the name of a field is no refusal', async () => {
  const odd = scripted(({ body }) => {
    const { url } = body as { url?: string };
    return [400, { [`URL [${url}] is not valid: no http`]: 1 }];
  });
  expect((await discoverAddress({ ...find({ path: ['url'] }).quest, sender: odd.sender })).value).toBeNull();
});
