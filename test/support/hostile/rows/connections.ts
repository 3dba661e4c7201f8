import { type HostileRow, inFile, turns } from './row.js';

/** Rows about connections, and about what a run needs beside the target. */
export const CONNECTION_ROWS: readonly HostileRow[] = [
  {
    row: 'host name does not resolve · connection refused · connect swallowed',
    due: 'E 3: dns · refused · connect-timeout',
    start: inFile(
      'preflight',
      'a host name that does not resolve',
      'a connection that is refused',
      'a connection that is swallowed',
    ),
    midRun: turns('its name does not resolve', 'it refuses connections', 'it swallows connections'),
  },
  {
    row: 'plain http:// off loopback without --allow-http',
    due: 'E 2, nothing sent',
    start: inFile('preflight', 'plain HTTP off loopback: nothing is sent'),
    midRun: { none: 'the address of the target is read once, before anything is sent' },
  },
  {
    row: 'certificate expired · wrong host · self-signed · unknown issuer · TLS dropped',
    due: 'E 3: tls-expired · tls-host · tls-untrusted · tls-untrusted · tls-closed',
    start: inFile(
      'preflight: TLS',
      'a certificate that is expired',
      'a certificate that is wrongHost',
      'a certificate that is selfSigned',
      'a certificate that is unknownIssuer',
      'closed in the handshake',
    ),
    midRun: turns(
      'its certificate has expired',
      'its certificate is of another host',
      'its certificate is self-signed',
      'its certificate is of an unknown issuer',
      'it drops TLS in the handshake',
    ),
  },
  {
    row: "the catcher's port is in use · the output folder cannot be written or is full",
    due: 'E 2 before any request · E 5, an older report stays whole',
    start: [
      ...inFile('preflight', "the catcher's port is in use: nothing was sent"),
      ...inFile('output', "the catcher's port is taken: exit 2 before any request"),
      'hostile/output: reports that cannot be written > the folder is a file: exit 5 before any request, and it says so',
      'hostile/output: reports that cannot be written > the disk is full: the older report stays whole',
    ],
    midRun: {
      none: 'the catcher listens before the first request; the folder is written after the last one',
    },
  },
];
