import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createExecOperator } from '../../../src/operator/exec.js';
import type { CheckOptions } from './check-reference.js';

export interface BridgeOptions {
  /** Names that its inbox does not show, and whether it says so. */
  hidden?: readonly string[];
  says?: boolean;
  /** Actions that it has; default: all. */
  actions?: readonly string[];
  /** It names them when it is asked. */
  knows?: boolean;
}

/** Speaks JSON lines on one side and the reference service's HTTP interface on the other. */
const BRIDGE = `
import { createInterface } from 'node:readline';
const [url, authorization, options] = process.argv.slice(2);
const { hidden, says, actions, knows } = JSON.parse(options);
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
async function answer({ id, action, ...parameters }) {
  if (action === 'actions' && knows) return say({ id, ok: true, actions });
  if (actions && !actions.includes(action)) return say({ id, ok: false, unsupported: true });
  if (action === 'inbox') for (const name of hidden) delete parameters[name];
  const response = await fetch(url + '/' + action, {
    method: 'POST', headers: { authorization }, body: JSON.stringify(parameters),
  });
  const { ok, error, items } = await response.json();
  if (!ok) return say({ id, ok: false, error });
  if (action !== 'inbox') return say({ id, ok: true });
  // An attribute may have the name of a field that is hidden.
  const shown = (fields = {}) => Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.includes(name)));
  const messages = items.map(({ card, at, ...message }) => shown(message));
  say({ id, ok: true, lacks: says ? hidden : [], ...shown(items.at(-1)?.card), messages });
}
createInterface({ input: process.stdin }).on('line', (line) => void answer(JSON.parse(line)));
`;

/** For tests: a program that acts for the employees of the reference service. Gone when the test has finished. */
export function bridge(options: BridgeOptions = {}): NonNullable<CheckOptions['operator']> {
  const { hidden = [], says = false, actions = null, knows = false } = options;
  const folder = mkdtempSync(join(tmpdir(), 'conform-bridge-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'bridge.mjs'), BRIDGE);
  return ({ operator: { baseUrl, headers } }, { shows, secrets }) => {
    const told = JSON.stringify({ hidden, says, actions, knows });
    const command = [process.execPath, 'bridge.mjs', baseUrl, headers['authorization'] ?? '', told];
    return createExecOperator(command, { folder, env: process.env, secrets, shows });
  };
}
