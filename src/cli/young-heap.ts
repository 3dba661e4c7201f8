import { setFlagsFromString } from 'node:v8';

/** From here on V8 takes 100 MiB for young objects, of which a run needs a tenth. */
const GENEROUS_SINCE = 22;

/** Keeps the part of the heap for young objects small; a run takes no longer with it. */
export function keepYoungHeapSmall(): void {
  if (Number.parseInt(process.versions.node, 10) >= GENEROUS_SINCE)
    setFlagsFromString('--semi-space-growth-factor=1');
}
