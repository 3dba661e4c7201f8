/** Whether Vitest runs this process or thread; its variables would be inherited by processes that it starts. */
export function isWithinVitest(): boolean {
  return '__vitest_worker__' in globalThis;
}
