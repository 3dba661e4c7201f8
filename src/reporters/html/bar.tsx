import { CASE_RESULTS, type CaseResult } from '../case-result.js';

/** All cases of a run as one bar, what passed first. The numbers stand next to it in words. */
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
