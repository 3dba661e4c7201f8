import { duration } from '../../duration.js';
import type { CaseRecord } from '../../record/types.js';
import { likelyCauses } from '../causes.js';
import { reasonWords } from '../reason-words.js';
import { type Story, violatedStatements } from '../story.js';
import { count, section, shortId } from '../words.js';
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
      ? `${count(violatedStatements(stories), 'statement')} violated, seen in ${count(cases, 'case')}.`
      : 'Nothing that fails the run.';
  return (
    <section id="failures" aria-labelledby="failures-title">
      <h2 id="failures-title">Violations</h2>
      <p class="lead">{lead}</p>
      {stories.length >= WORTH_LISTING && <Overview stories={stories} />}
      {stories.map((story) => (
        <StoryArticle model={model} story={story} />
      ))}
    </section>
  );
}

const WORTH_LISTING = 3;

/** All stories on one screen. */
function Overview({ stories }: { stories: Story[] }) {
  return (
    <ol class="overview">
      {stories.map((story) => (
        <li>
          <a href={`#${storyAnchor(story)}`}>
            <Mark kind={story.standing} /> <span class="grow">{titleOf(story)}</span>{' '}
            <span class="where">
              {story.versions.map((version) => (
                <Version of={version} />
              ))}{' '}
              <span class="soft">{count(story.cases.length, 'case')}</span>
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}

function titleOf({ statement, cases, code }: Story): string {
  return statement?.text ?? cases[0]?.title ?? code;
}

function storyAnchor({ id }: Story): string {
  return `s-${id.replace(/[^A-Za-z0-9_]+/g, '-')}`;
}

function StoryArticle({ model, story }: { model: Model; story: Story }) {
  const { statement, cases } = story;
  const [first] = cases;
  const causes = likelyCauses(story, model.record);
  const anchor = storyAnchor(story);
  const shown = cases.length > MOST_CASES ? MOST_CASES - 1 : cases.length;
  const openFirst = story.standing === 'failed';
  return (
    <article class={`story ${story.standing}`} id={anchor} aria-labelledby={`${anchor}-title`}>
      <header>
        <p class="eyebrow">
          <Mark kind={story.standing} />{' '}
          {statement ? `${section(statement)} · ${statement.level}` : reasonWords(story.code)} ·{' '}
          {count(cases.length, 'case')}{' '}
          {story.versions.map((version) => (
            <Version of={version} />
          ))}{' '}
          <a class="permalink" href={`#${anchor}`}>
            {statement?.id ?? story.code}
          </a>
        </p>
        <h3 id={`${anchor}-title`}>{titleOf(story)}</h3>
      </header>
      {first && !openFirst && <Judged one={first} />}
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
      {cases.slice(0, shown).map((one, at) => (
        <BrokenCase model={model} one={one} open={at === 0 && openFirst} />
      ))}
      {cases.length > shown && (
        <details class="more">
          <summary>{count(cases.length - shown, 'more case')}</summary>
          {cases.slice(shown).map((one) => (
            <BrokenCase model={model} one={one} open={false} />
          ))}
        </details>
      )}
    </article>
  );
}

const MOST_CASES = 6;

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
