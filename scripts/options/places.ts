import { describeOption, OPTION_ROWS, variablesOf } from '../../src/configuration/option-table.js';

interface Schema {
  definitions: Record<string, { properties: Record<string, unknown> }>;
  [more: string]: unknown;
}

/**
 * The schema of the configuration file with the place of each option as the table of options has it. What is no option of
 * its own, such as a driver, stays as it stands.
 */
export function withOptionPlaces(schema: Schema): Schema {
  const made = structuredClone(schema);
  for (const { path, text, value, default: usual } of OPTION_ROWS) {
    const [section = '', name = ''] = path?.split('.') ?? [];
    const properties = made.definitions[section]?.properties;
    if (path !== undefined && !properties) throw new Error(`The schema has no section for ${path}.`);
    if (properties)
      properties[name] = { title: text, ...(usual !== undefined && { default: usual }), ...value.schema };
  }
  return made;
}

/** The document with one line for each option in its table. Throws where it has no such table. */
export function withOptionTable(document: string): string {
  const lines = document.split('\n');
  const from = lines.findIndex((line) => line.startsWith(HEAD)) + 2;
  const rows = lines.slice(from).findIndex((line) => !line.startsWith('|'));
  if (from < 2 || rows < 0) throw new Error('The document has no table of options.');
  return [...lines.slice(0, from), ...OPTION_ROWS.map(tableRow), ...lines.slice(from + rows)].join('\n');
}

const HEAD = '| Flag | Variable | File |';

function tableRow(row: (typeof OPTION_ROWS)[number]): string {
  const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);
  const variables = variablesOf(row).map(code).join(' ');
  return `| ${code(row.flags)} | ${variables} | ${code(row.path)} | ${describeOption(row)} |`;
}
