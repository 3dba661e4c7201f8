import { EVENTS, type HostileRow, inFile } from './row.js';

/** Rows about events, drivers, and all that happens to a run. */
export const RUN_ROWS: readonly HostileRow[] = [
  {
    row: 'the webhook never arrives, catcher proven · not proven',
    due: 'F no-event · I catcher-unproven',
    start: inFile('webhook', 'never, with the catcher proven', 'never, with the catcher not proven'),
    // Whether the catcher is proven is settled once, in the preflight.
    midRun: EVENTS,
  },
  {
    row: 'webhook: before the HTTP response · three times · after its window but in the run · for a foreign user · to a forged path · not JSON · GET or empty ping',
    due: 'P · P, duplicates noted · judged late · ignored, counted · 404, ignored · F event-shape · 200, noted',
    start: inFile(
      'webhook',
      'before the HTTP response of the request that causes it',
      'three times: duplicates are noted',
      'an absent event that comes after the quiet window, but within the run, takes the pass back',
      'an event that is due and comes after its time, within the run, fails and is kept as evidence',
      'for a foreign user, to a forged path, as a ping: ignored, counted, noted',
      'not JSON: plain text',
    ),
    // What comes late comes in mid-run by its nature.
    midRun: [
      ...EVENTS,
      ...inFile('mid-run', 'events that come before the responses to what causes them, from the third on'),
    ],
  },
  {
    row: 'webhook flood, 10,000/s for 10 s',
    due: 'bounded; no own event lost, or I evidence-dropped',
    start: [
      'hostile/siege > slow connections, huge bodies, a flood, and what is no event, all at once: own events are kept within a second, memory is bounded',
    ],
    // They begin with the first event of a case.
    midRun: inFile(
      'webhook',
      'a flood of foreign events pushes none of the run out',
      'a flood of own events: what was dropped is said',
    ),
  },
  {
    row: 'driver exits 1, hangs, prints floods, is missing',
    due: 'E driver for its cases; its whole process group is ended',
    start: [
      ...inFile('driver: a driver from its first action on', 'exits', 'hangs', 'floods'),
      ...inFile('driver', 'a driver that is missing'),
    ],
    midRun: [
      ...inFile('driver: a driver in mid-run', 'exits', 'hangs', 'floods'),
      ...inFile('driver', 'a driver over HTTP that goes away in mid-run'),
    ],
  },
  {
    row: 'works, then dies in mid-run',
    due: 'earlier verdicts stay, the rest I',
    start: [],
    midRun: inFile('contents', 'a target that works and dies in mid-run'),
  },
  {
    row: 'another run replaces the webhook address in mid-run',
    due: 'I interference, said so',
    start: [],
    midRun: inFile(
      'webhook',
      'another run replaces the webhook address in mid-run',
      'two runs at once with one key: no wrong verdict in either, and both say why',
    ),
  },
  {
    row: 'SIGINT, SIGTERM while six requests hang',
    due: '130, 143 within 3 s, partial reports valid and marked',
    start: [],
    midRun: inFile(
      'interruption: SIGINT',
      'while six requests hang: partial reports, valid and marked',
    ).concat(inFile('interruption: SIGTERM', 'while six requests hang: partial reports, valid and marked')),
  },
];
