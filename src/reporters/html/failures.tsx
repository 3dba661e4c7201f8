import type { CaseRecord } from '../../record/types.js';
import { likelyCauses } from '../causes.js';
import type { Story } from '../story.js';
import { count, duration, section, shortId } from '../words.js';
import { Evidence, Judged } from './evidence.js';
import { Mark, Version } from './marks.js';
import type { Model } from './model.js';

/** Violations grouped by the statement they break: one story each, its cases with their evidence. */
export function FailuresSection({ model }: { model: Model }) {
  const { stories } = model;
  if (stories.length === 0) return null;
  const failed = stories.filter((one) => one.standing === 'failed');
  const cases = failed.reduce((sum, one) => sum + one.cases.length, 0);
  const lead =
    failed.length > 0
      ? `${count(failed.length, 'statement')} violated, seen in ${count(cases, 'case')}.`
      : 'Nothing that fails the run.';
  return (
    <section id="failures" aria-labelledby="failures-title">
      <h2 id="failures-title">Violations</h2>
      <p class="lead">{lead}</p>
      {stories.map((story) => (
        <StoryArticle model={model} story={story} />
      ))}
    </section>
  );
}

function StoryArticle({ model, story }: { model: Model; story: Story }) {
  const { statement } = story;
  const [first] = story.cases;
  const causes = likelyCauses(story, model.record);
  return (
    <article class={`story ${story.standing}`}>
      <header>
        <p class="eyebrow">
          <Mark kind={story.standing} />{' '}
          {statement ? `${section(statement)} · ${statement.level}` : story.code} ·{' '}
          {count(story.cases.length, 'case')} ·{' '}
          {story.versions.map((version) => (
            <Version of={version} />
          ))}
          {statement && <code>{statement.id}</code>}
        </p>
        <h3>{statement?.text ?? first?.title}</h3>
      </header>
      {first && story.standing !== 'failed' && <Judged one={first} />}
      {causes.length > 0 && (
        <div class="causes">
          <p class="label">Likely cause</p>
          <ul>
            {causes.map((cause) => (
              <li>{cause}</li>
            ))}
          </ul>
        </div>
      )}
      <AcceptedNote model={model} story={story} />
      {story.cases.map((one, at) => (
        <BrokenCase model={model} one={one} open={at === 0 && story.standing === 'failed'} />
      ))}
    </article>
  );
}

function AcceptedNote({ model, story }: { model: Model; story: Story }) {
  const ids = new Set(story.cases.map(({ id }) => id));
  const entries = model.record.baseline.filter(
    ({ caseId, state }) => state === 'accepted' && ids.has(caseId),
  );
  const reasons = [...new Map(entries.map((entry) => [entry.reason, entry])).values()];
  if (reasons.length === 0) return null;
  return (
    <ul class="plain">
      {reasons.map(({ reason, link }) => (
        <li>
          Accepted in the baseline: {reason} {link !== undefined && <code>{link}</code>}
        </li>
      ))}
    </ul>
  );
}

function BrokenCase({ model, one, open }: { model: Model; one: CaseRecord; open: boolean }) {
  const anchor = model.anchor(one.id) ?? '';
  return (
    <details
      class="broken"
      id={anchor}
      open={open}
      data-failure={model.standingOf(one) === 'failed' ? 'yes' : undefined}
    >
      <summary>
        <Mark kind={model.standingOf(one)} /> <span class="grow">{one.title}</span>{' '}
        <Version of={one.version} /> <span class="soft">{duration(one.durationMs)}</span>
      </summary>
      <div class="body">
        <p class="id">
          <a class="permalink" href={`#${anchor}`}>
            {`${one.version}/${shortId(one)}`}
          </a>
        </p>
        <Evidence model={model} one={one} />
      </div>
    </details>
  );
}
