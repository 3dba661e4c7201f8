import { both, odd, responses, silence, withRunContext } from '../support/engine/odd-services.js';

/** A service that refuses the catcher's address for what it is. */
const ADDRESSES_REFUSED = responses(({ url }) =>
  url.includes('setWebhook')
    ? {
        status: 400,
        body: Buffer.from(
          '{"success":false,"error":{"code":5,"message":"URL [http://catcher.invalid/main] is not valid: private"}}',
        ),
      }
    : null,
);

const REFUSALS = [
  silence('fail', 'refused'),
  { status: 301, body: Buffer.from('') },
  { status: 200, body: Buffer.from('<html>') },
  { status: 200, body: Buffer.from('{"success":false}') },
];

odd({
  'large responses, each released once it is judged': {
    cases: /^1.2\/(responses|routing\/new|versions\/alike|requests\/accepted)/,
    through: responses(() => ({ release: () => undefined })),
    ends: {},
  },
  'large responses with the same ids and times in seconds': {
    cases: /^1.2\/(responses\/(every|skew)|routing\/new|requests\/accepted)/,
    faults: ['message-ids-repeated', 'timestamps-in-seconds'],
    through: responses(() => ({ release: () => undefined })),
    ends: {
      'fail unit': ['responses/every-unit-timestamp'],
      'inconclusive not-exercised': ['responses/every-{moving,pace}-timestamp'],
      'fail repeated': ['responses/every-unique-message_id'],
    },
  },
  'no responses': {
    cases:
      /^1.2\/(routing\/(new|second-message\/)|responses\/(every-status|type-mess)|versions\/alike-no|errors\/body-e)/,
    through: responses(() => silence('inconclusive', 'refused')),
    ends: {
      'inconclusive refused': [
        'errors/body-empty',
        'responses/{every-status,type-message_id}',
        'routing/{new-user,second-message}',
        'versions/alike-no-key-1.0',
      ],
    },
  },
  'broken responses': {
    cases: /^1.2\/(routing\/(new|second-message\/)|errors\/body-e)/,
    through: responses(() => silence('fail', 'truncated')),
    ends: {
      'fail truncated': ['errors/body-empty', 'routing/{new-user,second-message}'],
    },
  },
  'a proxy in front that is worn out': {
    cases: /^1.2\/(routing\/new|errors\/body-e|responses\/every-(status|json|content))/,
    through: responses(() => ({ status: 503, body: Buffer.from('<html>') })),
    ends: {
      'inconclusive infrastructure': [
        'errors/body-empty',
        'responses/every-{status,json-object,content-type}',
        'routing/new-user',
      ],
    },
  },
  'a proxy in front that is worn out now and then': {
    cases: /^1.2\/(requests\/accepted|responses\/every)/,
    through: responses((_, count) =>
      count < 4 ? { status: 503, headers: [], body: Buffer.from('<html>') } : null,
    ),
    ends: { 'inconclusive infrastructure': ['requests/accepted'] },
  },
  'a service that refuses every message': {
    cases: /^1.2\/responses\/every.*(sendText|getDestinations)/,
    through: responses(() => ({
      status: 400,
      body: Buffer.from('{"success":false,"error":{"code":9,"message":"Invalid data: no"}}'),
    })),
    ends: {
      'fail refused': ['responses/every-unit-timestamp'],
      'inconclusive setup-refused': ['responses/every-{unique-message_id,moving-timestamp,pace-timestamp}'],
    },
  },
  'a service that fails now and then': {
    cases: /^1.2\/(routing\/(new|second-message\/)|requests\/accepted)/,
    through: responses(() => ({ status: 500, body: Buffer.from('{"success":false}') })),
    ends: { 'fail server-error': ['requests/accepted', 'routing/{new-user,second-message}'] },
  },
  'a success that says failure': {
    cases: /^1.2\/requests\/accepted/,
    through: responses(() => ({ status: 200, body: Buffer.from('{"success":false}') })),
    ends: { 'fail shape': ['requests/accepted'] },
  },
  'plain HTTP that is served': {
    cases: /^1.2\/transport/,
    capabilities: { https: true },
    through: withRunContext(() => ({ baseUrl: 'https://service.invalid' })),
    ends: { 'fail plain-http': ['transport/plain-http-{own-port,port-80}'] },
  },
  'plain HTTP that is not, or redirects, or says something else': {
    cases: /^1.2\/transport/,
    capabilities: { https: true },
    through: both(
      responses((_, count) => REFUSALS[count % REFUSALS.length] ?? null),
      withRunContext(() => ({ baseUrl: 'https://service.invalid' })),
    ),
    ends: {},
  },
  'a body that is a guess': {
    cases: /^1.2\/(authentication\/no-key|errors\/method-PUT)\/(getHistory|sendText)/,
    through: withRunContext(({ reader }) => ({
      reader: { ...reader, knows: () => false, body: () => undefined },
    })),
    ends: {},
  },
  'addresses in private that are refused': {
    cases: /^1.2\/requests\/accepted\/(setWebhook|sendText)/,
    through: both(
      withRunContext(() => ({ addressed: [] })),
      ADDRESSES_REFUSED,
    ),
    ends: { 'inconclusive address-refused': ['requests/accepted'] },
  },
  'an address that was accepted before and is refused now': {
    cases: /^1.2\/requests\/accepted\/(setWebhook|sendText)/,
    through: ADDRESSES_REFUSED,
    ends: { 'fail refused': ['requests/accepted'] },
  },
});
