import type { Socket } from 'node:net';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { reset } from '../network/raw-server.js';

/** A way to answer every request, and what a client must make of it. */
export interface HostileResponse {
  name: string;
  /** `response`: it must be handed on with this status. */
  expected: { response: number; body?: string } | { verdict: 'fail' | 'inconclusive'; code: string };
  /** Called for every whole request. */
  play(socket: Socket): void;
  /** Instead, called for every connection. */
  atOnce?: true;
}

export const BODY = '{"success":true}';
const OK = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n`;
export const GOOD = `${OK}Content-Length: ${BODY.length}\r\n\r\n${BODY}`;
const MIB = 1024 * 1024;

const pass: HostileResponse['expected'] = { response: 200, body: BODY };
const fail = (code: string): HostileResponse['expected'] => ({ verdict: 'fail', code });
const open = (code: string): HostileResponse['expected'] => ({ verdict: 'inconclusive', code });

/** Writes the pieces one after the other, each a segment of its own, and then calls `end`. */
function inPieces(socket: Socket, parts: (string | Buffer)[], pauseMs = 0, end?: () => void): void {
  const [piece, ...rest] = parts;
  if (piece === undefined || socket.destroyed) {
    end?.();
    return;
  }
  socket.write(piece);
  const goOn = (): void => inPieces(socket, rest, pauseMs, end);
  // A timer takes a millisecond at least, and on a busy machine many: too long for hundreds of pieces.
  if (pauseMs === 0) setImmediate(goOn);
  else setTimeout(goOn, pauseMs);
}

function endlessly(socket: Socket, piece: string, pauseMs: number): void {
  const timer = setInterval(() => socket.write(piece), pauseMs);
  socket.once('close', () => clearInterval(timer));
}

function says(text: string | Buffer): (socket: Socket) => void {
  return (socket) => void socket.write(text);
}

function saysAndCloses(text: string | Buffer): (socket: Socket) => void {
  return (socket) => void socket.end(text);
}

function coded(coding: string, body: Buffer, close = false): (socket: Socket) => void {
  const head = `${OK}Content-Encoding: ${coding}\r\nContent-Length: ${body.length}\r\n\r\n`;
  return close
    ? saysAndCloses(Buffer.concat([Buffer.from(head), body]))
    : says(Buffer.concat([Buffer.from(head), body]));
}

const gzipBomb = () => Buffer.concat(Array<Buffer>(200).fill(gzipSync(Buffer.alloc(MIB))));
const brotliBomb = () =>
  brotliCompressSync(Buffer.alloc(200 * MIB), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });

/** Every row about responses in the list of hostile targets. `quarter`: a quarter of the client's deadline, in ms. */
export function hostileResponses(quarter: number): HostileResponse[] {
  return [
    { name: 'a correct response', expected: pass, play: says(GOOD) },
    { name: 'closes at once', expected: open('closed'), play: (socket) => socket.end(), atOnce: true },
    { name: 'closes after the request', expected: open('closed'), play: (socket) => socket.end() },
    { name: 'resets after the request', expected: open('reset'), play: (socket) => reset(socket) },
    {
      name: 'resets within the body',
      expected: open('reset'),
      play: (socket) => inPieces(socket, [GOOD.slice(0, -4)], quarter / 4, () => reset(socket)),
    },
    { name: 'never answers', expected: open('no-response'), play: () => {} },
    {
      name: 'head dripped, endless',
      expected: open('header-timeout'),
      play(socket) {
        socket.write('HTTP/1.1 200 OK\r\nX: ');
        endlessly(socket, 'x', quarter / 20);
      },
    },
    {
      name: 'body dripped, endless',
      expected: open('body-timeout'),
      play(socket) {
        socket.write(`${OK}\r\n`);
        endlessly(socket, ' ', quarter / 20);
      },
    },
    {
      name: 'body of announced length dripped',
      expected: open('body-timeout'),
      play(socket) {
        socket.write(`${OK}Content-Length: 100000\r\n\r\n`);
        endlessly(socket, ' ', quarter / 20);
      },
    },
    {
      name: 'chunked body that stalls',
      expected: open('body-timeout'),
      play: says(`${OK}Transfer-Encoding: chunked\r\n\r\n10\r\n{"succ`),
    },
    {
      name: 'endless fast body',
      expected: open('too-large'),
      play(socket) {
        socket.write(`${OK}\r\n`);
        const more = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(65536, ' ')));
        };
        socket.on('drain', more);
        more();
      },
    },
    { name: 'one 100 before', expected: pass, play: says(`HTTP/1.1 100 Continue\r\n\r\n${GOOD}`) },
    {
      name: 'one 100 before, in segments',
      expected: pass,
      play: (socket) => inPieces(socket, ['HTTP/1.1 100 Con', 'tinue\r\n', '\r', '\n', GOOD], quarter / 20),
    },
    {
      name: 'one 103 before',
      expected: pass,
      play: says(`HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\n\r\n${GOOD}`),
    },
    {
      name: 'endless 103s',
      expected: open('header-size'),
      play: says('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5000)),
    },
    {
      name: 'chunks with extensions and trailers',
      expected: pass,
      play: says(
        `${OK}Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n5;name=value;q="a b"\r\n{"suc\r\n00b ; x\r\ncess":true}\r\n0\r\nX-Sum: 1\r\n\r\n`,
      ),
    },
    { name: 'gzip unasked', expected: pass, play: coded('gzip', gzipSync(BODY)) },
    { name: 'x-gzip in capitals', expected: pass, play: coded('X-GZIP', gzipSync(BODY)) },
    { name: 'deflate', expected: pass, play: coded('deflate', deflateSync(BODY)) },
    { name: 'deflate, bare', expected: pass, play: coded('deflate', deflateRawSync(BODY)) },
    { name: 'brotli over gzip', expected: pass, play: coded('gzip, br', brotliCompressSync(gzipSync(BODY))) },
    { name: 'identity', expected: pass, play: coded('identity', Buffer.from(BODY)) },
    { name: 'sliced to single bytes', expected: pass, play: (socket) => inPieces(socket, [...GOOD]) },
    {
      name: 'chunked, sliced to single bytes',
      expected: pass,
      play: (socket) =>
        inPieces(socket, [...`${OK}Transfer-Encoding: chunked\r\n\r\n10;a\r\n${BODY}\r\n0\r\nA: b\r\n\r\n`]),
    },
    {
      name: 'just under the deadline',
      expected: pass,
      play: (socket) => inPieces(socket, ['', GOOD], quarter * 3),
    },
    { name: 'until the close', expected: pass, play: saysAndCloses(`${OK}\r\n${BODY}`) },
    { name: 'HTTP/1.0', expected: pass, play: saysAndCloses(GOOD.replace('1.1', '1.0')) },
    {
      name: 'reset right after a whole response',
      expected: pass,
      play: (socket) => socket.write(GOOD, () => reset(socket)),
    },
    {
      name: '101',
      expected: { response: 101, body: '' },
      play: says('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nabc'),
    },
    { name: '204', expected: { response: 204, body: '' }, play: says('HTTP/1.1 204 No Content\r\n\r\n') },
    {
      name: 'empty 200',
      expected: { response: 200, body: '' },
      play: says(`${OK}Content-Length: 0\r\n\r\n`),
    },
    {
      name: '418',
      expected: { response: 418, body: BODY },
      play: says(GOOD.replace('200 OK', "418 I'm a teapot")),
    },
    { name: '999', expected: { response: 999, body: BODY }, play: says(GOOD.replace('200 OK', '999 Huh')) },
    { name: 'no reason phrase', expected: pass, play: says(GOOD.replace('200 OK', '200')) },
    {
      name: '302, not followed',
      expected: { response: 302, body: '' },
      play: says('HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n'),
    },
    {
      name: 'a header line of 100 KB',
      expected: open('header-size'),
      play: says(`${OK}X: ${'x'.repeat(100_000)}\r\nContent-Length: 0\r\n\r\n`),
    },
    {
      name: 'Content-Length too large, closed',
      expected: fail('truncated'),
      play: saysAndCloses(`${OK}Content-Length: 99\r\n\r\n${BODY}`),
    },
    {
      name: 'Content-Length too large, kept open',
      expected: fail('truncated'),
      play: says(`${OK}Content-Length: 99\r\n\r\n${BODY}`),
    },
    {
      name: 'Content-Length too small',
      expected: fail('surplus-bytes'),
      play: says(`${OK}Content-Length: 7\r\n\r\n${BODY}`),
    },
    {
      name: 'Content-Length too small, closed',
      expected: fail('surplus-bytes'),
      play: saysAndCloses(`${OK}Content-Length: 7\r\nConnection: close\r\n\r\n${BODY}`),
    },
    {
      name: 'a body after 204',
      expected: fail('surplus-bytes'),
      play: says(`HTTP/1.1 204 No Content\r\n\r\n${BODY}`),
    },
    {
      name: 'Content-Length negative',
      expected: fail('content-length'),
      play: says(`${OK}Content-Length: -5\r\n\r\n${BODY}`),
    },
    {
      name: 'Content-Length not a number',
      expected: fail('content-length'),
      play: says(`${OK}Content-Length: many\r\n\r\n${BODY}`),
    },
    {
      name: 'Content-Length twice, different',
      expected: fail('content-length'),
      play: says(`${OK}Content-Length: 5\r\nContent-Length: 16\r\n\r\n${BODY}`),
    },
    {
      name: 'Content-Length twice, the same',
      expected: pass,
      play: says(`${OK}Content-Length: 16\r\nContent-Length: 16\r\n\r\n${BODY}`),
    },
    {
      name: 'Content-Length twice in one line, the same but for a zero',
      expected: pass,
      play: says(`${OK}Content-Length: 16, 016\r\n\r\n${BODY}`),
    },
    {
      name: 'Content-Length twice in one line, different',
      expected: fail('content-length'),
      play: says(`${OK}Content-Length: 16, 17\r\n\r\n${BODY}`),
    },
    {
      name: 'Content-Length empty',
      expected: fail('content-length'),
      play: says(`${OK}Content-Length: \r\n\r\n${BODY}`),
    },
    {
      name: 'chunk sizes with leading zeros',
      expected: pass,
      play: says(
        `${OK}Transfer-Encoding: chunked\r\n\r\n${'0'.repeat(40)}10\r\n${BODY}\r\n${'0'.repeat(40)}\r\n\r\n`,
      ),
    },
    {
      name: 'a chunk beyond all bounds',
      expected: open('too-large'),
      play: says(`${OK}Transfer-Encoding: chunked\r\n\r\n${'f'.repeat(16)}\r\n${BODY}`),
    },
    {
      name: 'Content-Length together with chunked',
      expected: fail('framing'),
      play: says(`${OK}Content-Length: 16\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n${BODY}\r\n0\r\n\r\n`),
    },
    {
      name: 'chunk size not hexadecimal',
      expected: fail('chunk'),
      play: says(`${OK}Transfer-Encoding: chunked\r\n\r\nzz\r\n${BODY}\r\n0\r\n\r\n`),
    },
    {
      name: 'chunk longer than its size',
      expected: fail('chunk'),
      play: says(`${OK}Transfer-Encoding: chunked\r\n\r\n5\r\n${BODY}\r\n0\r\n\r\n`),
    },
    {
      name: 'chunked, closed early',
      expected: fail('truncated'),
      play: saysAndCloses(`${OK}Transfer-Encoding: chunked\r\n\r\n10\r\n${BODY}\r\n`),
    },
    { name: 'head closed early', expected: fail('truncated'), play: saysAndCloses('HTTP/1.1 200 OK\r\nX-') },
    {
      name: 'an SSH banner',
      expected: fail('not-http'),
      play: says('SSH-2.0-OpenSSH_9.6\r\n'),
      atOnce: true,
    },
    { name: 'raw JSON', expected: fail('not-http'), play: saysAndCloses(BODY) },
    { name: 'status 000', expected: fail('status-line'), play: says(GOOD.replace('200', '000')) },
    { name: 'status of two digits', expected: fail('status-line'), play: says(GOOD.replace('200', '20')) },
    {
      name: 'a header line without a colon',
      expected: fail('header'),
      play: says(GOOD.replace('Type:', 'Type')),
    },
    {
      name: 'a header line of blanks, badly ended',
      expected: fail('header'),
      play: says(`${OK}X:${' '.repeat(30_000)}\0\r\n\r\n`),
    },
    {
      name: 'a folded header line',
      expected: fail('header'),
      play: says(GOOD.replace('Content-L', 'X: a\r\n b\r\nContent-L')),
    },
    {
      name: 'an odd reason phrase, an odd header name, blanks around a value and none',
      expected: pass,
      play: says(
        GOOD.replace('OK', 'key=\xe9\x1b[31m')
          .replace('Type: ', 'Type:')
          .replace('\r\n\r\n', '\r\nX$!~:\t a b \t\r\n\r\n'),
      ),
    },
    {
      name: 'codings heaped up',
      expected: open('codings'),
      play: coded(
        'gzip, gzip, gzip, gzip, gzip, gzip',
        Array.from({ length: 6 }).reduce<Buffer>((body) => gzipSync(body), Buffer.from(BODY)),
      ),
    },
    {
      name: 'gzip twice',
      expected: pass,
      play: coded('gzip, gzip', gzipSync(gzipSync(BODY))),
    },
    {
      name: 'gzip corrupt',
      expected: fail('encoding'),
      play: coded('gzip', Buffer.from('this is not gzip')),
    },
    {
      name: 'brotli corrupt',
      expected: fail('encoding'),
      play: coded('br', Buffer.from('this is not brotli')),
    },
    { name: 'an unknown coding', expected: open('codings'), play: coded('pack200', Buffer.from(BODY)) },
    {
      name: 'gzip truncated',
      expected: fail('truncated'),
      play: coded('gzip', gzipSync(BODY).subarray(0, -9)),
    },
    {
      name: 'brotli truncated',
      expected: fail('truncated'),
      play: coded('br', brotliCompressSync(BODY.repeat(9)).subarray(0, -3)),
    },
    { name: 'gzip bomb of 200 MiB', expected: open('too-large'), play: coded('gzip', gzipBomb()) },
    { name: 'brotli bomb of 200 MiB', expected: open('too-large'), play: coded('br', brotliBomb()) },
  ];
}
