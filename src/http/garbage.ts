import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options?: { type: 'minor' }) => void;

/** So many bytes that nobody holds may lie about. V8 alone lets tens of megabytes of buffers heap up: they are not on its heap. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Each so manieth time what is older is collected too. */
const FULL_EACH = 16;

let collect: Collect | null = null;
let bytes = 0;
let times = 0;

/**
 * Takes note of large bodies that were needed for a moment only. They are collected from time to time, which takes a
 * millisecond or two; a target whose answers are small never causes it.
 */
export function leftBehind(more: number): void {
  bytes += more;
  if (bytes < MOST_BYTES) return;
  bytes = 0;
  times += 1;
  collect ??= exposed();
  if (times % FULL_EACH === 0) collect();
  else collect({ type: 'minor' });
}

/** After large answers: frees all that is left of them, and lets what comes then rather take time than memory. */
export function tidyUp(): void {
  if (!collect) return;
  setFlagsFromString('--optimize-for-size');
  collect();
}

/** Only who asks for it by a flag can call V8's garbage collector. */
function exposed(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
