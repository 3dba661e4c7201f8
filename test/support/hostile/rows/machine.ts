import { type HostileRow, inFile } from './row.js';

const LACKING = 'machine: a machine that lacks something';
const SECOND = 'second-response: each response to selectDestination';

/** Rows about kept connections, about what a run prints, and about the machine that it runs on. */
export const MACHINE_ROWS: readonly HostileRow[] = [
  {
    row: 'a second response with the first one · later · when the next request of the connection has come',
    due: 'F surplus-bytes where it can be told · else I or said; no other operation is accused',
    start: ['with 1 at a time', 'with 6 at a time'].flatMap((load) =>
      inFile(
        `${SECOND} > ${load}`,
        'another response with it',
        'another response a little later',
        'a refusal much later',
        'another response when the next request has come',
        'a refusal when the next request has come',
        'the rest of a body when the next request has come',
      ).map((name) => `${name}: no other operation is accused`),
    ),
    midRun: [],
  },
  {
    row: 'commands of a CI runner in what a driver says · in the names of a certificate',
    due: 'neutral on both streams',
    start: inFile(
      'machine',
      'commands of a CI runner in what a driver says reach neither stream',
      'commands of a CI runner in the names of a certificate reach neither stream',
    ),
    midRun: { none: 'a driver speaks in mid-run already; a certificate is shown once, in the preflight' },
  },
  {
    row: 'a variable of 100 KB in 20,000 places of the configuration',
    due: 'E 2 with its place; less than 300 MiB',
    start: inFile(
      'machine',
      'a variable with a long value in thousands of places: a mistake at its place, and little memory',
    ),
    midRun: { none: 'the configuration is read once' },
  },
  {
    row: 'no current folder · too few file handles · stderr on a full device',
    due: 'E 5 with a sentence, no stack; never a verdict on the target',
    start: inFile(
      LACKING,
      'the current folder is gone: a sentence, exit 5',
      'too few file handles: never a verdict on the target, a sentence, exit 5',
      'standard error on a full device: the reports are written, exit 5',
    ),
    midRun: { none: 'handles run out in mid-run already' },
  },
  {
    row: 'files of a killed run in the output folder',
    due: 'removed; those of a running one stay',
    start: inFile(
      'machine',
      'what a killed run left in the folder is removed, what a running one writes stays',
    ),
    midRun: { none: 'the folder is tidied when the reports are written' },
  },
  {
    row: 'SIGINT while the reports are written · the terminal hangs up',
    due: '130, the reports whole · 143, partial reports valid and marked',
    start: inFile('interruption: SIGHUP', 'while the preflight hangs'),
    midRun: [
      ...inFile(LACKING, 'interrupted while the reports are written: exit 130, the reports are whole'),
      ...inFile('interruption: SIGHUP', 'while six requests hang: partial reports, valid and marked'),
    ],
  },
  {
    row: '503 to everything · to the request that sets the address · the target is lost in mid-run',
    due: 'E 3 of run and doctor · I no-webhook · I target-lost; the operation and the response are named',
    start: inFile('machine', '503 to everything: run and doctor both end with 3 and say so').concat(
      inFile(
        'preflight',
        'an address that is not taken: what needs events names the operation and the response',
      ),
    ),
    midRun: inFile('contents', 'a target that works and dies in mid-run'),
  },
];
