import { CONNECTION_ROWS } from './connections.js';
import { CONTENT_ROWS } from './contents.js';
import { MACHINE_ROWS } from './machine.js';
import { RESPONSE_ROWS } from './responses.js';
import type { HostileRow } from './row.js';
import { RUN_ROWS } from './runs.js';

/** The whole list of hostile and broken targets. */
export const HOSTILE_ROWS: readonly HostileRow[] = [
  ...CONNECTION_ROWS,
  ...RESPONSE_ROWS,
  ...CONTENT_ROWS,
  ...RUN_ROWS,
  ...MACHINE_ROWS,
];
