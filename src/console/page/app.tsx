import { useState } from 'preact/hooks';
import { Cards } from './cards.js';
import { Desk } from './desk.js';
import { HabitsButton } from './habits.js';
import { Network } from './network.js';
import { type State, useStore } from './store.js';

/** The whole page: the employees' desk and the network side by side, or the cards of a run. */
export function App({ hasToken }: { hasToken: boolean }) {
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
      return 'The service went away; this page waits for it.';
    case 'refused':
      return 'The service was restarted. Open the link that it printed.';
    case 'open':
      return null;
  }
}
