/** What makes the users of a run its own, and the variables of a shell script that make them fresh ones of the same shape. */
export interface FreshUsers {
  /** By what stands in the ids: the shell's expression in its place. */
  variables: ReadonlyMap<string, string>;
  /** Lines that set the variables. */
  lines: string[];
  /** An id with the names of the variables in it, for people. */
  named(user: string): string;
}

/**
 * Of these users, those of a run, only what tells the run from others is made anew: length, blanks and letter case of an
 * id, and in what two of them differ, may be what a case is about.
 */
export function freshUsers(users: readonly string[]): FreshUsers {
  const variables = new Map<string, string>();
  const lines: string[] = [];
  const add = (text: string, name: string, line: string): void => {
    if (variables.has(text)) return;
    variables.set(text, `"$${name}"`);
    lines.push(line);
  };
  for (const [nth, run] of [...new Set(found(users, HEX).map((text) => text.toLowerCase()))].entries()) {
    const name = `RUN${nth === 0 ? '' : nth}`;
    const capitals = run.toUpperCase();
    add(run, name, `${name}=$(od -An -N5 -tx1 /dev/urandom | tr -d ' \\n')`);
    if (users.some((user) => user.includes(capitals)))
      add(capitals, `${name}_CAPITALS`, `${name}_CAPITALS=$(printf %s "$${name}" | tr a-f A-F)`);
  }
  for (const [nth, digits] of [...new Set(found(users, DIGITS))].entries()) {
    const name = `RUN_DIGITS${nth === 0 ? '' : nth}`;
    add(digits, name, `${name}=$(printf '9%013d' "$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')")`);
  }
  return {
    variables,
    lines,
    named: (user) =>
      [...variables].reduce((text, [own, name]) => text.replaceAll(own, name.replaceAll('"', '')), user),
  };
}

/** As a run makes the ids of its users: ten hexadecimal digits, or fourteen decimal ones before the number of the case. */
const HEX = /(?<=u-)[0-9a-f]{10}(?=-)/gi;
const DIGITS = /9\d{13}(?=\d{5})/g;

function found(users: readonly string[], what: RegExp): string[] {
  return users.flatMap((user) => user.match(what) ?? []);
}
