import { expect, test } from 'vitest';
import type { TargetConfiguration } from '../../configuration/types.js';
import { stopAtOwnLoopback } from './webhook.js';

const stop = (baseUrl: string, address: string, publicUrl: string | null = null): (() => void) => {
  const configuration = { target: { baseUrl }, webhook: { publicUrl } } as TargetConfiguration;
  return () => stopAtOwnLoopback(configuration, address);
};

test('a target elsewhere gets no address that leads to itself, unless somebody has given it', () => {
  expect(stop('https://service.example', 'http://127.0.0.1:1/hook')).toThrow('cannot reach it');
  expect(stop('https://service.example', 'http://localhost:1/hook')).toThrow('cannot reach it');
  const tunnel = 'http://127.0.0.1:1';
  expect(stop('https://service.example', `${tunnel}/hook`, tunnel)).not.toThrow();
  expect(stop('https://service.example', 'http://192.0.2.7:1/hook')).not.toThrow();
  expect(stop('https://127.0.0.1:2', 'http://127.0.0.1:1/hook')).not.toThrow();
});
