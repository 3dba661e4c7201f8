import { useState } from 'preact/hooks';
import { clock } from '../moments.js';
import type { UserSummary } from '../protocol.js';
import { ConversationPane } from './conversation.js';
import { Place } from './place.js';
import { identity, type State } from './store.js';

/** What employees have before them. */
export function Desk({ sandbox, changes }: { sandbox: NonNullable<State['sandbox']>; changes: number }) {
  const [pointName, setPoint] = useState('main');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const point = sandbox.points.find(({ name }) => name === pointName) ?? sandbox.points[0];
  const among = sandbox.users.filter((user) => user.point === point?.name && fits(user, query));
  const user = among.find((user) => identity(user) === chosen);
  return (
    <section class={`desk ${user ? 'has-user' : ''}`} aria-labelledby="desk-title">
      <h2 id="desk-title">Desk</h2>
      {point && (
        <Place
          sandbox={sandbox}
          point={point}
          onChoose={(name) => {
            setPoint(name);
            setChosen(null);
          }}
        />
      )}
      <div class="talks">
        <div class="users">
          <input
            type="search"
            aria-label="Find a user"
            placeholder="find a user"
            value={query}
            onInput={(event) => setQuery(event.currentTarget.value)}
          />
          {among.length === 0 ? (
            <p class="nothing">{query === '' ? 'Nobody has written yet.' : 'No user fits.'}</p>
          ) : (
            <ul>
              {among.map((summary) => (
                <li key={identity(summary)}>
                  <button
                    type="button"
                    class="user"
                    aria-pressed={summary === user}
                    onClick={() => setChosen(identity(summary))}
                  >
                    <UserLine user={summary} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
        {user && point ? (
          <ConversationPane
            key={identity(user)}
            user={user}
            sandbox={sandbox}
            changes={changes}
            hasAddress={point.webhooks.some(({ url }) => url !== null)}
            onBack={() => setChosen(null)}
          />
        ) : (
          <p class="nothing wide">
            {among.length === 0
              ? 'Conversations appear here as soon as a user writes.'
              : 'Choose a conversation.'}
          </p>
        )}
      </div>
    </section>
  );
}

function UserLine({ user }: { user: UserSummary }) {
  return (
    <>
      <span class="line">
        <strong title={user.id}>{user.person ?? user.id}</strong>
        <span class="when">{user.at > 0 ? clock(user.at) : ''}</span>
      </span>
      {user.person !== null && (
        <span class="soft id" title={user.id}>
          {user.id}
        </span>
      )}
      <span class="last">{user.last}</span>
      <span class="line">
        <span class={`mark ${user.destination === null ? 'open' : 'good'}`}>
          {user.destination ?? 'no destination'}
        </span>
        {user.kept > 0 && <span class="mark open">{user.kept} kept</span>}
      </span>
    </>
  );
}

function fits({ id, person }: UserSummary, query: string): boolean {
  return `${id} ${person ?? ''}`.toLowerCase().includes(query.toLowerCase().trim());
}
