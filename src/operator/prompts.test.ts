import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { ListenError } from '../local-server.js';
import { consoleCards } from './prompts.js';

test('where the page cannot be served, the first card says so, and the end of the run is as ever', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const said: string[] = [];
  const cards = consoleCards({ listen: { host: '127.0.0.1', port }, announce: (line) => said.push(line) });
  cards.plan?.(1);
  const card = { number: 1, planned: 1, instruction: 'Close it', lines: [], values: [] };
  await expect(cards.ask(card, 1_000)).rejects.toThrow(ListenError);
  await cards.close();
  expect(await cards.ask(card, 1_000)).toBe('gone');
  expect(said).toEqual([]);
  taken.close();
});
