import { startSandbox } from '../src/cli/start-sandbox.js';
import { loadDescriptions } from '../src/description/load.js';
import { startSandboxConsole } from '../src/sandbox/sandbox-console.js';
import { messageRequest, tellOnRequest } from './served.js';

/** The sandbox with its log and its console, in a process of its own. */
const descriptions = await loadDescriptions();
const { service, log } = await startSandbox({ plain: true, seed: '7' }, descriptions);
const page = await startSandboxConsole({
  context: service.context,
  log,
  descriptions,
  baseUrl: service.baseUrl,
  caFile: null,
  faults: [],
  onHabits: () => undefined,
});
tellOnRequest({
  ...messageRequest(descriptions, service),
  stream: { url: new URL('/api/stream', page.link).href, token: page.token },
});
