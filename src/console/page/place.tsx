import { useState } from 'preact/hooks';
import { span } from '../moments.js';
import type { PointState } from '../protocol.js';
import { ask } from './connection.js';
import { CopyButton } from './copy-button.js';
import type { State } from './store.js';
import { isNarrow } from './virtual-list.js';

const HOUR = 3_600;

/** A contact point: who is logged in, where its webhooks go, and what time it is. */
export function Place({
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
      {/* On a phone there is no room for what is seldom needed. */}
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
                  take it away
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
              <span>{sandbox.aheadMs === 0 ? "as the machine's" : `${span(sandbox.aheadMs)} ahead`}</span>
              <button type="button" onClick={() => act('advance_clock', { seconds: HOUR })}>
                + 1 hour
              </button>
              <button type="button" onClick={() => act('advance_clock', { seconds: 24 * HOUR })}>
                + 1 day
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
