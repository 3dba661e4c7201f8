/** Defects of violations, what was not proven, the list of cases and its toolbar. */
export const LISTS = `
summary { cursor: pointer; }
summary::marker { color: var(--quiet); font-size: .8em; }
.defect { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 8px; margin: 1.1rem 0; padding: 1.1rem clamp(.8rem, 2.5vw, 1.5rem) .9rem; }
.defect.warning { border-left-color: var(--open); } .defect.accepted { border-left-color: var(--firm); }
.defect h3 { margin: .15rem 0 .9rem; font-size: 1.12rem; max-width: 46rem; }
.defect .statement { max-width: 46rem; color: var(--soft); font-size: .94rem; margin: -.55rem 0 .8rem; }
.part + .part { border-top: 1px solid var(--line); margin-top: .6rem; } .part h4 { margin: .8rem 0 .4rem; }
.follower { border-top: 1px solid var(--line); padding-top: .5rem; }
.sheet { margin: .2rem 0 .8rem; padding: .6rem .8rem; background: var(--sunk); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem; line-height: 1.5; max-height: 34rem; overflow: auto; }
.defect .eyebrow code { margin-left: .3rem; }
.overview { background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin: 0 0 1.4rem; overflow: hidden; }
.overview li + li { border-top: 1px solid var(--line); }
.overview a { display: flex; gap: .1rem .55rem; align-items: baseline; padding: .36rem .9rem; color: inherit; text-decoration: none; font-size: .94rem; }
.overview small { display: block; font-size: .85em; } .overview a:hover .grow { text-decoration: underline; text-decoration-color: var(--firm); text-underline-offset: .2em; }
.overview .where { white-space: nowrap; } .overview .where .soft { display: inline-block; min-width: 4.6rem; text-align: right; font-size: .85em; }
.defect:target { outline: 2px solid var(--accent); outline-offset: 2px; }
.more > summary { padding: .5rem 0; color: var(--accent); font-size: .92rem; border-top: 1px solid var(--line); }
.causes { margin: .9rem 0; font-size: .92rem; max-width: 46rem; }
.causes li { position: relative; padding-left: 1rem; }
.causes li::before { content: "\\2192"; position: absolute; left: -.1rem; color: var(--soft); }
.causes .label { margin-bottom: .1rem; }
.plain { color: var(--soft); font-size: .9rem; margin-bottom: .6rem; }
.broken > summary, .cases > li > details > summary, .cases .row, .unproven summary, .transitions summary { display: flex; flex-wrap: wrap; gap: .1rem .55rem; align-items: baseline; }
.broken > summary::-webkit-details-marker, .cases > li > details > summary::-webkit-details-marker { display: none; }
.broken { border-top: 1px solid var(--line); }
.broken > summary { padding: .5rem 0; }
.broken[open] > summary { font-weight: 600; }
.broken > summary:hover .grow, .cases > li > details > summary:hover .grow, .cases .row:hover .grow { text-decoration: underline; text-decoration-color: var(--firm); text-underline-offset: .2em; }
.body { padding: .1rem 0 1.1rem 1.8rem; }
.id { font-size: .84rem; margin-bottom: .5rem; }
.permalink { font-family: var(--mono); font-size: .95em; color: var(--soft); }
.unproven > li { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .7rem 1rem; margin: .5rem 0; }
.how { margin: .35rem 0 0 1.8rem; font-size: .9rem; }
.how .label { margin-right: .3rem; }
.links { columns: 19rem; column-gap: 1.5rem; margin: .5rem 0 .4rem 1.8rem; font-size: .86rem; }
.cases { background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
@media screen { .defect, main > section:not(#failures, #cases) { content-visibility: auto; contain-intrinsic-size: auto 40rem; overflow-clip-margin: 1rem; } }
.cases > li { content-visibility: auto; contain-intrinsic-size: auto 2.2rem; border-top: 1px solid var(--line); }
.cases > li:first-child { border-top: 0; }
.cases > li > details > summary, .cases .row { padding: .36rem .8rem; font-size: .92rem; }
.cases .row { color: inherit; text-decoration: none; }
.cases .body { padding-left: clamp(.8rem, 4vw, 2.6rem); padding-right: .8rem; }
.cases > li > details > .sheet { margin: 0 .8rem .8rem; }
.cases > li > details > summary .soft, .cases .row .soft, .broken > summary .soft { min-width: 3.6rem; text-align: right; font-size: .85em; }
.group, .chapter { border-top: 1px solid var(--line); } .group:last-of-type, .chapter:last-of-type { border-bottom: 1px solid var(--line); }
.group > summary, .chapter > summary { padding: .55rem 0; }
.group > summary h3, .chapter > summary h3 { display: inline-block; margin: 0 .5rem 0 .2rem; font-size: 1rem; min-width: 8.2rem; }
.group > summary .soft, .chapter > summary .soft { font-size: .88rem; }
.group > summary .bar { float: right; width: 8rem; height: 6px; margin: .5rem 0 0; }
.comparison .chapter > summary h3 { display: inline; min-width: 0; font-weight: 600; }
.group[open], .chapter[open] { padding-bottom: 1.3rem; }
#tools { display: block; margin: 0 0 1.1rem; } #tools[hidden] { display: none; }
#tools label { display: block; font-weight: 600; font-size: .82rem; margin-bottom: .2rem; }
.links { overflow-wrap: anywhere; }
#query { width: 100%; min-width: 0; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--firm); border-radius: 6px; padding: .35rem .7rem; }
#query::placeholder { color: var(--soft); opacity: 1; }
#hits.found::after { content: ' · Enter shows them'; }
#hits { display: block; font-size: .82rem; color: var(--soft); min-height: 1.25rem; margin: .15rem 0 .3rem; }
button { font: inherit; font-size: .84rem; color: var(--ink); background: var(--card); border: 1px solid var(--firm); border-radius: 6px; padding: .25rem .6rem; cursor: pointer; }
.permalink + .copy-button { border-color: transparent; background: none; color: var(--soft); }
button:hover:not(:disabled) { border-color: var(--accent); color: var(--accent); }
button:disabled { color: var(--quiet); cursor: default; }
button[aria-pressed="true"] { background: var(--accent); border-color: var(--accent); color: var(--paper); }
.buttons { display: inline-flex; flex-wrap: wrap; gap: .35rem; }
.chips { display: flex; flex-wrap: wrap; gap: .3rem; margin: .5rem 0 .3rem; }
.chip { border-radius: 99px; padding: .08rem .65rem; font-size: .8rem; border-color: var(--line); }
.chip b { font-weight: 400; color: var(--soft); margin-left: .15rem; }
.chip[aria-pressed="true"] b { color: inherit; }
#filters { font-size: .84rem; color: var(--soft); margin: .3rem 0; }
.help { font-size: .84rem; color: var(--soft); margin-bottom: .8rem; } .help p { max-width: 46rem; margin: .3rem 0; }
@media (max-width: 640px) {
  .overview a { flex-wrap: wrap; } .overview .where { flex-basis: 100%; padding-left: 1.8rem; } .overview .where .soft { min-width: 0; }
  summary { min-height: 26px; } .marks a, .matrix a, .har, .permalink, .copy-button, .broken a, .cases a { display: inline-block; min-width: 24px; min-height: 24px; }
  .group > summary .bar { display: none; } .group > summary h3, .chapter > summary h3 { min-width: 0; }
  .body { padding-left: 0; } .how, .links { margin-left: 0; }
  .broken > summary, .cases > li > details > summary, .cases .row { flex-wrap: nowrap; }
  .cases > li > details > summary .soft, .cases .row .soft, .broken > summary .soft { display: none; }
}
`;

/** Expected and received, messages as sent, the course in time. */
export const EVIDENCE = `
.reason { max-width: 46rem; }
.code { color: var(--soft); border: 1px solid var(--line); border-radius: 4px; padding: 0 .3em; }
.judged { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: .6rem; margin: .5rem 0 .8rem; }
.judged > div { border-radius: 6px; padding: .5rem .8rem .6rem; background: var(--sunk); min-width: 0; }
.judged dt { font-size: .78rem; font-weight: 600; color: var(--soft); }
.judged dd { margin: .1rem 0 0; white-space: pre-wrap; }
.judged.bad .expected { background: var(--good-bg); } .judged.bad .expected dt { color: var(--good); }
.judged.bad .received { background: var(--bad-bg); } .judged.bad .received dt { color: var(--bad); }
.judged mark { background: none; color: inherit; font-weight: 650; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: .2em; }
.judged .expected mark { text-decoration-color: var(--good); } .judged .received mark { text-decoration-color: var(--bad); }
.judged-at { font-size: .88rem; margin: -.3rem 0 .6rem; }
.values { margin: 0 0 .8rem; } .values .wire { margin: 0; border-radius: 0; } .values .due { border-left: 3px solid var(--good); background: var(--good-bg); } .values .came-there { border-left: 3px solid var(--bad); background: var(--bad-bg); }
.wire mark { background: var(--mark); color: inherit; } .values .due mark { background: color-mix(in srgb, var(--good) 24%, transparent); }
.wire ins { text-decoration: none; color: var(--bad); font-style: italic; } .wire.marked-whole { border-left: 3px solid var(--bad); }
.lists ol { font-size: .88rem; margin-bottom: .8rem; } .lists li { display: flex; gap: .6rem; } .lists li > span { min-width: 4.2rem; color: var(--soft); } .lists .missing > span, .lists .missing code { color: var(--bad); font-weight: 600; } .lists .beside > span { color: var(--open); }
.decides > summary { font-weight: 600; } .decides { border-left: 3px solid var(--bad); padding-left: .5rem; margin-left: -.65rem; }
.wrong-here { color: var(--bad) !important; text-decoration: underline; text-decoration-thickness: 2px; text-underline-offset: .2em; }
.steps .wrong-step { color: var(--bad); font-weight: 600; }
.inbox { margin: .3rem 0 .5rem 1rem; font-size: .88rem; } .inbox li { padding: .15rem 0; } .inbox .field { margin-right: .8rem; } .inbox .here { border-left: 3px solid var(--bad); padding-left: .5rem; }
.repeat { margin-top: .9rem; } .har { font-size: .84rem; }
.steps { margin: .4rem 0 .8rem; font-size: .92rem; max-width: 46rem; }
.steps li { padding-left: 1.6rem; position: relative; }
.steps li::before { content: counter(list-item); position: absolute; left: 0; color: var(--soft); font-size: .85em; }
.course { margin: .3rem 0; border-left: 2px solid var(--line); padding-left: .8rem; }
.course, .other-exchanges, .raw { font-size: .9rem; }
.course summary, .course .line, .other-exchanges li { padding: .2rem 0; margin: 0; }
.course .line { padding-left: .85rem; }
.at { display: inline-block; min-width: 4.1rem; color: var(--soft); font-size: .92em; }
.user { color: var(--soft); }
.came { color: var(--accent); } .wrong { color: var(--bad); }
.other-exchanges a { text-decoration: none; } .other-exchanges a:hover .url { text-decoration: underline; }
.status.s2 { color: var(--good); } .status.s4, .status.s3, .status.s1 { color: var(--open); } .status.s5, .status.s0 { color: var(--bad); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: .4rem 1rem; margin: .4rem 0; }
.pair > div, .copy-box { min-width: 0; }
.wire { margin: 0 0 .4rem; padding: .6rem .8rem; background: var(--sunk); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.45; unicode-bidi: isolate; max-height: 34rem; overflow: auto; }
.raw > summary { color: var(--soft); font-size: .84rem; }
.copy-box { position: relative; }
.copy-box .copy-button { position: absolute; top: .35rem; right: .35rem; opacity: 0; }
.copy-box:hover .copy-button, .copy-box .copy-button:focus { opacity: 1; }
@media (hover: none) { .copy-box .copy-button { position: static; display: block; margin: -.1rem 0 .5rem auto; opacity: 1; } }
.copy-button { font-size: .74rem; padding: .05rem .45rem; }
.run { display: grid; grid-template-columns: minmax(13rem, 1fr) auto; gap: 0 2.5rem; align-items: start; margin: .4rem 0 .6rem; }
.run .picture { margin: 0; }
@media (max-width: 900px) { .run { display: block; } }
`;

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
.sequence .response .name { fill: var(--soft); }
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
