import type { CaseRecord } from '../../record/types.js';
import { duration } from '../words.js';
import { courseOf } from './course-entries.js';
import { bodyText } from './http-text.js';
import type { Model } from './model.js';

/** What happened to the case's users, in time; the webhooks with their bodies. */
export function Course({ model, one }: { model: Model; one: CaseRecord }) {
  const entries = courseOf(model, one);
  const events = model.eventsOf(one);
  const begin = entries[0]?.atMs ?? one.startedMs;
  const users = new Set(entries.map(({ user }) => user));
  const single = users.size === 1 ? (entries[0]?.user ?? null) : null;
  if (entries.length === 0) return null;
  return (
    <details class="course" open={model.full.has(one.id)}>
      <summary>Course in time {single !== null && <span class="user">{single}</span>}</summary>
      <ol>
        {entries.map(({ atMs, from, to, text, tone, user }) => (
          <li class={`is-${tone}`}>
            <span class="at">{`+${duration(Math.max(0, atMs - begin))}`}</span>{' '}
            <span class="soft">{`${from} → ${to}`}</span> <b>{text}</b>{' '}
            {single === null && user !== null && <span class="user">{user}</span>}
          </li>
        ))}
      </ol>
      {events.map((event) => (
        <details class="event">
          <summary>
            <b>{event.name ?? 'no event name'}</b>{' '}
            <span class="soft">{`at ${event.address}, +${duration(Math.max(0, event.atMs - begin))}`}</span>
          </summary>
          <pre class="wire copy">
            {bodyText(event.body, model.full.has(one.id) ? model.budget.fullBody : model.budget.briefBody) ??
              'no body'}
          </pre>
        </details>
      ))}
    </details>
  );
}
