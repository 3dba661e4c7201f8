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
.course, .elsewhere, .raw { font-size: .9rem; }
.course summary, .course .line, .elsewhere li { padding: .2rem 0; margin: 0; }
.course .line { padding-left: .85rem; }
.at { display: inline-block; min-width: 4.1rem; color: var(--soft); font-size: .92em; }
.user { color: var(--soft); }
.came { color: var(--accent); } .wrong { color: var(--bad); }
.elsewhere a { text-decoration: none; } .elsewhere a:hover .url { text-decoration: underline; }
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
