import { render } from 'preact';
import { useState } from 'preact/hooks';
import { Cards } from './cards.js';
import { Desk } from './desk.js';
import { HabitsButton } from './habits.js';
import { Network } from './network.js';
import { connect, type State, useStore } from './store.js';

const KEPT = 'conform-console';

const root = document.getElementById('console');
const token = tokenOfLink();
if (root) render(<App hasToken={token !== null} />, root);
if (token !== null) void connect(token);

/**
 * The token in the link's fragment. It is removed from the address bar, where others could read it, and kept for this
 * tab, so that a reload still has it. Null: the page was opened without one.
 */
function tokenOfLink(): string | null {
  const given = location.hash.slice(1);
  if (given !== '') {
    sessionStorage.setItem(KEPT, given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(KEPT);
}

/** The whole page: the employees' desk and the network side by side, or the cards of a run. */
function App({ hasToken }: { hasToken: boolean }) {
  const state = useStore();
  const [pane, setPane] = useState<'desk' | 'network'>('desk');
  const trouble = troubleOf(state, hasToken);
  return (
    <>
      <header class="top">
        <h1>{state.cards ? 'Waiting for you' : 'Sandbox'}</h1>
        <code class="address">{state.title}</code>
        {state.sandbox && <HabitsButton sandbox={state.sandbox} />}
        <span class={`status ${trouble === null ? 'open' : 'lost'}`} role="status">
          {trouble ?? 'connected'}
        </span>
      </header>
      {state.sandbox && (
        <>
          <nav class="panes" aria-label="Parts of the page">
            <button type="button" aria-pressed={pane === 'desk'} onClick={() => setPane('desk')}>
              Desk
            </button>
            <button type="button" aria-pressed={pane === 'network'} onClick={() => setPane('network')}>
              Network
            </button>
          </nav>
          <main class={`both show-${pane}`}>
            <Desk sandbox={state.sandbox} changes={state.deskChanges} />
            <Network rows={state.rows} forgotten={state.forgotten} isCleared={state.isCleared} />
          </main>
        </>
      )}
      {state.cards && <Cards cards={state.cards} />}
      {!state.sandbox && !state.cards && (
        <main class="empty">
          <p>{trouble ?? 'One moment.'}</p>
        </main>
      )}
    </>
  );
}

function troubleOf({ connection }: State, hasToken: boolean): string | null {
  if (!hasToken) return 'Open the link that the terminal printed: it carries the token.';
  switch (connection) {
    case 'connecting':
      return 'connecting';
    case 'lost':
      return 'The service is gone; this page waits for it.';
    case 'refused':
      return 'The service was restarted. Open the link that it printed.';
    case 'open':
      return null;
  }
}
