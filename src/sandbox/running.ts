import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { isRunning } from '../reporters/write-whole.js';

/** What other commands of the same person need to know of a running sandbox. */
export interface RunningSandbox {
  pid: number;
  baseUrl: string;
  startedAt: number;
  employees: { baseUrl: string; token: string };
  /** By the names of contact points. */
  keys: Record<string, string>;
  versions: string[];
}

/** Registers a sandbox of this process for as long as it runs. Returns what removes it. */
export function announce(sandbox: Omit<RunningSandbox, 'pid' | 'startedAt'>): () => void {
  const place = folder();
  if (place === null) return () => undefined;
  const file = join(place, `${process.pid}.json`);
  const entry: RunningSandbox = { pid: process.pid, startedAt: Date.now(), ...sandbox };
  writeFileSync(file, JSON.stringify(entry), { mode: 0o600 });
  const take = (): void => {
    rmSync(file, { force: true });
    try {
      rmdirSync(place);
    } catch {
      // Another sandbox has registered there.
    }
  };
  process.once('exit', take);
  return () => {
    process.off('exit', take);
    take();
  };
}

/** The running sandboxes, the most recently started first. */
export function runningSandboxes(): RunningSandbox[] {
  const place = folder();
  if (place === null) return [];
  return readdirSync(place)
    .flatMap((name) => {
      // A file that is not complete yet does not stand for a sandbox, and is not ours to remove.
      if (isRunning(Number.parseInt(name, 10))) return read(join(place, name)) ?? [];
      rmSync(join(place, name), { force: true });
      return [];
    })
    .sort((a, b) => b.startedAt - a.startedAt);
}

/** A folder that only this person can read: its files open the employee's side. Null: there can be none. */
function folder(): string | null {
  const { uid } = userInfo();
  const place = join(process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), `conform-serve-${uid}`);
  try {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    const found = lstatSync(place);
    // Somebody else's folder of that name cannot be trusted; where users have no number, nobody can tell.
    if (!found.isDirectory() || (uid >= 0 && found.uid !== uid)) return null;
    chmodSync(place, 0o700);
    return place;
  } catch {
    return null;
  }
}

function read(file: string): RunningSandbox | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunningSandbox;
  } catch {
    return null;
  }
}
