import { spawn } from 'node:child_process';

/** Opens an address in the user's browser. If that fails, the printed address is enough; `failed` can say so. */
export function openInBrowser(url: string, failed: () => void = () => undefined): void {
  const [command, ...rest] =
    process.platform === 'darwin' ? ['open'] : process.platform === 'win32' ? ['explorer'] : ['xdg-open'];
  const child = spawn(command as string, [...rest, url], { stdio: 'ignore', detached: true });
  child.on('error', failed);
  child.on('exit', (code) => {
    // Explorer exits with 1 even though it has opened the page.
    if (code !== 0 && process.platform !== 'win32') failed();
  });
  child.unref();
}
