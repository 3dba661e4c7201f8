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
