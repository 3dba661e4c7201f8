import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOKENS } from '../reporters/html/styles/base.js';

/** Writes everything but the script of the console's page into a folder; the build does that once. */
export async function writePage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.html'), DOCUMENT);
  await writeFile(join(folder, 'console.css'), SHEET);
}

/** The style sheet of the console: the colours and fonts of the reports. */
const SHEET = `${TOKENS}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 14px/1.45 var(--sans); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
#console { display: flex; flex-direction: column; height: 100vh; height: 100dvh; }
h1, h2, h3, h4, p, ul, ol, dl, dd { margin: 0; padding: 0; }
ul, ol { list-style: none; }
h1 { font-size: 1.1rem; font-weight: 650; letter-spacing: -.011em; }
h2 { font-size: 1rem; font-weight: 650; }
h3 { font-size: .95rem; font-weight: 650; }
h4 { font-size: .82rem; font-weight: 600; }
a { color: var(--accent); text-underline-offset: .18em; }
code, pre { font-family: var(--mono); font-size: .88em; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; border-radius: 4px; }
button, input, select, textarea { font: inherit; color: var(--ink); background: var(--card); border: 1px solid var(--firm); border-radius: 6px; padding: .28rem .6rem; }
button { cursor: pointer; font-size: .9em; }
button:hover:not(:disabled) { border-color: var(--accent); color: var(--accent); }
button:disabled { color: var(--quiet); cursor: default; border-color: var(--line); }
button[aria-pressed="true"], .send { background: var(--accent); border-color: var(--accent); color: var(--paper); }
button[aria-pressed="true"]:hover:not(:disabled), .send:hover:not(:disabled) { color: var(--paper); filter: brightness(1.08); }
input::placeholder, textarea::placeholder { color: var(--soft); opacity: 1; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.when, .took { white-space: nowrap; flex: none; }
.soft, dt, .when, .took { color: var(--soft); }
dt, .soft, .when, .took { font-size: .86em; }
.buttons { display: inline-flex; flex-wrap: wrap; gap: .3rem; align-items: center; }
.buttons.end { display: flex; justify-content: flex-end; }
.mark { display: inline-block; font-size: .8em; border-radius: 99px; padding: 0 .55em; white-space: nowrap; }
.mark.good { color: var(--good); background: var(--good-bg); } .mark.open { color: var(--open); background: var(--open-bg); } .mark.bad { color: var(--bad); background: var(--bad-bg); }
.trouble { color: var(--bad); background: var(--bad-bg); border-radius: 6px; padding: .35rem .6rem; }
.hint { color: var(--soft); font-size: .9em; padding: .5rem 0; }
.nothing { color: var(--soft); padding: 1rem; }
.empty { padding: 2rem; }

.top { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .9rem; padding: .55rem 1rem; border-bottom: 1px solid var(--line); background: var(--card); }
.top .address { color: var(--soft); }
.top .status { margin-left: auto; font-size: .86em; color: var(--good); }
.top .status::before { content: ""; display: inline-block; width: .55em; height: .55em; border-radius: 50%; background: currentColor; margin-right: .4em; }
.top .status.lost { color: var(--bad); }
.habits .mark { margin-left: .4em; }
.panes { display: none; }
.both { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(26rem, 5fr) minmax(0, 6fr); }
.desk, .network { min-width: 0; min-height: 0; display: flex; flex-direction: column; }
.desk { border-right: 1px solid var(--line); }
.desk > h2, .network > h2 { padding: .6rem 1rem .3rem; }

.place { padding: .1rem 1rem .6rem; border-bottom: 1px solid var(--line); }
.place-head { display: flex; gap: .5rem; align-items: center; flex-wrap: wrap; }
.place summary { cursor: pointer; color: var(--soft); font-size: .86em; padding: .3rem 0 0; }
.place dl { display: grid; gap: .3rem; margin-top: .5rem; }
.place dl > div { display: grid; grid-template-columns: 5.4rem minmax(0, 1fr); align-items: baseline; }
.hook:not(:only-of-type) { display: block; }
.place dd button { padding: .1rem .5rem; }
.talks { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(10rem, 13rem) minmax(0, 1fr); }
.users { min-height: 0; overflow: auto; border-right: 1px solid var(--line); background: var(--sunk); }
.users input { width: calc(100% - 1rem); margin: .5rem; }
.user { display: block; width: 100%; text-align: left; border: 0; border-radius: 0; border-top: 1px solid var(--line); background: none; padding: .45rem .7rem; }
.user > span { display: block; }
.user .line { display: flex; gap: .4rem; justify-content: space-between; align-items: baseline; }
.user .line + .line, .user .last + .line { justify-content: flex-start; margin-top: .2rem; }
.user .last { color: var(--soft); }
.user .last, .user .id, .user strong, .talk-head h3 { min-width: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.user[aria-pressed="true"] { background: var(--card); color: var(--ink); box-shadow: inset 3px 0 var(--accent); }
.user[aria-pressed="true"]:hover:not(:disabled) { color: var(--ink); filter: none; }
.talk { min-width: 0; min-height: 0; display: flex; flex-direction: column; padding: .5rem .9rem .8rem; }
.talk-head { display: flex; align-items: center; gap: .5rem; padding-bottom: .4rem; }
.talk-head h3 { flex: 1; min-width: 0; }
.back { display: none; }
.card { display: flex; flex-wrap: wrap; gap: .1rem 1rem; font-size: .9em; }
.card > div { display: flex; gap: .35rem; align-items: baseline; }
.messages { flex: 1; min-height: 6rem; overflow: auto; display: flex; flex-direction: column; gap: .45rem; padding: .6rem 0; }
.messages li { max-width: 85%; padding: .4rem .7rem; border-radius: 10px; background: var(--card); border: 1px solid var(--line); align-self: flex-start; }
.messages li p { white-space: pre-wrap; }
.messages li.ours { align-self: flex-end; background: color-mix(in srgb, var(--accent) 10%, var(--card)); }
.messages li.kept { border-style: dashed; border-color: var(--firm); }
.messages .mark { margin-left: .4em; white-space: normal; }
.composer { display: grid; gap: .4rem; grid-template-columns: minmax(0, 1fr) auto; align-items: end; border-top: 1px solid var(--line); padding-top: .6rem; }
.composer > fieldset { grid-column: 1 / -1; }
.composer textarea { width: 100%; resize: vertical; display: block; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: .3rem; }
.fields textarea, .fields .wide { grid-column: 1 / -1; }
.fields label { display: block; font-size: .8em; color: var(--soft); }
.fields input { width: 100%; }

.tools { display: flex; flex-wrap: wrap; gap: .4rem .6rem; padding: 0 1rem .6rem; }
.tools input { flex: 1 1 12rem; min-width: 0; }
.rows { flex: 1 1 50%; min-height: 8rem; overflow: auto; border-top: 1px solid var(--line); background: var(--card); contain: strict; }
.all-rows { position: relative; }
.row { position: absolute; left: 0; right: 0; height: 34px; display: grid; grid-template-columns: 4.6rem 1rem minmax(9.5rem, 1.2fr) 4.2rem minmax(4rem, .8fr) minmax(0, 2fr) 3.6rem; gap: .5rem; align-items: center; padding: 0 1rem; border-bottom: 1px solid var(--line); cursor: pointer; white-space: nowrap; overflow: hidden; }
.row > span { overflow: hidden; text-overflow: ellipsis; }
.row:hover { background: var(--sunk); }
.row[aria-selected="true"] { background: color-mix(in srgb, var(--accent) 14%, var(--card)); }
.row .what { font-weight: 550; } .row .who, .row .note { color: var(--soft); } .row .took { text-align: right; }
.arrow.request { color: var(--accent); } .arrow.delivery { color: var(--odd); } .arrow.action { color: var(--soft); }
.result { font-family: var(--mono); font-size: .88em; }
.result.good { color: var(--good); } .result.bad { color: var(--bad); } .result.open { color: var(--open); } .result.quiet { color: var(--soft); }
.detail { flex: 1 1 50%; min-height: 0; overflow: auto; border-top: 2px solid var(--firm); padding: .6rem 1rem 1rem; display: grid; gap: .6rem; align-content: start; }
.detail-head { display: flex; align-items: center; justify-content: space-between; gap: .6rem; }
.breaches li { border-left: 3px solid var(--bad); background: var(--bad-bg); padding: .3rem .6rem; margin-bottom: .25rem; border-radius: 0 6px 6px 0; }
.breaches li.expected { border-color: var(--open); background: var(--open-bg); }
.breaches em { font-style: normal; color: var(--open); font-size: .86em; }
.facts { display: grid; gap: .15rem; } .facts > div { display: grid; grid-template-columns: 7rem minmax(0, 1fr); }
.body pre { margin: .25rem 0 0; background: var(--sunk); border-radius: 6px; padding: .5rem .7rem; white-space: pre-wrap; max-height: 16rem; overflow: auto; }

dialog { color: var(--ink); background: var(--card); border: 1px solid var(--firm); border-radius: 10px; padding: 1.2rem; width: min(30rem, calc(100vw - 2rem)); }
dialog::backdrop { background: rgb(0 0 0 / .4); }
dialog form { display: grid; gap: .8rem; }
dialog label span { display: block; font-size: .86em; color: var(--soft); margin-bottom: .2rem; }
dialog select, dialog input { width: 100%; }

.cards { padding: 1rem; max-width: 40rem; width: 100%; margin: 0 auto; display: grid; gap: .8rem; }
.action-card { background: var(--card); border: 1px solid var(--line); border-top: 5px solid var(--accent); border-radius: 8px; padding: 1.1rem; display: grid; gap: .9rem; }
.action-card h2 { font-size: 1.25rem; line-height: 1.3; }
.action-card dl { display: grid; gap: .5rem; }
.choices { display: grid; gap: .5rem; }
.choices button { font-size: 1rem; padding: .7rem; }

@media (max-width: 900px) {
  .panes { display: grid; grid-template-columns: 1fr 1fr; gap: .4rem; padding: .5rem 1rem; }
  .both { display: block; overflow: hidden; }
  .both > section { height: 100%; }
  .both.show-desk .network, .both.show-network .desk { display: none; }
  .desk { border-right: 0; }
  .desk > h2, .network > h2 { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); padding: 0; }
  .network { padding-top: .2rem; }
}
@media (max-width: 560px) {
  .top { gap: .2rem .6rem; padding: .5rem .8rem; } .top .address { order: 3; flex-basis: 100%; font-size: .78em; }
  .talks { grid-template-columns: minmax(0, 1fr); }
  .users { border-right: 0; }
  .desk:not(.has-user) .wide, .desk.has-user .users, .desk.has-user .place { display: none; }
  .back { display: block; }
  .row { height: 54px; grid-template-columns: 3.9rem .8rem minmax(0, 1fr) minmax(0, 1fr) 4rem; gap: 0 .5rem; align-content: center; padding: 0 .8rem; }
  .row .what { grid-column: 3 / 5; } .row .who { grid-area: 2 / 3 / 3 / 4; } .row .note { grid-area: 2 / 4 / 3 / 6; }
  .row .took { display: none; }
  .fields { grid-template-columns: 1fr; }
  button { min-height: 2.1rem; }
}
`;

/** The page as it is before its script begins. */
const DOCUMENT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Console · conform</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="console.css">
<script type="module" src="main.js"></script>
</head>
<body>
<div id="console"><noscript>The console needs scripts.</noscript></div>
</body>
</html>
`;
