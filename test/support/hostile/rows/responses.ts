import { type HostileRow, inFile, RESPONSES, turns } from './row.js';

/** Rows about responses as HTTP. */
export const RESPONSE_ROWS: readonly HostileRow[] = [
  {
    row: 'accepts and closes at once · resets after the request · never answers one operation',
    due: 'I closed · reset · no-response',
    start: [
      ...responses('closes after the request', 'resets after the request', 'never answers'),
      ...inFile('responses: the whole target', 'closes at once'),
    ],
    midRun: [...RESPONSES, ...turns('closes at once')],
  },
  {
    row: 'headers dripped, endless · body dripped, endless · endless fast body',
    due: 'I header-timeout · body-timeout · too-large',
    start: responses('head dripped, endless', 'body dripped, endless', 'endless fast body'),
    midRun: RESPONSES,
  },
  {
    row: 'one 100 or 103 before · valid chunks · gzip unasked · single bytes · just under the deadline',
    due: 'P',
    start: responses(
      'one 100 before',
      'one 103 before',
      'chunks with extensions and trailers',
      'gzip unasked',
      'sliced to single bytes',
      'just under the deadline',
    ),
    midRun: toOne('one 100 before', 'one 103 before', 'gzip unasked', 'sliced to single bytes'),
  },
  {
    row: '101 · 204 · empty 200 · 418 · 999',
    due: 'F status · empty-body · empty-body · status · status',
    start: responses('101', '204', 'empty 200', '418', '999'),
    midRun: RESPONSES,
  },
  {
    row: '100 KB header line',
    due: 'I header-size',
    start: responses('a header line of 100 KB'),
    midRun: RESPONSES,
  },
  {
    row: 'Content-Length too large · too small · no number · with chunked · bad chunk size · chunked, closed early',
    due: 'F truncated · surplus-bytes · content-length · framing · chunk · truncated',
    start: responses(
      'Content-Length too large, closed',
      'Content-Length too small',
      'Content-Length negative',
      'Content-Length not a number',
      'Content-Length together with chunked',
      'chunk size not hexadecimal',
      'chunked, closed early',
    ),
    midRun: RESPONSES,
  },
  {
    row: 'no status line (an SSH banner, raw JSON) · status 000',
    due: 'F not-http · status-line',
    start: [
      ...responses('raw JSON', 'status 000'),
      ...inFile('responses: the whole target', 'an SSH banner'),
    ],
    midRun: [...RESPONSES, ...turns('an SSH banner')],
  },
  {
    row: 'gzip corrupt · gzip truncated · 200 MiB gzip or brotli bomb',
    due: 'F encoding · truncated · I too-large',
    start: responses('gzip corrupt', 'gzip truncated', 'gzip bomb of 200 MiB', 'brotli bomb of 200 MiB'),
    midRun: RESPONSES,
  },
];

/** Responses by HTTP and by HTTPS to the transport, and to one operation of a run. */
function responses(...names: string[]): string[] {
  const overBoth = names.flatMap((name) =>
    ['http', 'https'].map((protocol) => `hostile/exchanges: a response over ${protocol} > ${name}`),
  );
  return [...overBoth, ...toOne(...names)];
}

/** Responses to one operation: of 1.0 at once, and of 1.2 from the second request on. */
function toOne(...names: string[]): string[] {
  return inFile('responses: one operation of 1.0 on every try, and of 1.2 from the second one on', ...names);
}
