import { expect } from 'vitest';
import { conformHere } from './command-here.js';
import { type Served, serve } from './command-line.js';

/**
 * For tests: starts a sandbox that writes its configuration file, has the doctor check it by that file, and ends it.
 * @param look at the sandbox while it runs; `file` is the name of the configuration in the folder
 */
export async function serveAndCheck(
  folder: string,
  args: string[] = [],
  look?: (sandbox: Served, file: string) => Promise<void>,
): Promise<void> {
  const file = 'the sandbox.yaml';
  const sandbox = await serve(folder, ['--config-out', file, ...args]);
  try {
    await look?.(sandbox, file);
    expect(sandbox.printed).toContain(`npx conform --config '${file}'\n`);
    const { code, stdout, stderr } = await conformHere(folder, ['doctor', '--config', file]);
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/tls: TLSv1\.3, certificate for localhost/);
    expect(stdout).toMatch(/the employee's side answers/);
  } finally {
    await sandbox.stop();
  }
}
