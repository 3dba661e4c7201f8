/** Colours and letters of every page. */
export const TOKENS = `
:root {
  color-scheme: light dark;
  --paper: #faf9f6; --card: #ffffff; --sunk: #f3f1ec; --ink: #1c2024; --soft: #5a626b; --line: #e2dfd8; --firm: #c9c5bb;
  --accent: #1f5aa8; --good: #17693f; --good-bg: #e5f3ea; --bad: #b3261e; --bad-bg: #fcebe9; --open: #855000; --open-bg: #fcf2dd;
  --odd: #6d2f86; --odd-bg: #f5eaf9; --mark: #ffd9d4; --quiet: #6d737a;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Open Sans", Arial, sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131619; --card: #1a1e22; --sunk: #20252a; --ink: #e4e7ea; --soft: #9ea7b0; --line: #2b3137; --firm: #434b53;
    --accent: #8bb8f5; --good: #72cf9a; --good-bg: #14291d; --bad: #ff958b; --bad-bg: #33191a; --open: #efb95f; --open-bg: #2f2411;
    --odd: #d8a3ee; --odd-bg: #2b1b33; --mark: #6a2a27; --quiet: #98a1a9;
  }
}
`;

/** Type and the frame of the page. */
export const BASE = `${TOKENS}* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 var(--sans); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
main { max-width: 66rem; margin: 0 auto; padding: 1.5rem clamp(.9rem, 3vw, 2.5rem) 4rem; min-width: 0; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; margin: 0; font-weight: 650; letter-spacing: -.011em; }
h1 { font-size: clamp(1.3rem, 1rem + 1.5vw, 1.85rem); max-width: 46rem; text-wrap: pretty; }
h2 { font-size: 1.35rem; margin: 3.5rem 0 .35rem; }
h3 { font-size: 1.05rem; margin: 2rem 0 .6rem; }
h4 { font-size: .95rem; margin: 1.4rem 0 .3rem; }
p { margin: 0 0 .6rem; }
ul, ol { margin: 0; padding: 0; list-style: none; }
a { color: var(--accent); text-decoration-color: color-mix(in srgb, currentColor 35%, transparent); text-underline-offset: .18em; }
a:hover { text-decoration-color: currentColor; }
code, pre, kbd, .url, .user { font-family: var(--mono); font-size: .86em; }
kbd { border: 1px solid var(--firm); border-radius: 4px; padding: 0 .3em; background: var(--card); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
:target { scroll-margin-top: 4.5rem; }
details:target > summary, .linked > summary, .linked > details > summary { background: color-mix(in srgb, var(--accent) 12%, transparent); }
.soft, .lead, figcaption, caption { color: var(--soft); }
.lead { max-width: 46rem; margin-bottom: 1rem; }
.label, .eyebrow { font-size: .78rem; color: var(--soft); margin: 0 0 .3rem; letter-spacing: .01em; }
.label { font-weight: 600; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: .5rem; top: .5rem; background: var(--card); padding: .5rem 1rem; z-index: 5; }
.version { display: inline-block; font: 600 .74rem/1.5 var(--mono); color: var(--soft); border: 1px solid var(--line); background: var(--card); border-radius: 4px; padding: 0 .35em; white-space: nowrap; }
.level { display: inline-block; font-size: .75rem; color: var(--soft); border: 1px solid var(--line); border-radius: 4px; padding: 0 .35em; }
.grow { flex: 1 1 12rem; min-width: 0; }
.side { font-size: .88rem; padding: .8rem clamp(.9rem, 3vw, 2.5rem) 0; min-width: 0; }
nav { font-size: .88rem; } body > nav { padding: .8rem clamp(.9rem, 3vw, 2.5rem) 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .1rem 1rem; }
nav a { display: inline-block; padding: .25rem 0; color: var(--ink); text-decoration: none; }
nav a:hover { color: var(--accent); }
@media (min-width: 1180px) {
  body { display: grid; grid-template-columns: 15.5rem minmax(0, 1fr); }
  .side, body > nav { position: sticky; top: 0; align-self: start; padding: 2rem 0 1rem 1.6rem; max-height: 100vh; overflow-y: auto; }
  nav ul { flex-direction: column; gap: .15rem; }
  main { margin: 0; padding-top: 2rem; width: 100%; }
}
.masthead { background: var(--card); border: 1px solid var(--line); border-top: 5px solid var(--open); border-radius: 8px; padding: clamp(1rem, 3vw, 1.9rem); }
.masthead .eyebrow { font-size: .95rem; font-weight: 650; color: var(--open); margin-bottom: .45rem; }
.masthead .eyebrow .soft { font-weight: 400; font-size: .88rem; }
.masthead.conformant { border-top-color: var(--good); }
.masthead.conformant .eyebrow { color: var(--good); }
.masthead.not-conformant, .masthead.error { border-top-color: var(--bad); }
.masthead.not-conformant .eyebrow, .masthead.error .eyebrow { color: var(--bad); }
.masthead .rest { margin: .5rem 0 0; color: var(--soft); max-width: 46rem; font-size: 1.02rem; }
.masthead .soft { color: var(--soft); }
.notice { margin: .8rem 0 0; padding: .5rem .8rem; background: var(--open-bg); color: var(--open); border-radius: 6px; }
.bar { display: block; height: 10px; border-radius: 5px; margin: 1.4rem 0 .7rem; overflow: hidden; }
.tally { display: flex; flex-wrap: wrap; gap: .3rem 1.3rem; align-items: baseline; }
.tally strong { font-size: 1.15rem; font-weight: 650; }
.tally a { text-decoration: none; color: var(--soft); }
.tally a:hover { text-decoration: underline; }
.tally .failed strong { color: var(--bad); } .tally .observed strong { color: var(--accent); } .tally .passed strong { color: var(--good); } .tally .error strong { color: var(--odd); }
.tally .inconclusive strong, .tally .warning strong { color: var(--open); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); gap: .55rem 1.6rem; margin: 1.4rem 0 0; padding-top: 1.2rem; border-top: 1px solid var(--line); font-size: .88rem; }
.facts dt { color: var(--soft); font-size: .78rem; }
.facts dd { margin: 0; }
@media (max-width: 480px) { .facts { gap: .2rem; } .facts > div { display: grid; grid-template-columns: 7.5rem 1fr; gap: 0 .6rem; align-items: baseline; } }
.versions { margin: 1.1rem 0 0; width: min(100%, 42rem); border: 0; background: none; }
.versions th, .versions td { padding: .3rem .8rem .3rem 0; } .versions tbody tr > * { border-top: 1px solid var(--line); } .versions th, .versions td { overflow-wrap: normal; } .versions td { text-align: right; } .versions thead th + th { text-align: right; } .versions td.failed { color: var(--bad); font-weight: 650; } .versions td.inconclusive { color: var(--open); font-weight: 650; }
@media (max-width: 480px) { .versions { font-size: .82rem; } .versions th, .versions td { padding-right: .4rem; } }
.masthead .overview { margin: 1.2rem 0 0; background: none; }
footer { margin-top: 4rem; padding-top: 1.2rem; border-top: 1px solid var(--line); font-size: .85rem; }
`;

/** Symbols of the verdicts: a word in the page, a symbol on the screen. */
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

/** On paper: light, every broken case named, no tools. */
export const PRINT = `
@media print {
  :root { --paper: #fff; --card: #fff; --sunk: #f4f4f4; --ink: #000; --soft: #444; --line: #ccc; --firm: #999; --accent: #1f5aa8; --good: #17693f; --bad: #b3261e; --open: #855000; --good-bg: #eef7f1; --bad-bg: #fdf0ef; --open-bg: #fdf6e8; --odd: #6d2f86; --quiet: #555; color-scheme: light; }
  body { display: block; font-size: 10pt; }
  nav, .side, #tools, .skip, .copy-button { display: none !important; }
  main { max-width: none; padding: 0; }
  .defect, .unproven > li, .masthead { break-inside: auto; }
  .judged, .exchange, tr, .picture, .cases > li { break-inside: avoid; }
  .wire { max-height: none; }
  .cases > li { content-visibility: visible; }
  h2, h3 { break-after: avoid; }
  .more::details-content, .chapter::details-content { content-visibility: visible; display: block; }
}
`;
