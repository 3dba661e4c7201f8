import { readFile } from 'node:fs/promises';
import type { Configuration } from '../configuration/types.js';
import type { Operator, Ports } from '../engine/ports.js';
import { patient } from '../http/patience.js';
import { createTransport } from '../http/transport.js';
import { type Catcher, CatcherError, startCatcher } from '../webhook/catcher.js';
import { systemClock } from './clock.js';
import { Stop } from './stop.js';

export interface OpenPorts {
  ports: Ports;
  catcher: Catcher;
  close(): Promise<void>;
}

/** Opens what a run needs of the world: the catcher first, for without it nothing may be sent. Throws a Stop. */
export async function openPorts({
  configuration,
  operator,
  ca,
}: {
  configuration: Configuration;
  operator: Operator;
  ca: string | null;
}): Promise<OpenPorts> {
  const { target, run } = configuration;
  const trusted = ca ?? (target.caFile === null ? null : await readCa(target.caFile));
  const catcher = await openCatcher(configuration);
  const transport = createTransport({
    maxConcurrency: run.concurrency,
    insecure: target.insecure,
    ...(trusted !== null && { ca: trusted }),
    ...(run.rate !== null && { rate: run.rate }),
  });
  return {
    ports: { transport: patient(transport), mailbox: catcher, operator, clock: systemClock },
    catcher,
    close: async () => {
      await Promise.all([transport.close(), catcher.close()]);
    },
  };
}

async function openCatcher({ webhook }: Configuration): Promise<Catcher> {
  try {
    return await startCatcher({
      ...webhook.listen,
      ...(webhook.publicUrl !== null && { publicUrl: webhook.publicUrl }),
    });
  } catch (error) {
    if (error instanceof CatcherError)
      throw new Stop(2, error.code, error.message, 'Port 0 takes any free one: --listen 127.0.0.1:0.');
    throw error;
  }
}

async function readCa(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch {
    throw new Stop(
      2,
      'ca-file',
      `The file of certificates ${file} cannot be read.`,
      '--ca-file takes a file of certificates in PEM form.',
    );
  }
}
