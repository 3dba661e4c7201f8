/** Who keeps the memory of the process small, if anybody does. */
export interface MemoryKeeper {
  /** Bytes that were needed only briefly, and are free again. */
  discarded(bytes: number): void;
  /** Large answers are over: what is left of them may be freed. */
  settle(): void;
}

let keeper: MemoryKeeper | null = null;

/** Appoints the keeper for the whole process. The command line does; a host program's memory is its own business. */
export function keepMemory(appointed: MemoryKeeper): void {
  keeper = appointed;
}

/** Notes bytes that were needed only briefly, such as those of a large body. */
export function discarded(bytes: number): void {
  keeper?.discarded(bytes);
}

/** Notes that large answers are over. */
export function settleMemory(): void {
  keeper?.settle();
}
