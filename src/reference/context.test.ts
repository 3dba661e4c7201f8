import { expect, test } from 'vitest';
import { openBench } from '../../test/support/service/reference-bench.js';
import { loadDescriptions } from '../description/load.js';
import { applyFaults, changeHabits } from './context.js';
import { addressOf, setAddress } from './conversations/events.js';
import { defaultDialect } from './dialect/dialect.js';
import { loadDialect } from './dialect/dialects.js';

const select = { destination_type: 'Department', name: 'n', attributes: {} };

test('a running service gets another dialect and faults; keys and addresses stay, conversations start over', async () => {
  const described = await loadDescriptions();
  await using bench = await openBench({ tls: true });
  const { service } = bench;
  await bench.call('setWebhook', { url: bench.address('a') });
  const { body } = await bench.call('getDestinations');
  const [{ destination_id } = { destination_id: '' }] = body['destinations'] as { destination_id: string }[];
  await bench.call('selectDestination', { user_id: 'u', destination_id, ...select });
  const [origin] = [new URL(service.baseUrl)];
  const plain = () => fetch(`http://${origin?.host}/1.0/getDestinations`, { method: 'POST' });
  await expect(plain()).rejects.toThrow();

  const narrow = await loadDialect('narrow');
  await changeHabits(service.context, described, { dialect: narrow, faults: ['plain-http-served'] });
  service.applyHabits();
  const refused = await bench.call('sendText', { user_id: 'u' });
  expect(refused.body).toHaveProperty('details.code', 9);
  await bench.call('sendText', { user_id: 'u', text: 't' });
  const [asked] = await bench.until(1, () => true);
  expect(asked?.path).toBe('/a');

  await changeHabits(service.context, described, { dialect: defaultDialect, faults: [] });
  service.applyHabits();
  await expect(plain()).rejects.toThrow();
  expect((await bench.call('sendText', { user_id: 'u' })).body).toHaveProperty('error.code', 9);
});

test('each version keeps its own address in another dialect that has one for each', async () => {
  const described = await loadDescriptions();
  await using bench = await openBench({ tls: false, dialect: await loadDialect('nested') });
  const { context } = bench.service;
  const { point } = context.accounts.main;
  const urls = described.map(({ version }) => [version, bench.address(version)] as const);
  for (const [version, url] of urls) setAddress(context, point, version, url);
  await changeHabits(context, described, { dialect: await loadDialect('echoing'), faults: [] });
  for (const [version, url] of urls) expect(addressOf(context, point, version)).toBe(url);
});

test('an unknown fault changes nothing', async () => {
  await using bench = await openBench({ tls: false });
  const { context } = bench.service;
  const before = { ...context };
  const wanted = { dialect: await loadDialect('flat'), faults: ['no-such-fault'] };
  await expect(changeHabits(context, await loadDescriptions(), wanted)).rejects.toThrow(RangeError);
  expect(context).toEqual(before);
});

test('a fault knows the rulebook of its own service, not that of another one in the same process', async () => {
  const [first, last] = await loadDescriptions();
  if (!first || !last) throw new Error('There are fewer than two versions.');
  const fault = 'path-version-optional';
  const faulty = await applyFaults([first], [fault]);
  const other = await applyFaults([last], [fault]);
  expect(faulty.hooks.path('/any')).toBe(`/${first.version}/any`);
  expect(other.hooks.path('/any')).toBe(`/${last.version}/any`);
  const [operation = ''] = Object.keys(last.operations).filter((name) => !(name in first.operations));
  const alone = await applyFaults([first], ['path-operation-by-beginning']);
  expect(alone.hooks.path(`/${first.version}/${operation}s`)).toBe(`/${first.version}/${operation}s`);
});
