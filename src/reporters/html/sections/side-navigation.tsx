import { groupBy } from '../../../group-by.js';
import { CASE_RESULTS, countResults } from '../../../record/case-results.js';
import type { Model } from '../model.js';

/** Search and filters above the contents. Hidden until the script is there to make them work. */
export function SideNavigation({ model, entries }: { model: Model; entries: readonly ContentsEntry[] }) {
  const { record } = model;
  const counts = countResults(record);
  const versions = groupBy(record.cases, ({ version }) => version);
  const groups = groupBy(record.cases, ({ group }) => group);
  return (
    <div class="side">
      <search id="tools" hidden>
        <label for="query">Search the cases</label>
        <input
          id="query"
          type="search"
          autocomplete="off"
          spellcheck={false}
          placeholder="words, s:failed, -v:…"
          aria-describedby="query-help"
        />
        <output id="hits" for="query" />
        <details id="filters" open>
          <summary>Filters</summary>
          <p class="chips">
            {CASE_RESULTS.filter((kind) => counts[kind] > 0).map((kind) => (
              <Chip query={`s:${kind}`} text={kind} number={counts[kind]} />
            ))}
            {[...versions].map(([version, own]) => (
              <Chip query={`v:${version}`} text={version} number={own.length} />
            ))}
          </p>
          <details class="help">
            <summary>By group</summary>
            <p class="chips">
              {[...groups].map(([group, own]) => (
                <Chip query={`g:${group}`} text={group} number={own.length} />
              ))}
            </p>
          </details>
          <p class="buttons">
            <button type="button" id="previous" title="Previous failure (p)">
              ↑ previous
            </button>
            <button type="button" id="next" title="Next failure (n)">
              ↓ next failure
            </button>
            <button type="button" id="expand" aria-pressed="false" title="Expand all (e)">
              expand all
            </button>
          </p>
        </details>
        <details class="help">
          <summary id="query-help">How to search, and keys</summary>
          <p>
            Words match anywhere in a case, its requests and responses included; quote a phrase.{' '}
            <code>s:</code> verdict, <code>v:</code> version, <code>g:</code> group, <code>o:</code>{' '}
            operation, <code>l:</code> level, <code>r:</code> reason code, <code>st:</code> statement. A minus
            in front excludes: <code>-s:passed</code>. Keys: <kbd>/</kbd> search, <kbd>n</kbd> and{' '}
            <kbd>p</kbd> next and previous failure, <kbd>e</kbd> expand all, <kbd>Esc</kbd> clear.
          </p>
        </details>
      </search>
      <Contents entries={entries} />
    </div>
  );
}

function Chip({ query, text, number }: { query: string; text: string; number: number }) {
  return (
    <button type="button" class="chip" data-query={query} aria-pressed="false">
      {text} <b>{number}</b>
    </button>
  );
}

/** A section of the page that the contents lead to. */
export interface ContentsEntry {
  id: string;
  title: string;
  /** How many items it holds, if that says something. */
  number?: number;
}

/** Where the page's sections are. */
export function Contents({ entries }: { entries: readonly ContentsEntry[] }) {
  return (
    <nav aria-label="Contents">
      <ul>
        {entries.map(({ id, title, number }) => (
          <li key={id}>
            <a href={`#${id}`}>
              {title} {number !== undefined && <span class="soft">{number}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
