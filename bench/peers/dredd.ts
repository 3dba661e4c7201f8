import type { Check } from '../checks.js';
import type { Peer } from './peer.js';

/** An API Blueprint with one resource a check; Dredd holds responses against status and schema, one after the other. */
export const dredd: Peer = {
  name: 'Dredd',
  package: 'dredd@14.1.0',
  bin: 'dredd',
  suite: (checks, address) => ({
    files: { 'bench.apib': `FORMAT: 1A\n\n# bench\n\n${checks.map(resource).join('\n')}` },
    argv: ['bench.apib', address, '--loglevel=error'],
  }),
};

function resource({ id, path, headers, body, status, schema }: Check, at: number): string {
  return [
    `## Check ${at} [${path}]`,
    '',
    `### Check ${at}: ${id} [POST]`,
    '',
    `+ Request (${headers['Content-Type'] ?? 'application/json'})`,
    ...(body === null ? [] : ['', block('Body', body)]),
    '',
    `+ Response ${status}`,
    '',
    block('Schema', JSON.stringify(schema)),
    '',
  ].join('\n');
}

function block(name: string, text: string): string {
  return `    + ${name}\n\n${text
    .split('\n')
    .map((line) => `            ${line}`)
    .join('\n')}`;
}
