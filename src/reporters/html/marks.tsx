import { duration } from '../../duration.js';
import type { Verdict } from '../../record/types.js';
import type { CaseResult } from '../case-result.js';
import type { Model } from './model.js';

/** The result as a word that the style sheet shows as a sign. */
export function Mark({ kind }: { kind: CaseResult | 'untested' }) {
  return <b class={`mark ${kind}`}>{kind}</b>;
}

/** A link to a case, or its id alone when the case is not in the record. */
export function CaseLink({ model, id, text }: { model: Model; id: string; text?: string }) {
  const anchor = model.anchor(id);
  return anchor === null ? <code>{text ?? id}</code> : <a href={`#${anchor}`}>{text ?? <code>{id}</code>}</a>;
}

/** Links to cases; beyond a number that people read they are counted, with the search that finds them where there is one. */
export function CaseLinks({ model, ids, query }: { model: Model; ids: string[]; query?: string }) {
  const left = ids.length - MOST_LINKS;
  return (
    <ul class="links">
      {ids.slice(0, MOST_LINKS).map((id) => (
        <li>
          <CaseLink model={model} id={id} />
        </li>
      ))}
      {left > 0 && (
        <li>
          {query === undefined ? (
            `and ${left} more`
          ) : (
            <a href="#cases" data-query={query}>{`and ${left} more`}</a>
          )}
        </li>
      )}
    </ul>
  );
}

const MOST_LINKS = 60;

/** Result of a cell that has a verdict but no case of its own. */
export function resultOfVerdict(verdict: Verdict | 'untested'): CaseResult | 'untested' {
  return verdict === 'pass' ? 'passed' : verdict === 'fail' ? 'failed' : verdict;
}

/** A version; what follows stands apart also without styles. */
export function Version({ of }: { of: string }) {
  return (
    <>
      <span class="version">{of}</span>{' '}
    </>
  );
}

export interface Place {
  /** Since the first thing that happened; null where nothing else did. */
  atMs: number | null;
  /** Named where several users are about. */
  user: string | null;
}

/** When something happened, and to whom. */
export function At({ atMs, user }: Place) {
  return (
    <>
      {atMs !== null && (
        <>
          <span class="at">{`+${duration(Math.max(0, atMs))}`}</span>{' '}
        </>
      )}
      {user !== null && (
        <>
          <span class="user">{user}</span>{' '}
        </>
      )}
    </>
  );
}
