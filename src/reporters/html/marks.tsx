import type { ComponentChildren } from 'preact';
import { duration } from '../../duration.js';
import { CASE_RESULTS, type CaseResult } from '../../record/case-results.js';
import type { Verdict } from '../../record/types.js';
import { visible } from './case/compared.js';
import type { Model } from './model.js';

/** The result as a word that the style sheet shows as a symbol. */
export function Mark({ kind }: { kind: CaseResult | 'untested' }) {
  return <b class={`mark ${kind}`}>{kind}</b>;
}

/** A link to a case, or just its id when the case is not in the record. */
export function CaseLink({ model, id, text }: { model: Model; id: string; text?: string }) {
  const anchor = model.anchor(id);
  return anchor === null ? <code>{text ?? id}</code> : <a href={`#${anchor}`}>{text ?? <code>{id}</code>}</a>;
}

/** Links to cases; beyond the number that people read they are counted, with the search that finds them if there is one. */
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

/** A version; what follows is kept apart from it even without styles. */
export function Version({ of }: { of: string }) {
  return (
    <>
      <span class="version">{of}</span>{' '}
    </>
  );
}

export interface Place {
  /** Since the first thing that happened; null if nothing else did. */
  atMs: number | null;
  /** Named if several users are involved. */
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
          <span class="user">{visible(user)}</span>{' '}
        </>
      )}
    </>
  );
}

/** All cases of a run as one bar, passes first. The numbers beside it say the same in words. */
export function Bar({ counts }: { counts: Record<CaseResult, number> }) {
  const shown = [...CASE_RESULTS].reverse().filter((kind) => counts[kind] > 0);
  const total = Math.max(
    1,
    shown.reduce((sum, kind) => sum + counts[kind], 0),
  );
  let x = 0;
  return (
    <svg
      class="bar"
      viewBox="0 0 1000 10"
      preserveAspectRatio="none"
      width="100%"
      height="10"
      aria-hidden="true"
    >
      {shown.map((kind) => {
        const width = (counts[kind] / total) * 1000;
        const rect = (
          <rect
            class={`fill ${kind}`}
            x={x.toFixed(1)}
            y="0"
            width={Math.max(3, width - 2).toFixed(1)}
            height="10"
            fill={FALLBACK[kind]}
          />
        );
        x += width;
        return rect;
      })}
    </svg>
  );
}

/** Colours for readers without the style sheet. */
export const FALLBACK: Record<CaseResult, string> = {
  failed: '#b3261e',
  error: '#7a2f8a',
  inconclusive: '#b07400',
  warning: '#c9a227',
  accepted: '#6b7f99',
  skipped: '#a9adb3',
  observed: '#5b7fae',
  passed: '#1b7346',
};

/** A part that scrolls sideways if it is too wide, by keyboard too. */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // A part that scrolls must be reachable by keyboard.
    <section class="scroll" aria-label={label} tabindex={0}>
      {children}
    </section>
  );
}

/** Facts of a run, each a name and its value, as a list. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
