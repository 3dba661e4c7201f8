import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Frees what was left behind since the last time and nobody holds. */
type CollectYoung = () => void;

/** So many bytes of buffers may lie about. V8 alone lets 32 MiB and more of them heap up, for they are not on its heap. */
const MOST_BYTES = 4 * 1024 * 1024;

let collectYoung: CollectYoung | null = null;
let bytes = 0;

/**
 * Takes note of buffers that were needed for a moment only; from time to time they are collected, which takes a
 * millisecond or two.
 */
export function leftBehind(more: number): void {
  bytes += more;
  if (bytes < MOST_BYTES) return;
  bytes = 0;
  collectYoung ??= exposed();
  collectYoung();
}

/** Only who asks for it, by a flag, can call V8's garbage collector. */
function exposed(): CollectYoung {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  return () => collect({ type: 'minor' });
}
