import { type CodingProblem, MAX_CODINGS } from '../content-coding.js';

/** A failed exchange, still without times: the stable code, whom it is charged to, and a sentence. */
export interface Failure {
  verdict: 'fail' | 'inconclusive';
  reason: { code: FailureCode; text: string };
}

/**
 * Names a failure. `detail` is a further sentence, `about` the address or the limit that the first one is about. They are
 * made of numbers and host names only: they must contain nothing that the target said, and nothing of a URL's query.
 */
export function failure(code: FailureCode, detail = '', about = ''): Failure {
  const [verdict, sentence] = failures[code];
  const text = sentence.replace(ABOUT, about === '' ? '' : ` (${about})`);
  return { verdict, reason: { code, text: detail === '' ? text : `${text} ${detail}` } };
}

/** Names what is wrong with the content codings of a body. @param maxBytes the most that was to be unpacked */
export function decodingFailure(problem: CodingProblem, maxBytes: number): Failure {
  switch (problem.kind) {
    case 'too-many':
      return failure('codings', `It names ${problem.codings} of them; at most ${MAX_CODINGS} are decoded.`);
    case 'unknown':
      return failure('codings', 'It names one that conform does not know.');
    case 'too-large':
      return failure('too-large', `Unpacked, it is longer than ${maxBytes} bytes.`);
    case 'truncated':
      return failure('truncated', 'Its compressed data breaks off.');
    case 'malformed':
      return failure('encoding');
  }
}

/** Where a sentence says what it is about. */
const ABOUT = '%';

export type FailureCode = keyof typeof failures;

const failures = {
  dns: ['inconclusive', 'The host name cannot be resolved%.'],
  'no-handles': ['inconclusive', 'This machine allows too few open files and connections.'],
  refused: ['inconclusive', 'The connection was refused%: nothing is listening there.'],
  unreachable: ['inconclusive', 'There is no route to the address%.'],
  'connect-timeout': ['inconclusive', 'No connection was established in time%.'],
  'tls-expired': [
    'inconclusive',
    'The certificate is not valid at this time: it has expired or is not valid yet.',
  ],
  'tls-host': ['inconclusive', 'The certificate was issued for another host name.'],
  'tls-untrusted': [
    'inconclusive',
    'The certificate was not issued by a known authority. If the authority is private, give its certificate with --ca-file.',
  ],
  'tls-closed': ['inconclusive', 'The connection was closed during the TLS handshake.'],
  'tls-timeout': ['inconclusive', 'The TLS handshake did not finish in time%.'],
  'tls-failed': [
    'inconclusive',
    'The TLS handshake failed: the other side does not speak TLS, or shares no version of it.',
  ],
  closed: ['inconclusive', 'The connection was closed before any byte of a response arrived.'],
  reset: ['inconclusive', 'The connection was reset before the response was complete%.'],
  'no-response': ['inconclusive', 'No response arrived in time%.'],
  'header-timeout': ['inconclusive', 'The response headers did not end in time%.'],
  'body-timeout': ['inconclusive', 'The response body did not end in time%.'],
  'header-size': ['inconclusive', 'The response headers are larger than the limit.'],
  'too-large': ['inconclusive', 'The response body is larger than the limit.'],
  codings: ['inconclusive', 'The response body has a content encoding that conform does not decode.'],
  'stopped-answering': [
    'inconclusive',
    'The target stopped answering during the run: many requests in a row went unanswered, and nothing more was sent.',
  ],
  aborted: ['inconclusive', 'The request was given up because the run is ending.'],
  'not-http': ['fail', 'The response is not HTTP: it does not begin with a status line.'],
  'status-line': ['fail', 'The status line of the response is malformed.'],
  header: ['fail', 'A header line of the response is malformed.'],
  'content-length': ['fail', 'The Content-Length of the response is not one whole number.'],
  framing: ['fail', 'The response contradicts itself about where its body ends.'],
  chunk: ['fail', 'The chunked body of the response is malformed.'],
  truncated: ['fail', 'The response ended before it was complete.'],
  'surplus-bytes': ['fail', 'More bytes arrived than the response had announced.'],
  encoding: ['fail', 'The response body cannot be decoded with the content coding it names.'],
} satisfies Record<string, ['fail' | 'inconclusive', string]>;
