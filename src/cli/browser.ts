import { spawn } from 'node:child_process';

/** Opens an address in the user's browser. Without one the printed address is enough. */
export function openInBrowser(url: string): void {
  const [command, ...rest] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['explorer'] : ['xdg-open'];
  const child = spawn(command as string, [...rest, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}
