import { Stop } from '../run/stop.js';

/** Host and port of a flag such as `127.0.0.1:0` or `[::1]:8080`. */
export function parseListen(flag: string, value: string): { host: string; port: number } {
  const match = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(value);
  const port = Number(match?.[3]);
  if (!match || port > 65_535)
    throw new Stop(
      2,
      'usage',
      `${flag}: "${value}" is no HOST:PORT.`,
      'Such as 127.0.0.1:8080; port 0 takes any free one.',
    );
  return { host: match[1] ?? match[2] ?? '', port };
}
