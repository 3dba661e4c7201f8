import type { Description } from '../description/types.js';
import type { Ports } from '../engine/ports.js';
import { startReference } from '../reference/service.js';

/** A plain service with the keys of the seed, and the transport of a run that reaches it as port 80 of any host. */
export async function openPort80(
  descriptions: Description[],
  seed: number,
): Promise<{ around: (ports: Ports) => Ports; close: () => Promise<void> }> {
  const service = await startReference({ descriptions, seed, tls: false });
  return {
    around: (ports) => ({
      ...ports,
      transport: {
        ...ports.transport,
        send: (request) =>
          ports.transport.send({
            ...request,
            url: request.url.replace(/^http:\/\/[^/:]+:80(?=\/)/, () => service.baseUrl),
          }),
      },
    }),
    close: () => service.close(),
  };
}
