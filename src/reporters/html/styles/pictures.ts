/** Drawings: states, sequences, the time of the run. */
export const PICTURES = `
svg text { fill: var(--ink); font: 12px var(--sans); }
.picture { margin: .8rem 0; overflow-x: auto; }
.picture figcaption { font-size: .84rem; max-width: 46rem; }
.picture svg { max-width: 100%; height: auto; display: block; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 25rem), 1fr)); gap: .4rem 1.5rem; padding: .4rem 0 1rem; }
.scenario { border-top: 1px solid var(--line); } .scenario > summary { padding: .4rem 0; }
.sequence .lane { stroke: var(--firm); } .sequence .head { font-weight: 600; fill: var(--soft); }
.sequence .at, .sequence .wait, .sequence .silence { fill: var(--soft); font-size: 11px; } .sequence .silence { font-style: italic; }
.sequence .line { stroke: var(--soft); stroke-width: 1.3; } .sequence .tip { fill: var(--soft); }
.sequence text { paint-order: stroke; stroke: var(--card); stroke-width: 3px; }
.sequence .answer .name { fill: var(--soft); }
.sequence .event .line { stroke: var(--accent); } .sequence .event .tip, .sequence .event .name { fill: var(--accent); } .sequence .event .name { font-weight: 600; }
.sequence .ghost .line { stroke: var(--bad); stroke-dasharray: 4 4; } .sequence .ghost .tip { fill: none; stroke: var(--bad); } .sequence .ghost .name { fill: var(--bad); font-style: italic; } .sequence .interval { fill: var(--firm); } .sequence .bad .name { font-weight: 700; }
@media (max-width: 640px) { .run .picture, .pictures .picture { display: none; } }
.sequence .bad .line { stroke: var(--bad); } .sequence .bad .tip, .sequence .bad .name { fill: var(--bad); }
.machines { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem 2.5rem; }
.machines h4 { margin: .2rem 0 .5rem; }
.states { display: block; max-width: 100%; height: auto; margin-bottom: .8rem; }
.states .state rect { fill: var(--card); stroke: var(--firm); stroke-width: 1.5; } .states .state text { font-weight: 600; font-size: 13px; }
.states .initial rect { stroke: var(--ink); } .states .dot { fill: var(--ink); } .states .enter { stroke: var(--ink); }
.states a { text-decoration: none; } .states .on { font-weight: 600; font-size: 12.5px; } .states .effect { fill: var(--soft); font-size: 11px; }
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
