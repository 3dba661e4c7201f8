import { CONTENTS, type HostileRow, inFile } from './row.js';

const ECHO = 'secrets: a key that the target echoes in every spelling';

/** Rows about contents of responses. */
export const CONTENT_ROWS: readonly HostileRow[] = [
  {
    row: '302 to the same origin · 307 to another one with the key · redirect loop',
    due: 'F redirect; never followed, the key is masked',
    start: inFile('contents', '302 to the same origin', 'a redirect loop').concat(
      inFile('preflight', 'a redirect with the key in it is not followed'),
    ),
    midRun: [
      ...CONTENTS,
      ...inFile('mid-run', 'a redirect to another origin with the key in it, from the tenth request on'),
    ],
  },
  {
    row: 'an HTML page · invalid UTF-8 · UTF-16 or BOM · any not-JSON body',
    due: 'F not-json · encoding · encoding · not-json',
    start: inFile(
      'contents',
      'an HTML page',
      'invalid UTF-8',
      'UTF-16 with a mark',
      'a byte order mark',
      'plain text',
    ),
    midRun: CONTENTS,
  },
  {
    row: 'JSON nested 100,000 deep in an unknown field',
    due: 'I depth',
    start: inFile('contents', 'nested 100,000 deep in an unknown field'),
    midRun: CONTENTS,
  },
  {
    row: 'top-level array, string, null · success missing or "true" · 200 with success:false',
    due: 'F shape',
    ...both(
      'a top-level array',
      'a top-level string',
      'a top-level null',
      'success missing',
      'success as a string',
      'success false with 200',
    ),
  },
  { row: 'success twice, true and false', due: 'I ambiguous', ...both('success twice, true and false') },
  {
    row: 'timestamp 1e400, 1.5, "123" · in seconds · two days ahead',
    due: 'F type · F unit · warning clock-skew',
    ...both(
      'timestamp 1e400',
      'timestamp 1.5',
      'timestamp as a string',
      'timestamp in seconds',
      'timestamp two days ahead',
    ),
  },
  {
    row: '500 code 7 to every valid call · 502, 503, 504, 429',
    due: 'F server-error · I infrastructure',
    start: inFile('contents: the whole target', '500 with code 7', '502', '503', '504', '429'),
    midRun: CONTENTS,
  },
  {
    row: 'the key echoed in a reason phrase, header, body, error text, base64',
    due: 'verdict unchanged, masked everywhere',
    start: inFile(
      ECHO,
      'in a reason phrase',
      'in a header',
      'in an unknown field',
      'in an error text',
      'the verdicts are as without it',
    ),
    midRun: inFile(ECHO, 'in all these places by turns, from the 20th request and the third event on'),
  },
  {
    row: 'bodies and texts with <script>, ::error::, ##[group], ESC, CR, bidi controls, ]]>',
    due: 'verdict unchanged, every output inert',
    start: inFile(
      'blns: blns through every report',
      'the record is that of a benign run',
      'JUnit, CTRF, HTML, Markdown, terminal and annotations have the structure of a benign run',
      'the terminal and the CI runner get no control characters and no commands',
    ),
    midRun: inFile('blns', 'from the middle of a run on: record and reports are those of a benign run'),
  },
  {
    row: 'an unregistered key accepted',
    due: 'F auth',
    start: inFile('contents', 'an unregistered key accepted'),
    midRun: inFile(
      'mid-run',
      'an unregistered key is accepted, from the fifth request of a case with one on',
    ),
  },
];

/** Contents of one operation: of 1.0 at once, and of 1.2 from the second request on, which is in mid-run. */
function both(...names: string[]): Pick<HostileRow, 'start' | 'midRun'> {
  return { start: inFile('contents', ...names), midRun: inFile('contents', ...names) };
}
