import { useState } from 'preact/hooks';
import { duration } from '../../duration.js';
import type { PointState, UserSummary } from '../protocol.js';
import { CopyButton, SearchField, When } from './controls.js';
import { ConversationPane } from './conversation.js';
import { ask, identity, type State } from './store.js';
import { isNarrow } from './virtual-list.js';

/** What employees see. */
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
          <SearchField label="Find a user" placeholder="find a user" text={query} onText={setQuery} />
          {among.length === 0 ? (
            <p class="nothing">{query === '' ? 'Nobody has written yet.' : 'No user matches.'}</p>
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
        {user.at > 0 && <When at={user.at} />}
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

const HOUR = 3_600;

/** A contact point: who is logged in, where its webhooks go, and what time it is. */
function Place({
  sandbox,
  point,
  onChoose,
}: {
  sandbox: NonNullable<State['sandbox']>;
  point: PointState;
  onChoose: (name: string) => void;
}) {
  const [trouble, setTrouble] = useState('');
  const act = (action: string, parameters: Record<string, unknown>): void => {
    setTrouble('');
    ask('act', { point: point.name, action, parameters }).catch((error: Error) => setTrouble(error.message));
  };
  const { destination } = sandbox.service.names;
  const hasAddress = point.webhooks.some(({ url }) => url !== null);
  const kept = point.webhooks.reduce((sum, webhook) => sum + webhook.kept, 0);
  return (
    <div class="place">
      <div class="place-head">
        <label>
          <span class="soft">Contact point</span>{' '}
          <select value={point.name} onChange={(event) => onChoose(event.currentTarget.value)}>
            {sandbox.points.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {kept > 0 && <span class="mark open">{kept} kept for an address</span>}
      </div>
      {/** On a phone there is no room for what is seldom needed. */}
      <details open={!isNarrow()}>
        <summary>Key, webhook, employees, clock</summary>
        <dl>
          <div>
            <dt>Key</dt>
            <dd>
              <code>{point.key}</code> <CopyButton text={point.key}>copy</CopyButton>
            </dd>
          </div>
          <div>
            <dt>Webhook</dt>
            <dd>
              {hasAddress
                ? point.webhooks.map(({ version, url }) => (
                    <code class="hook" key={version ?? ''}>
                      {version === null ? '' : `${version}: `}
                      {url ?? 'none'}{' '}
                    </code>
                  ))
                : 'no address is set'}{' '}
              {hasAddress && (
                <button type="button" onClick={() => act('clear_webhook', {})}>
                  remove it
                </button>
              )}
            </dd>
          </div>
          <div>
            <dt>Employees</dt>
            <dd class="buttons">
              {point.destinations.map(({ id, name, online, waiting }) => (
                <button
                  type="button"
                  key={id}
                  aria-pressed={online}
                  title={online ? 'logged in: press to log out' : 'logged out: press to log in'}
                  onClick={() => act('set_presence', { [destination]: id, online: !online })}
                >
                  {name}: {online ? 'in' : 'out'}
                  {waiting > 0 && `, ${waiting} waiting`}
                </button>
              ))}
            </dd>
          </div>
          <div>
            <dt>Clock</dt>
            <dd class="buttons">
              <span>{sandbox.aheadMs === 0 ? "as the machine's" : `${duration(sandbox.aheadMs)} ahead`}</span>
              <button type="button" onClick={() => act('advance_clock', { seconds: HOUR })}>
                + 1 h
              </button>
              <button type="button" onClick={() => act('advance_clock', { seconds: 24 * HOUR })}>
                + 24 h
              </button>
            </dd>
          </div>
        </dl>
        {trouble !== '' && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
      </details>
    </div>
  );
}
