import { generate } from 'selfsigned';

/** PEM texts of an authority that signs certificates. */
export interface Authority {
  key: string;
  cert: string;
}

/** A new authority, good for so many days. */
export async function makeAuthority(validDays: number): Promise<Authority> {
  const { private: key, cert } = await generate(
    [{ name: 'commonName', value: 'Messaging reference service CA' }],
    {
      ...period(validDays),
      extensions: [
        { name: 'basicConstraints', cA: true, critical: true },
        { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
      ],
    },
  );
  return { key, cert };
}

/** How long a certificate is good, and how its key is made. */
export function period(validDays: number) {
  return {
    // A day back: machines whose clocks differ a little must accept it.
    notBeforeDate: days(-1),
    notAfterDate: days(validDays),
    keyType: 'ec',
    algorithm: 'sha256',
  } as const;
}

function days(count: number): Date {
  return new Date(Date.now() + count * 86_400_000);
}
