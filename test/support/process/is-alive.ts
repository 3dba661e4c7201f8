import { readFile } from 'node:fs/promises';

/** One that has ended and that nobody has waited for, as in a container without an init, is not alive. */
export async function isAlive(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return /\) [^ZX] /.test(stat);
}
