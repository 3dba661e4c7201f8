import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { keepMemory } from '../discarded.js';

/** The only settings of V8: the command line makes them, the library none. */

const NODE = Number.parseInt(process.versions.node, 10);

/** From here on V8 has a compiler for code that runs now and then, which costs little. */
const FRUGAL_SINCE = 22;

/**
 * Lets V8 optimize only what runs often. By default, a third of the processor time of a run of thousands of requests goes
 * into compilers; with a budget three times as large as this one, less does, and the run takes an eighth longer.
 */
export function optimizeLittle(): void {
  if (NODE < FRUGAL_SINCE) setFlagsFromString('--interrupt-budget=300000');
}

/** From here on V8 takes 100 MiB for young objects, of which a run needs a tenth. */
const GENEROUS_SINCE = 22;

/** Keeps the part of the heap for young objects small; a run takes no longer with it. */
export function keepYoungHeapSmall(): void {
  if (NODE >= GENEROUS_SINCE) setFlagsFromString('--semi-space-growth-factor=1');
}

/**
 * Lets the heap grow by half at a time. By default, it may grow to a multiple of what is in use, the more so the newer Node
 * is: most of the memory of a run of thousands of cases was garbage. Saving still more memory takes far more time.
 */
export function growHeapSlowly(): void {
  setFlagsFromString('--heap-growing-percent=30');
}

/** Bytes that may lie about unused. V8 alone lets tens of megabytes of buffers pile up: they are not on its heap. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Every how many times what is older is collected too. */
const FULL_EACH = 16;

/** A heap this large is that of a run of thousands of cases: collecting it takes a tenth of a second, and saves a tenth. */
const LARGE_HEAP_BYTES = 128 * 1024 * 1024;

type Collect = (options?: { type: 'minor' }) => void;

/**
 * Lets large bodies that were needed only for a moment be collected from time to time, which takes a millisecond or two; a
 * target whose answers are small never causes it.
 */
export function collectDiscarded(): void {
  let collect: Collect | null = null;
  let bytes = 0;
  let times = 0;
  keepMemory({
    discarded(more) {
      bytes += more;
      if (bytes < MOST_BYTES) return;
      bytes = 0;
      times += 1;
      collect ??= exposed();
      if (times % FULL_EACH === 0) collect();
      else collect({ type: 'minor' });
    },
    settle() {
      if (!collect && getHeapStatistics().used_heap_size < LARGE_HEAP_BYTES) return;
      collect ??= exposed();
      // What comes now takes time rather than memory.
      setFlagsFromString('--optimize-for-size');
      collect();
    },
  });
}

/** V8's garbage collector can be called only if a flag asks for it. */
function exposed(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
