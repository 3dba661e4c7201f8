import type { Description } from '../../description/types.js';
import type { CaseDraft } from '../types.js';
import { send } from '../vocabulary.js';

/** Only HTTPS is served (sections 1 and 4). */
export function transport(description: Description): CaseDraft[] {
  return Object.entries(description.operations)
    .filter(([, { response }]) => response !== 'undocumented')
    .flatMap(([operation]) =>
      (['own-port', 'port-80'] as const).map((plain) => ({
        group: 'transport' as const,
        name: `plain-http-${plain}`,
        operation,
        title: `${operation} over plain HTTP on ${plain === 'own-port' ? "the target's own port" : 'port 80'} does not succeed`,
        needs: [{ kind: 'https' as const }],
        steps: [send(description, operation, { kind: 'no-success' }, { plain })],
      })),
    );
}
