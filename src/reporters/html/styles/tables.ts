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
.truth td a { display: inline-flex; flex-wrap: wrap; gap: 0 .3rem; align-items: baseline; color: inherit; text-decoration: none; } .truth td a:hover { text-decoration: underline; }
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
  .truth thead code { font-size: .76em; letter-spacing: -.05em; } .truth tbody th { font-size: .8rem; } .truth .mark { width: 1rem; height: 1rem; }
}
`;
