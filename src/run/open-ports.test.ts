import { expect, test } from 'vitest';
import { loadConfiguration } from '../configuration/load.js';
import { loadDescriptions } from '../description/load.js';
import { noOperator } from '../operator/create.js';
import { packageRoot } from '../package-root.js';
import { openPorts } from './open-ports.js';

const listening = (): number =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;

test('what goes wrong before a run leaves no catcher behind, which would keep the process alive', async () => {
  const descriptions = await loadDescriptions();
  const configuration = await loadConfiguration({ flags: {}, env: {}, cwd: packageRoot(), descriptions });
  const { signal } = new AbortController();
  const before = listening();
  const open = (ca: string | null) => openPorts({ configuration, operator: noOperator, ca, signal });
  await expect(open('garbage')).rejects.toThrow('PEM');
  expect(listening()).toBe(before);
  const { close } = await open(null);
  expect(listening()).toBe(before + 1);
  await close();
});
