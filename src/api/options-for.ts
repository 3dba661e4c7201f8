import { writtenDown } from '../configuration/text.js';
import type { Description } from '../description/types.js';
import type { ReferenceService } from '../reference/service.js';
import { settingsFor } from '../run/bundled.js';
import type { CheckOptions } from './check-options.js';

/**
 * The options of `check` that fit a running reference service: address, certificate, keys, dialect and the employee's side.
 * @param descriptions those that the service was started with
 */
export function optionsFor(
  service: Pick<ReferenceService, 'baseUrl' | 'keys' | 'dialect' | 'operator' | 'caPem'>,
  descriptions: readonly Description[],
): CheckOptions {
  const { target, dialect, operator } = settingsFor(service, descriptions);
  const { baseUrl, key, secondKey, freshKeys, restricted } = target;
  return {
    baseUrl,
    key,
    secondKey,
    freshKeys,
    restricted,
    ca: service.caPem,
    ...writtenDown({ dialect, operator }),
  };
}
