import type { Finding } from '../finding.js';

/** A law without evidence is not passed. */
export const NOTHING_CAME: Finding = {
  verdict: 'skipped',
  code: 'not-exercised',
  text: 'Nothing came in this run that the law is about, so there is nothing to judge.',
};
