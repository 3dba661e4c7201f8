import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { specFolder } from './load.js';

interface SchemaNode {
  properties?: Record<string, SchemaNode>;
  required?: string[];
  additionalProperties?: unknown;
  type?: string | string[];
  [more: string]: unknown;
}

const schema = JSON.parse(readFileSync(join(specFolder(), 'schema', 'description.schema.json'), 'utf8')) as {
  definitions: Record<string, SchemaNode>;
};

/** Names of an interface's properties, `?` behind the optional ones. */
function properties(name: string): string[] {
  const { program } = parseSync('types.ts', readFileSync(new URL('./types.ts', import.meta.url), 'utf8'));
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'TSInterfaceDeclaration')
      continue;
    if (node.declaration.id.name !== name) continue;
    return node.declaration.body.body.flatMap((member) =>
      member.type === 'TSPropertySignature' && member.key.type === 'Identifier'
        ? [`${member.key.name}${member.optional ? '?' : ''}`]
        : [],
    );
  }
  throw new Error(`no interface ${name}`);
}

/** The loader puts empty maps where a description leaves these out. */
const DEFAULTED = ['statements?', 'gaps?'];

test.each([
  ['Description', 'complete'],
  ['HttpRules', 'http'],
  ['Resource', 'resource'],
  ['Field', 'field'],
  ['Operation', 'operation'],
  ['ErrorRow', 'errorRow'],
  ['Routing', 'routing'],
  ['Transition', 'transition'],
  ['Ordinals', 'ordinals'],
  ['EventRule', 'eventRule'],
  ['Scenario', 'scenario'],
  ['Samples', 'samples'],
  ['Statement', 'statement'],
  ['Gap', 'gap'],
])('the schema and the type %s have the same keys', (type, definition) => {
  const node = schema.definitions[definition];
  const keys = Object.keys(node?.properties ?? {}).map((key) =>
    node?.required?.includes(key) ? key : `${key}?`,
  );
  const expected = properties(type).map((key) => (DEFAULTED.includes(`${key}?`) ? `${key}?` : key));
  expect(keys.sort()).toEqual(expected.sort());
});

test.each(['description', 'configuration'])('every object of the %s schema is closed', (name) => {
  const whole: unknown = JSON.parse(
    readFileSync(join(specFolder(), 'schema', `${name}.schema.json`), 'utf8'),
  );
  const open: string[] = [];
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const { properties: props, additionalProperties } = node as SchemaNode;
    const conditional = /\/(if|then|else)$/.test(path);
    if (props && additionalProperties === undefined && !conditional) open.push(path);
    for (const [key, child] of Object.entries(node)) walk(child, `${path}/${key}`);
  };
  walk(whole, '');
  expect(open).toEqual([]);
});
