import type { Entry, Located, Position } from '../yaml/located.js';

/** A variable that the file asks for and the environment lacks. */
export interface MissingVariable {
  path: string[];
  at: Position;
  /** What is wrong and what would be right; never a value. */
  message: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Replaces `${VAR}` in every string of the tree; `$${` stands for a plain `${`. Names of variables are added to `used`,
 * those that are not set to `missing`.
 */
export function expandVariables(
  root: Located,
  env: Environment,
  missing: MissingVariable[],
  used: Set<string>,
): Located {
  let room = MOST_CHARACTERS;
  const expand = (node: Located, path: string[]): Located => {
    if (node.kind === 'list')
      return { ...node, items: node.items.map((item, i) => expand(item, [...path, String(i)])) };
    if (node.kind === 'map') {
      const entries = new Map<string, Entry>();
      for (const [key, entry] of node.entries) {
        entries.set(key, { at: entry.at, node: expand(entry.node, [...path, key]) });
      }
      return { ...node, entries };
    }
    if (typeof node.value !== 'string' || !node.value.includes('${')) return node;
    const lack = (message: string): string => {
      missing.push({ path, at: node.at, message });
      return '';
    };
    const value = replace(node.value, env, { lack, used, room });
    room -= value.length;
    return { ...node, value };
  };
  return expand(root, []);
}

/** Far above any configuration: a long value that stands in many places must not fill the memory. */
const MOST_CHARACTERS = 4 * 1024 * 1024;

interface Replacing {
  /** Tells what is wrong; nothing stands in its place. */
  lack: (message: string) => string;
  used: Set<string>;
  /** Characters that values may still take. */
  room: number;
}

function replace(text: string, env: Environment, { lack, used, room }: Replacing): string {
  let left = room;
  return text.replace(/\$\$\{|\$\{([^}]*)\}?/g, (match, name: string | undefined) => {
    if (match === '$${') return '${';
    if (name === undefined || !match.endsWith('}') || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      return lack(
        `a variable is not closed or has no plain name, expected \${NAME}, or $\${ for the characters themselves`,
      );
    }
    used.add(name);
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined) return lack(`environment variable ${name} is not set, expected a value for it`);
    left -= value.length;
    if (left >= 0) return value;
    return left + value.length < 0
      ? ''
      : lack(`the values of the variables are longer than 4 MiB together, expected shorter ones`);
  });
}
