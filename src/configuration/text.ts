import { isMap, parseDocument, stringify } from 'yaml';
import type { DialectSettings, HttpOperatorSettings, TargetSettings } from './types.js';

/** Settings of a deployment, as a configuration file and as a program gives them. */
interface Deployment {
  target: Pick<TargetSettings, 'baseUrl' | 'key' | 'secondKey' | 'freshKeys' | 'restricted'>;
  dialect: DialectSettings;
  operator: HttpOperatorSettings;
}

/** The settings of a deployment as a configuration file; read again, they are the same. */
export function configurationText({ target, dialect, operator }: Deployment, caFile: string | null): string {
  const { baseUrl, key, secondKey, freshKeys, restricted } = target;
  return stringify({
    target: { baseUrl, key, secondKey, freshKeys, restricted, ...(caFile && { caFile }) },
    ...writtenDown({ dialect, operator }),
  });
}

/** Dialect and driver in the shape of the configuration file. */
export function writtenDown({ dialect, operator }: Pick<Deployment, 'dialect' | 'operator'>): {
  dialect: Record<string, unknown>;
  operator: { http: Record<string, unknown> };
} {
  const { inbox } = operator;
  return {
    dialect: dialectText(dialect),
    operator: {
      http: {
        baseUrl: operator.baseUrl,
        headers: operator.headers,
        actions: { ...operator.actions, ...(inbox && { inbox: inboxText(inbox) }) },
      },
    },
  };
}

/**
 * A target and what was discovered about it as a configuration file; what was not found is left out. The key is named
 * as a variable. Strings may come from the target, so none of them is read as a variable.
 * @param before text of the file with which the target was asked: all else in it stays, comments as well
 */
export function discoveredText(
  { baseUrl, versions, caFile, insecure }: TargetSettings,
  { error, event, bodies, clearWebhook }: Dialect,
  before = '',
): string {
  const document = parseDocument(before);
  const found = {
    target: { baseUrl, versions, ...(caFile && { caFile }), ...(insecure && { insecure }) },
    dialect: literal(
      dialectText({
        ...(error && { error }),
        ...(event && { event }),
        ...(clearWebhook && { clearWebhook }),
        bodies,
      }),
    ) as Record<string, unknown>,
  };
  for (const [section, settings] of Object.entries(found)) {
    if (!isMap(document.get(section))) document.set(section, document.createNode({}));
    for (const [name, value] of Object.entries(settings))
      document.setIn([section, name], document.createNode(value));
  }
  if (!document.hasIn(['target', 'key'])) document.setIn(['target', 'key'], '${CONFORM_KEY}');
  return document.toString();
}

/** What `DialectSettings` and a run's dialect have in common, so that this folder needs no other. */
type Dialect = { [Part in keyof DialectSettings]-?: Exclude<DialectSettings[Part], undefined> | null } & {
  bodies: DialectSettings['bodies'];
};

function dialectText({ bodies, error, ...places }: DialectSettings): Record<string, unknown> {
  const { others = [], ...usual } = error ?? {};
  return {
    ...(error && { error: others.length > 0 ? [usual, ...others] : usual }),
    ...places,
    ...Object.fromEntries(Object.entries(bodies).map(([operation, body]) => [operation, { body }])),
  };
}

function literal(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${');
  if (Array.isArray(value)) return value.map(literal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, literal(member)]));
}

function inboxText({ shown, ...inbox }: NonNullable<HttpOperatorSettings['inbox']>): Record<string, unknown> {
  return { ...inbox, ...shown };
}
