import { fork } from 'node:child_process';

/** What a besieger does to the catcher. */
export interface Siege {
  /** An address of the catcher. */
  url: string;
  /** Connections that dribble, half of them in the head, half in the body. */
  slow: number;
  /** Requests of each kind that is no event: GET, Upgrade, CONNECT. */
  odd: number;
  /** Bodies of so many MiB, filled with this text. */
  huge: number;
  hugeMib: number;
  hugeText: string;
  /** Deliveries of this body, by so many senders at once, each as fast as they are answered. */
  flood: { deliveries: number; senders: number; body: string };
}

const LONGEST_MS = 120_000;

/**
 * Lays siege to a catcher from a process of its own: what the besiegers do costs the catcher's process no time.
 * @returns what resolves when the huge bodies and the flood were answered, and rejects when they were not, or not within
 *   two minutes; and what ends the siege
 */
export function laySiege(siege: Siege): { over: Promise<void>; lift: () => void } {
  const child = fork(new URL('besieger.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    // It would stay in the temporary folder.
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
  });
  const over = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The besieger ended with ${code}.`)));
    const tooLong = setTimeout(() => reject(new Error('The siege takes too long.')), LONGEST_MS);
    child.once('exit', () => clearTimeout(tooLong));
  });
  child.send(siege);
  const lift = (): void => {
    child.kill('SIGKILL');
  };
  return { over, lift };
}
