import { useEffect, useState } from 'preact/hooks';
import type { CardChoice, CardsState } from '../protocol.js';
import { CopyButton } from './controls.js';
import { ask } from './store.js';

/** What a run waits for, one card at a time. */
export function Cards({ cards: { open, done, planned, ended } }: { cards: CardsState }) {
  const [trouble, setTrouble] = useState('');
  const choose = (choice: CardChoice): void => {
    setTrouble('');
    ask('choose', { number: open?.number, choice }).catch((error: Error) => setTrouble(error.message));
  };
  const count = planned === null ? `${done} done` : `${done} of about ${planned} done`;
  if (ended) return <Still text="The run is over. You can close this page." count={count} />;
  if (!open)
    return <Still text="Nothing to do at the moment. The next card appears automatically." count={count} />;
  return (
    <main class="cards">
      <p class="soft" role="status">
        {count}
      </p>
      <section class="action-card" aria-labelledby="card-title">
        <p class="soft">
          Card {open.number} · <TimeLeft until={open.until} />
        </p>
        <h2 id="card-title">{open.instruction}</h2>
        <dl>
          {open.lines.map(({ name, value, copies }) => (
            <div key={name}>
              <dt>{name.replaceAll('_', ' ')}</dt>
              <dd>
                <code>{value}</code> {copies && <CopyButton text={value}>copy</CopyButton>}
              </dd>
            </div>
          ))}
        </dl>
        <div class="choices">
          <button type="button" class="send" onClick={() => choose('done')}>
            Done
          </button>
          <button type="button" onClick={() => choose('skip')}>
            Skip this one
          </button>
          <button type="button" onClick={() => choose('cannot')}>
            Cannot be done here
          </button>
        </div>
        {trouble !== '' && (
          <p class="trouble" role="alert">
            {trouble}
          </p>
        )}
      </section>
    </main>
  );
}

function Still({ text, count }: { text: string; count: string }) {
  return (
    <main class="cards">
      <p role="status">{text}</p>
      <p class="soft">{count}</p>
    </main>
  );
}

function TimeLeft({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.round((until - now) / 1_000));
  return (
    <span>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')} left
    </span>
  );
}
