import { expect, test } from 'vitest';
import { mayBeRefused, messageChange } from './refusal.js';

test.each([
  'http://ci.corp.com/hook',
  'https://127.0.0.1/hook',
  'https://10.2.3.4:8443/hook',
  'https://172.31.0.1/hook',
  'https://192.168.1.1/hook',
  'https://[::1]/hook',
  'https://[fd00::1]/hook',
  'https://localhost/hook',
  'https://runner/hook',
  'https://runner.internal/hook',
])('%s may be refused', (address) => {
  expect(mayBeRefused(address)).toBe(true);
});

test.each([
  'https://ci.corp.com/hook',
  'https://9.9.9.9/hook',
  'https://172.32.0.1/hook',
  'https://[2001:4860::1]:8443/hook',
])('%s is an address like any other', (address) => {
  expect(mayBeRefused(address)).toBe(false);
});

const INVALID = 'URL [$url] is not valid: $reason';
const UNSUPPORTED = 'Unsupported HTTP request ${request.method} ${request.path}';
const facts = { address: 'HTTP://a b/<x>', method: 'PUT', segment: 'sendText' };

test.each([
  [INVALID, 'URL [HTTP://a b/&lt;x&gt;] is not valid: no host', 'repeats the address escaped for HTML'],
  [INVALID, 'URL [HTTP://a b/] is not valid: ]', 'repeats the address cut at "<"'],
  [INVALID, 'URL [] is not valid: ', 'leaves out the address'],
  [UNSUPPORTED, 'Unsupported HTTP request put /sendText', 'names the method put'],
  [UNSUPPORTED, 'Unsupported HTTP request POST /sendText', 'names the method POST'],
  [UNSUPPORTED, 'Unsupported HTTP request PUT /other', 'names another path'],
  [UNSUPPORTED, 'Unsupported HTTP request PUT /1.0/sendtext?key=k', 'names the path in lower case'],
  ['Empty body', 'empty body', 'is the one in the table in lower case'],
  ['Empty body', 'Empty body.', 'is the one in the table with something added at its end'],
])('%s: %s %s', (template, message, change) => {
  expect(messageChange(template, message, facts)).toBe(change);
});

test('nothing is said of another message', () => {
  expect(messageChange(INVALID, 'Invalid data', facts)).toBeNull();
  expect(messageChange(UNSUPPORTED, 'Not found', facts)).toBeNull();
  expect(messageChange(INVALID, 'URL [x] is not valid: y', { ...facts, address: null })).toBeNull();
  expect(messageChange('Empty body', 'Fehler', facts)).toBeNull();
});
