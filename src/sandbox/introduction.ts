import type { Example } from './examples.js';

/** What the first screen says. */
export interface Introduced {
  baseUrl: string;
  versions: readonly string[];
  keys: readonly (readonly [name: string, key: string])[];
  caFile: string | null;
  employees: { baseUrl: string; token: string };
  console: string | null;
  /** The same for other machines; empty: it listens to this one alone. */
  consoleElsewhere: readonly string[];
  dialect: string;
  faults: readonly string[];
  configuration: string | null;
  stateFile: string | null;
  examples: readonly Example[];
  check: string;
}

/** The first screen: where everything is, and a call of each operation to be pasted into a shell. */
export function introduction(told: Introduced): string {
  const rows: [string, string][] = [
    ...(told.console === null ? [] : [['console', told.console] as [string, string]]),
    ...told.consoleElsewhere.map((link): [string, string] => ['from elsewhere', link]),
    ['service', told.baseUrl],
    ['versions', told.versions.join(', ')],
    ...told.keys.map(([name, key]): [string, string] => [`key ${name}`, key]),
    ...(told.caFile === null ? [] : [['CA file', told.caFile] as [string, string]]),
    ['dialect', told.dialect],
    ...(told.faults.length === 0 ? [] : [['faults', told.faults.join(', ')] as [string, string]]),
    ['employees', told.employees.baseUrl],
    ['', `authorization: Bearer ${told.employees.token}`],
    ...(told.configuration === null ? [] : [['configuration', told.configuration] as [string, string]]),
    ...(told.stateFile === null ? [] : [['state', told.stateFile] as [string, string]]),
  ];
  return [
    ...rows.map(([name, value]) => `${name.padEnd(16)}${value}`),
    '',
    'Try it. Each of these works as it is; the first one says where your gateway listens.',
    '',
    ...told.examples.flatMap(({ version, operation, command }) => [`# ${version} ${operation}`, command]),
    '',
    `Check it:  ${told.check}`,
    'End it with Ctrl-C.',
    '',
  ].join('\n');
}
