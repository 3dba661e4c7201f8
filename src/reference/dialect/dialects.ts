import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { specFolder } from '../../description/load.js';
import { toPlain, YamlError } from '../../yaml/located.js';
import { readYaml } from '../../yaml/read-yaml.js';
import { schemaCheck } from '../../yaml/schema-check.js';
import { defaultDialect, type ReferenceDialect } from './dialect.js';

/** Names of the dialects that come with the description. */
export async function dialectNames(): Promise<string[]> {
  const files = await readdir(folder());
  return files.flatMap((file) => /^(.+)\.yaml$/.exec(file)?.[1] ?? []).sort();
}

/** Every dialect with a one-line summary, the service's own first. */
export async function describedDialects(): Promise<{ name: string; summary: string; tries: number }[]> {
  const { name, event } = defaultDialect;
  const others = (await dialectNames()).map(async (other) => {
    const { summary, event: own } = await readDialect(other);
    return { name: other, summary, tries: own?.tries ?? event.tries };
  });
  return [
    { name, summary: 'One object per error and per event, with an id', tries: event.tries },
    ...(await Promise.all(others)),
  ];
}

const checkSchema = schemaCheck('dialect.schema.json');

/**
 * The service's own dialect by its name, or a bundled one, completed by the former.
 * @throws YamlError with every mistake of the file, RangeError for a name that no file has
 */
export async function loadDialect(name: string): Promise<ReferenceDialect> {
  if (name === defaultDialect.name) return defaultDialect;
  const names = await dialectNames();
  if (!names.includes(name))
    throw new RangeError(
      `No dialect is called "${name}"; there are ${[defaultDialect.name, ...names].join(', ')}.`,
    );
  return complete(await readDialect(name));
}

async function readDialect(name: string): Promise<Partial<ReferenceDialect> & { summary: string }> {
  const root = await readYaml(join(folder(), `${name}.yaml`), `${name}.yaml`);
  const problems = await checkSchema(root);
  if (problems.length > 0) throw new YamlError(problems);
  return toPlain(root) as Partial<ReferenceDialect> & { summary: string };
}

/** Section by section: a template replaces the other one as a whole. */
function complete(given: Partial<ReferenceDialect>): ReferenceDialect {
  const { name, error, event, address, request, response, routing, destinations, texts, accounts, cards } =
    defaultDialect;
  return {
    name: given.name ?? name,
    error: { ...error, ...given.error },
    event: { ...event, ...given.event },
    address: { ...address, ...given.address },
    request: { ...request, ...given.request },
    response: { ...response, ...given.response },
    routing: { ...routing, ...given.routing },
    destinations: { ...destinations, ...given.destinations },
    texts: { ...texts, ...given.texts },
    accounts: { ...accounts, ...given.accounts },
    cards: { ...cards, ...given.cards },
  };
}

function folder(): string {
  return join(specFolder(), 'dialects');
}
