import { stringify } from 'yaml';
import type { DialectSettings, HttpOperatorSettings, TargetSettings } from './types.js';

/** The settings of a deployment as a configuration file; read again, they are the same. */
export function configurationText(
  {
    target,
    dialect,
    operator,
  }: {
    target: Pick<TargetSettings, 'baseUrl' | 'key' | 'secondKey' | 'freshKeys' | 'restricted'>;
    dialect: DialectSettings;
    operator: HttpOperatorSettings;
  },
  caFile: string | null,
): string {
  const { bodies, ...places } = dialect;
  const { inbox } = operator;
  return stringify({
    target: { ...target, ...(caFile && { caFile }) },
    dialect: {
      ...places,
      ...Object.fromEntries(Object.entries(bodies).map(([operation, body]) => [operation, { body }])),
    },
    operator: {
      http: {
        baseUrl: operator.baseUrl,
        headers: operator.headers,
        actions: { ...operator.actions, ...(inbox && { inbox: inboxText(inbox) }) },
      },
    },
  });
}

function inboxText({ shown, ...inbox }: NonNullable<HttpOperatorSettings['inbox']>): Record<string, unknown> {
  return { ...inbox, ...shown };
}
