import { generate } from 'selfsigned';

/** PEM texts of a server certificate and the authority that signed it. */
export interface Certificate {
  key: string;
  cert: string;
  caPem: string;
}

let made: Promise<Certificate> | undefined;

/** A leaf for localhost, 127.0.0.1 and ::1 under an authority of its own, made once a process. */
export function certificate(): Promise<Certificate> {
  made ??= make();
  return made;
}

async function make(): Promise<Certificate> {
  // A day back: machines whose clocks differ a little must accept it.
  const period = {
    notBeforeDate: days(-1),
    notAfterDate: days(365),
    keyType: 'ec',
    algorithm: 'sha256',
  } as const;
  const authority = await generate([{ name: 'commonName', value: 'Messaging reference service CA' }], {
    ...period,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const leaf = await generate([{ name: 'commonName', value: 'localhost' }], {
    ...period,
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
        ],
      },
    ],
  });
  return { key: leaf.private, cert: leaf.cert, caPem: authority.cert };
}

function days(count: number): Date {
  return new Date(Date.now() + count * 86_400_000);
}
