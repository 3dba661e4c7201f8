import { generate } from 'selfsigned';

export interface TestCertificate {
  key: string;
  cert: string;
}

export interface TestCertificates {
  /** The authority that a client is told to trust. */
  ca: string;
  good: TestCertificate;
  expired: TestCertificate;
  notYetValid: TestCertificate;
  wrongHost: TestCertificate;
  /** Its name is a command of a CI runner. */
  commanding: TestCertificate;
  selfSigned: TestCertificate;
  selfSignedExpired: TestCertificate;
  /** Issued by an authority that nobody was told of. */
  unknownIssuer: TestCertificate;
}

const DAY = 24 * 3600 * 1000;

/** Makes certificates for 127.0.0.1 and localhost, one for each way to be wrong. */
export async function makeCertificates(): Promise<TestCertificates> {
  const now = Date.now();
  const past = { notBeforeDate: new Date(now - 9 * DAY), notAfterDate: new Date(now - DAY) };
  const future = { notBeforeDate: new Date(now + DAY), notAfterDate: new Date(now + 9 * DAY) };
  const trusted = await authority('Test authority');
  const unknown = await authority('Another authority');
  return {
    ca: trusted.cert,
    good: await leaf({ ca: trusted }),
    expired: await leaf({ ca: trusted, ...past }),
    notYetValid: await leaf({ ca: trusted, ...future }),
    wrongHost: await leaf({ ca: trusted }, [{ type: 2, value: 'elsewhere.example' }]),
    commanding: await leaf({ ca: trusted }, [{ type: 2, value: '##[error]owned.example' }]),
    selfSigned: await leaf({}),
    selfSignedExpired: await leaf(past),
    unknownIssuer: await leaf({ ca: unknown }),
  };
}

const LOOPBACK = [
  { type: 2 as const, value: 'localhost' },
  { type: 7 as const, ip: '127.0.0.1' },
];

type Options = NonNullable<Parameters<typeof generate>[1]>;

async function leaf(options: Options, altNames: { type: 2 | 7; value?: string; ip?: string }[] = LOOPBACK) {
  const made = await generate([{ name: 'commonName', value: 'Test server' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames }],
    ...options,
  });
  return { key: made.private, cert: made.cert };
}

async function authority(name: string): Promise<TestCertificate> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}
