import { expect, test } from 'vitest';
import { mayBeRefused } from './refusal.js';

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
