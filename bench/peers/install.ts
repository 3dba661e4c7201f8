import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from '../measure.js';
import type { Peer } from './peer.js';

/** Installs a peer into a temporary folder, once a machine. Returns its command, or why there is none. */
export async function install(peer: Peer): Promise<{ bin: string } | { missing: string }> {
  const folder = join(tmpdir(), 'conform-bench-peers', peer.package);
  const bin = join(folder, 'node_modules', '.bin', peer.bin);
  if (existsSync(bin)) return { bin };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  const argv = ['npm', 'install', '--no-audit', '--no-fund', '--no-save', peer.package];
  const { exitCode, output } = await measure({ argv, cwd: folder }, join(folder, 'times'));
  if (exitCode === 0 && existsSync(bin)) return { bin };
  return { missing: output.trim().split('\n').at(-1) ?? `npm ended with ${exitCode}` };
}
