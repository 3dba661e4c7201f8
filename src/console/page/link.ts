const KEPT = 'conform-console';

/**
 * The token in the fragment of the link. It is taken out of the address bar, so that nobody reads it there, and kept for
 * this tab: a reload still has it. Null: the page was opened without one.
 */
export function tokenOfLink(): string | null {
  const given = location.hash.slice(1);
  if (given !== '') {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(KEPT);
}
