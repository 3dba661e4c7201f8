/** A row of the list of hostile and broken targets, and the tests that play it: parts of `file: group > name`. */
export interface HostileRow {
  row: string;
  /** F: fail, I: inconclusive, P: pass, E: the run ends with this exit code. */
  due: string;
  /** From the beginning, on every attempt. */
  start: readonly string[];
  /** After a good beginning; or why there is no such play. */
  midRun: readonly string[] | { none: string };
}

/** For tests: names of a file's own tests. */
export function inFile(file: string, ...names: string[]): string[] {
  return names.map((name) => `hostile/${file} > ${name}`);
}

/** For tests: names of targets that turn in mid-run for good. */
export function turns(...names: string[]): string[] {
  return names.map((name) => `hostile/mid-run: a target that turns in mid-run for good > ${name}`);
}

const BY_REQUEST = 'hostile/mid-run: a target that turns in mid-run, another row with each request';

/** Each of these plays all rows of its kind in one run, another with each request. */
export const RESPONSES = [`${BY_REQUEST} > responses, over http`, `${BY_REQUEST} > responses, over https`];
export const CONTENTS = [`${BY_REQUEST} > contents`];
export const EVENTS = inFile('mid-run', 'a target that turns in mid-run: events, another row with each user');
