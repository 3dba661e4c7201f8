/** The truth table, the matrix of statements, the open questions. */
export const TABLES = `
table { border-collapse: collapse; font-size: .92rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
caption { text-align: left; padding: 0 0 .6rem; font-size: .9rem; }
th { text-align: left; font-weight: 400; }
th, td { vertical-align: top; }
thead th { font-weight: 600; color: var(--soft); font-size: .8rem; border-bottom: 1px solid var(--firm); }
th, td { padding: .38rem .8rem; }
.scroll { overflow-x: auto; max-width: 100%; margin: .6rem 0 1rem; }
.truth { width: 100%; } .truth th, .truth td { overflow-wrap: normal; } .truth tbody th { min-width: 6.5rem; }
.truth thead th[scope="colgroup"] { border-bottom: 0; padding-bottom: 0; font-size: .86rem; color: var(--ink); } .truth thead th { vertical-align: bottom; }
.truth tbody tr + tr > * { border-top: 1px solid var(--line); }
.truth .apart, .truth th[scope="colgroup"] + th[scope="colgroup"] { border-left: 1px solid var(--line); }
.truth td a { display: inline-flex; gap: 0 .3rem; align-items: baseline; white-space: nowrap; color: inherit; text-decoration: none; } .truth td a:hover { text-decoration: underline; }
.truth .due { display: block; font-size: .8rem; color: var(--soft); }
.truth td.failed { background: var(--bad-bg); } .truth td.failed .due { color: var(--bad); }
.truth td.inconclusive { background: var(--open-bg); }
.differs { color: var(--accent); font-weight: 700; }
.none { color: var(--soft); }
.matrix { width: 100%; }
.matrix thead th { position: sticky; top: 0; background: var(--card); z-index: 1; }
.matrix thead th + th, .matrix td { text-align: center; width: 5.2rem; white-space: nowrap; }
.matrix tbody tr + tr > * { border-top: 1px solid var(--line); }
.matrix th code { color: var(--soft); white-space: nowrap; }
.matrix .untestable { display: block; color: var(--soft); font-size: .86rem; }
.matrix td a { text-decoration: none; } .matrix td .of { color: var(--soft); font-size: .84rem; }
.matrix td.failed { background: var(--bad-bg); } .matrix td.failed .of { color: var(--bad); }
.matrix td.inconclusive, .matrix td.warning { background: var(--open-bg); }
.gaps { margin: 0; }
.gaps > div { padding: .55rem 0; border-top: 1px solid var(--line); display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: .1rem 2rem; }
@media (max-width: 700px) { .gaps > div { grid-template-columns: minmax(0, 1fr); } }
.gaps dt .soft { display: block; font-size: .82rem; }
.gaps dd { margin: 0; } .gaps dd li { padding-bottom: .2rem; } .gaps dd > details > summary { color: var(--soft); font-size: .88em; }
.silent { columns: 24rem; column-gap: 2rem; font-size: .92rem; } .silent li { break-inside: avoid; padding-bottom: .35rem; } .silent .soft { font-size: .86em; }
.kills td, .kills thead th + th { text-align: right; width: 6rem; } .kills tbody tr + tr > * { border-top: 1px solid var(--line); } .kills td.failed { background: var(--bad-bg); color: var(--bad); font-weight: 600; }
.kills { margin-bottom: .8rem; width: min(100%, 46rem); } .lines { font-size: .9rem; margin: .3rem 0 .6rem 1rem; }
.silent .because { display: block; color: var(--soft); font-size: .9em; } .shape { display: inline-block; max-width: 100%; vertical-align: top; font-size: .86rem; color: var(--soft); margin-right: .6rem; } .shape .wire { color: var(--ink); max-height: 20rem; }
.inline { display: inline-block; font-size: .86rem; color: var(--soft); }
.crossed { width: 100%; } .crossed tbody tr + tr > * { border-top: 1px solid var(--line); } .crossed td, .crossed thead th + th { text-align: right; white-space: nowrap; overflow-wrap: normal; padding: .38rem .45rem; } .crossed tbody th { min-width: 8rem; }
.compared { width: 100%; }
.compared tbody tr + tr > * { border-top: 1px solid var(--line); }
.compared th code { display: block; color: var(--soft); } .compared th:first-child { min-width: 11rem; width: 46%; } .compared td { min-width: 8rem; } .compared td.passed { min-width: 2.4rem; } .compared td a { text-decoration: none; } .compared .why { font-size: .88em; }
.compared td.failed { background: var(--bad-bg); } .compared td.inconclusive, .compared td.warning { background: var(--open-bg); }
.column { display: inline-block; min-width: 1.3rem; font-weight: 650; }
@media (max-width: 640px) { .comparison .facts { gap: .8rem; } .comparison .facts > div { display: block; } .compared th:first-child { min-width: 8rem; } .compared td { min-width: 6rem; } .compared .why { font-size: .8em; } }
.comparison { grid-column: 1 / -1; margin: 0 auto; } .alike { margin-top: 2.5rem; } h2 .soft { font-weight: 400; }
@media (max-width: 640px) {
  th, td { padding: .35rem .5rem; } .matrix thead th + th, .matrix td { width: 3.6rem; padding: .35rem .2rem; } .matrix .of { display: block; }
  .kills td, .kills thead th + th { width: auto; overflow-wrap: normal; } .kills thead th { font-size: .74rem; }
  .matrix th code { display: block; margin: 0; white-space: normal; }
  .truth { table-layout: fixed; } .truth, .truth .due { font-size: .74rem; } .truth th, .truth td { padding: .35rem .22rem; overflow-wrap: normal; } .truth th:first-child { padding-left: .4rem; width: 27%; } .truth thead tr + tr th:first-child { width: auto; }
  .truth thead code { font-size: .76em; letter-spacing: -.05em; } .truth tbody th { font-size: .8rem; } .truth .mark { width: 1rem; height: 1rem; } .truth td a { flex-wrap: wrap; white-space: normal; }
}
`;

/** Drawings: states, sequences, the time of the run. */
export const PICTURES = `
svg text { fill: var(--ink); font: 12px var(--sans); }
.picture { margin: .8rem 0; overflow-x: auto; }
.picture figcaption { font-size: .84rem; max-width: 46rem; }
.picture svg { max-width: 100%; height: auto; display: block; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 25rem), 1fr)); gap: .4rem 1.5rem; padding: .4rem 0 1rem; }
.scenario { border-top: 1px solid var(--line); } .scenario > summary { padding: .4rem 0; }
.sequence .lane { stroke: var(--firm); } .sequence .head { font-weight: 600; fill: var(--soft); }
.sequence .at, .sequence .wait, .sequence .silence { fill: var(--soft); font-size: 11px; } .sequence .wait, .sequence .silence { font-style: italic; }
.sequence .line { stroke: var(--soft); stroke-width: 1.3; } .sequence .tip { fill: var(--soft); }
.sequence text { paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
.sequence .answer .name { fill: var(--soft); }
.sequence .event .line { stroke: var(--accent); } .sequence .event .tip, .sequence .event .name { fill: var(--accent); } .sequence .event .name { font-weight: 600; }
.sequence .ghost .line { stroke: var(--bad); stroke-dasharray: 4 4; } .sequence .ghost .tip { fill: none; stroke: var(--bad); } .sequence .ghost .name { fill: var(--bad); font-style: italic; } .sequence .interval { fill: var(--firm); } .sequence .bad .name { font-weight: 700; }
@media (max-width: 640px) { .run .picture, .pictures .picture { display: none; } }
.sequence .bad .line { stroke: var(--bad); } .sequence .bad .tip, .sequence .bad .name { fill: var(--bad); }
.history { margin: .2rem 0 1rem; max-width: 46rem; }
.history .spans { margin: 0; display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0 .9rem; padding: .5rem .8rem .3rem; background: var(--sunk); border-radius: 6px; }
.history .spans .label { align-self: center; margin: 0; } .history svg { display: block; overflow: visible; } .history .axis text { fill: var(--soft); font-size: 11px; } .history .tick { stroke: var(--firm); }
.history .move rect { fill: var(--quiet); } .history .refused rect { fill: none; stroke: var(--open); stroke-width: 1.5; stroke-dasharray: 4 3; } .history .event circle { fill: var(--accent); } .history .event text { fill: var(--accent); }
.history > .soft { margin: .35rem 0 .7rem; font-size: .88rem; } .history .orders { font-size: .92rem; } .history .orders li { padding: .1rem 0 .1rem .8rem; border-left: 3px solid var(--bad); margin: .25rem 0; }
.machines { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem 2.5rem; }
.machines h4 { margin: .2rem 0 .5rem; }
.states { display: block; max-width: 100%; height: auto; margin-bottom: .8rem; }
.states .state rect { fill: var(--card); stroke: var(--firm); stroke-width: 1.5; } .states .state text { font-weight: 600; font-size: 13px; }
.states .initial rect { stroke: var(--ink); } .states .dot { fill: var(--ink); } .states .enter { stroke: var(--ink); }
.states a { text-decoration: none; } .states .on { font-weight: 600; font-size: 12.5px; } .states .effect, .states .windows { fill: var(--soft); font-size: 11px; } .states .windows { fill: var(--good); } .states .windows.lacking { fill: var(--open); }
.states .line { stroke: var(--quiet); stroke-width: 2; fill: none; } .states .tip { fill: var(--quiet); }
.states .passed .line { stroke: var(--good); } .states .passed .tip { fill: var(--good); }
.states .failed .line { stroke: var(--bad); stroke-width: 2.5; } .states .failed .tip, .states .failed .on { fill: var(--bad); }
.states .inconclusive .line, .states .warning .line { stroke: var(--open); stroke-dasharray: 5 3; } .states .inconclusive .tip, .states .warning .tip { fill: var(--open); }
.states .skipped .line, .states .untested .line { stroke-dasharray: 3 4; }
.states a:hover .line { stroke-width: 3.5; }
.transitions { font-size: .9rem; } .transitions li { padding: .12rem 0; }
.timeline { width: 100%; min-width: 44rem; } .timeline text { fill: var(--soft); font-size: 11px; }
.timeline .idle { fill: var(--sunk); } .timeline .tick { stroke: var(--line); } .timeline .arrivals { stroke: var(--accent); }
.waits { font-size: .9rem; }
`;

/** The list of runs, and statements over time. */
export const RUNS = `
.heat td { text-align: center; padding: .15rem .3rem; min-width: 1.9rem; } .heat tbody tr + tr > * { border-top: 1px solid var(--line); } .heat thead th + th { text-align: center; } .heat th:first-child { min-width: 16rem; } .heat code { color: var(--soft); }
.heat td.failed, .heat td.error { background: var(--bad-bg); } .heat td.passed { background: var(--good-bg); } .heat td.inconclusive { background: var(--open-bg); }
.certificate ul { padding-left: 1.1rem; list-style: disc; max-width: 46rem; }
.runs { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin-top: .8rem; }
.runs > li { display: grid; grid-template-columns: 13.5rem minmax(0, 1fr) 15rem; gap: .4rem 2rem; padding: .9rem clamp(.8rem, 2vw, 1.3rem); border-top: 1px solid var(--line); font-size: .92rem; }
.runs > li:first-child { border-top: 0; }
.runs .who > *, .runs .where > a, .runs .where > .soft { display: block; }
.runs .who code { color: var(--soft); }
.runs .what .soft { font-size: .88em; } .runs .target { margin-right: .7rem; } .runs .target + .soft { display: inline-block; }
.runs .bar { height: 6px; margin: .5rem 0 .35rem; }
.runs .where a, .history .rest a { padding: .1rem 0; }
.history .rest a { margin-right: 1rem; }
.verdict { color: var(--open); } .verdict.conformant { color: var(--good); } .verdict.not-conformant { color: var(--bad); } .verdict.error { color: var(--odd); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 760px) { .runs > li { grid-template-columns: minmax(0, 1fr); } .runs .where { display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; } }
`;
