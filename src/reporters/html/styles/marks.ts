/** Signs of the verdicts: a word in the page, a sign on the screen. */
export const MARKS = `
.mark { flex: none; display: inline-grid; place-items: center; width: 1.25rem; height: 1.25rem; border-radius: 50%; font-size: 0; background: var(--sunk); color: var(--soft); }
.mark::before { font: 700 .72rem/1 var(--sans); content: "?"; }
.mark.failed, .mark.error, .mark.warning, .mark.inconclusive, .mark.accepted { position: relative; top: -.14rem; }
.mark.passed { background: none; color: var(--good); } .mark.passed::before { content: "\\2713"; font-size: .9rem; }
.mark.failed { background: var(--bad); color: var(--card); } .mark.failed::before { content: "\\2715"; }
.mark.error { background: var(--odd); color: var(--card); } .mark.error::before { content: "!"; }
.mark.warning { background: var(--open-bg); color: var(--open); } .mark.warning::before { content: "!"; }
.mark.inconclusive { background: var(--open-bg); color: var(--open); } .mark.inconclusive::before { content: "?"; }
.mark.accepted { background: var(--sunk); color: var(--soft); } .mark.accepted::before { content: "\\2715"; }
.mark.observed { background: none; color: var(--accent); } .mark.observed::before { content: "\\25E6"; font-size: 1.1rem; }
.mark.skipped { background: none; color: var(--soft); } .mark.skipped::before { content: "\\2013"; font-size: .95rem; }
.mark.untested { background: none; color: var(--soft); } .mark.untested::before { content: "\\00b7"; font-size: 1.1rem; }
.fill.failed { fill: var(--bad); } .fill.passed { fill: var(--good); } .fill.observed { fill: color-mix(in srgb, var(--accent) 60%, var(--card)); } .fill.error { fill: var(--odd); } .fill.skipped { fill: var(--firm); }
.fill.inconclusive { fill: var(--open); } .fill.warning { fill: color-mix(in srgb, var(--open) 55%, var(--card)); } .fill.accepted { fill: var(--soft); }
.stroke.failed { stroke: var(--bad); } .stroke.passed { stroke: var(--good); } .stroke.observed { stroke: var(--accent); } .stroke.error { stroke: var(--odd); } .stroke.skipped { stroke: var(--firm); }
.stroke.inconclusive, .stroke.warning { stroke: var(--open); } .stroke.accepted { stroke: var(--soft); }
`;
