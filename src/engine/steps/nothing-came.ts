import type { Finding } from '../finding.js';

/** A law without evidence is not passed. */
export const NOTHING_CAME: Finding = {
  verdict: 'skipped',
  code: 'not-exercised',
  text: 'Nothing in this run is subject to this law, so there is nothing to judge.',
};
