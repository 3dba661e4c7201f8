/** Whether the page is as narrow as a phone's; the style sheet has the same bound. */
export function isNarrow(): boolean {
  return innerWidth <= 560;
}
