import type { DialectSettings, HttpOperatorSettings, TargetConfiguration } from '../configuration/types.js';
import type { Description } from '../description/types.js';
import { KEY } from '../dialect/places.js';
import { pointer } from '../json.js';
import type { ReferenceDialect, Template } from '../reference/dialect/dialect.js';
import type { ReferenceService } from '../reference/service.js';

/** What a checker must know to check a reference service. */
export interface ServiceSettings {
  target: Pick<TargetConfiguration['target'], 'baseUrl' | 'key' | 'secondKey' | 'freshKeys' | 'restricted'>;
  dialect: DialectSettings;
  operator: HttpOperatorSettings;
}

/** The settings that fit a running reference service; the same that `serve` prints as a configuration file. */
export function settingsFor(
  service: Pick<ReferenceService, 'baseUrl' | 'keys' | 'dialect' | 'operator'>,
  descriptions: readonly Description[],
): ServiceSettings {
  const { keys, dialect, operator } = service;
  return {
    target: {
      baseUrl: service.baseUrl,
      key: keys.main,
      secondKey: keys.second,
      freshKeys: keys.fresh,
      restricted: keys.restricted,
    },
    dialect: dialectSettings(dialect, descriptions),
    operator: operatorSettings(operator, descriptions),
  };
}

function dialectSettings(
  { error, event, address }: ReferenceDialect,
  descriptions: readonly Description[],
): DialectSettings {
  const operation = descriptions
    .flatMap(({ operations }) => Object.entries(operations))
    .find(([, { kind }]) => kind === 'address')?.[0];
  const body = (value: string): unknown =>
    address.path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const header = Object.entries(event.headers).find(([, value]) => value === '{event}')?.[0];
  const written = (place: ReturnType<typeof placeOf>, above = ''): string =>
    place === null ? '' : `${place.isKey ? KEY : ''}${above}${place.pointer}`;
  const wrapped = event.wrapped === null ? '' : pointer(event.wrapped);
  // Places in a list are relative to its elements.
  const above = event.envelope === null ? wrapped : '';
  const [namePlace, userPlace] = [placeOf(event.template, '{event}'), placeOf(event.template, '{user}')];
  return {
    error: {
      code: written(placeOf(error.template, '{code}')),
      message: placeOf(error.template, '{message}')?.pointer ?? '',
    },
    event: {
      name: namePlace ? written(namePlace, above) : `header:${header}`,
      user: written(userPlace, above),
      ...(event.envelope !== null && {
        list: `${wrapped}${placeOf(event.envelope, '{events}')?.pointer ?? ''}`,
      }),
      ...(event.wrapped !== null && { wrapped }),
      ...(namePlace?.prefix && { qualified: true }),
      ...(userPlace?.prefix && { userPrefix: userPlace.prefix }),
    },
    bodies: operation ? { [operation]: body('{webhook_url}') } : {},
    ...(operation && { clearWebhook: { operation, body: body('') } }),
  };
}

/**
 * Where a placeholder is in a template, and what precedes it there; a key is found through its object, a key of an event
 * by its name.
 */
function placeOf(
  template: Template,
  placeholder: string,
  path: (string | number)[] = [],
): { pointer: string; isKey: boolean; prefix?: string } | null {
  if (typeof template === 'string' && template.endsWith(placeholder)) {
    const prefix = template.slice(0, -placeholder.length);
    return { pointer: pointer(...path), isKey: false, ...(prefix !== '' && { prefix }) };
  }
  if (typeof template !== 'object' || template === null) return null;
  for (const [key, inner] of Object.entries(template)) {
    if (key === placeholder) return { pointer: pointer(...path), isKey: true };
    const found = placeOf(inner as Template, placeholder, [...path, key.startsWith('{') ? '*' : key]);
    if (found) return found;
  }
  return null;
}

function operatorSettings(
  { baseUrl, token }: ReferenceService['operator'],
  descriptions: readonly Description[],
): HttpOperatorSettings {
  const [first] = descriptions;
  if (!first) throw new Error('Settings need at least one description.');
  const { user, destination } = first.employee;
  const shows = new Set(descriptions.flatMap(({ employee }) => employee.shows));
  const who = { version: '{version}', key: '{key}', [user]: `{${user}}` };
  const post = (
    name: string,
    body: Record<string, string>,
  ): [string, HttpOperatorSettings['actions'][string]] => [
    name,
    { method: 'POST', path: `/${name}`, headers: {}, body },
  ];
  const causes = descriptions
    .flatMap(({ events }) => Object.values(events))
    .flatMap(({ cause }) => (cause.kind === 'operator' ? [cause] : []));
  const card = new Set(descriptions.flatMap(cardNames));
  return {
    kind: 'http',
    baseUrl,
    headers: { authorization: `Bearer ${token}` },
    actions: Object.fromEntries([
      ...causes.map(({ action, parameters }) =>
        post(action, {
          ...who,
          ...Object.fromEntries(Object.keys(parameters).map((name) => [name, `{${name}}`])),
        }),
      ),
      post('set_presence', {
        version: '{version}',
        key: '{key}',
        [destination]: `{${destination}}`,
        online: '{online}',
      }),
      post('advance_clock', { version: '{version}', key: '{key}', seconds: '{seconds}' }),
      post('clear_webhook', { version: '{version}', key: '{key}' }),
    ]),
    inbox: {
      method: 'GET',
      path: `/inbox?version={version}&key={key}&${user}={${user}}&${destination}={${destination}}`,
      headers: {},
      items: '/items',
      from: '/from',
      fromUser: 'user',
      shown: Object.fromEntries(
        [...shows].map((name) => [name, card.has(name) ? `/card/${name}` : `/${name}`]),
      ),
    },
  };
}

/** Names of what a selection says about the person, as opposed to a message. */
function cardNames({ operations, resources, employee }: Description): string[] {
  return Object.values(operations)
    .filter(({ kind }) => kind === 'select')
    .flatMap(({ request }) => Object.keys((request && resources[request]?.fields) || {}))
    .filter((name) => employee.shows.includes(name));
}
