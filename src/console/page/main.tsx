import { render } from 'preact';
import { App } from './app.js';
import { connect } from './connection.js';

const KEPT = 'conform-console';

const root = document.getElementById('console');
const token = tokenOfLink();
if (root) render(<App hasToken={token !== null} />, root);
if (token !== null) void connect(token);

/**
 * The token in the fragment of the link. It is removed from the address bar, where others could read it, and kept for
 * this tab: a reload still has it. Null: the page was opened without one.
 */
function tokenOfLink(): string | null {
  const given = location.hash.slice(1);
  if (given !== '') {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(KEPT);
}
