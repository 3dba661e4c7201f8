import { firstFew } from '../phrases.js';
import { printable } from '../terminal-text.js';

/** A YAML value that remembers where it was written. Trees are merged and checked as they are, then turned plain. */
export type Located =
  | { kind: 'map'; at: Position; entries: Map<string, Entry> }
  | { kind: 'list'; at: Position; items: Located[] }
  | { kind: 'scalar'; at: Position; value: Scalar; source: string };

export type Scalar = string | number | boolean | null;

export interface Entry {
  /** Where the key stands. */
  at: Position;
  node: Located;
}

/** Line and column count from 1. */
export interface Position {
  file: string;
  line: number;
  column: number;
}

/** Steps from the root: keys of maps, indexes of lists. */
export type Path = readonly string[];

/** Plain data of a tree. Objects never get a prototype named in the file. */
export function toPlain(node: Located): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(toPlain);
  // Not by assignment: `__proto__` must become a key like any other.
  return Object.fromEntries([...node.entries].map(([key, entry]) => [key, toPlain(entry.node)]));
}

/** Node at a path; undefined where the path leads nowhere. */
export function nodeAt(root: Located, path: Path): Located | undefined {
  let node: Located | undefined = root;
  for (const step of path) node = child(node, step)?.node;
  return node;
}

/** Place of the value at a path, or of the deepest part of the path that exists. */
export function valuePosition(root: Located, path: Path): Position {
  return walk(root, path).value;
}

/** Place of the key at a path (of the element, in a list), or of the deepest part of the path that exists. */
export function keyPosition(root: Located, path: Path): Position {
  return walk(root, path).key;
}

function walk(root: Located, path: Path): { key: Position; value: Position } {
  let found = { key: root.at, value: root.at };
  let node = root;
  for (const step of path) {
    const next = child(node, step);
    if (next === undefined) break;
    node = next.node;
    found = { key: next.at, value: node.at };
  }
  return found;
}

function child(node: Located | undefined, step: string): Entry | undefined {
  if (node?.kind === 'map') return node.entries.get(step);
  if (node?.kind !== 'list') return undefined;
  const item = node.items[Number(step)];
  return item && { at: item.at, node: item };
}

/** A mistake in a file, at its place. */
export interface Problem extends Position {
  /** What is wrong, and what would be right. */
  message: string;
}

/** The file could not be read as YAML within the bounds. */
export class YamlError extends Error {
  override name = 'YamlError';
  constructor(readonly problems: Problem[]) {
    super(printProblems(problems));
  }
}

const SHOWN = 20;

/** One line per problem, `file:line:column: message`; the first 20, then how many more there are. */
export function printProblems(problems: readonly Problem[]): string {
  const lines = problems.map((p) => `${printable(p.file)}:${p.line}:${p.column}: ${p.message}`);
  return firstFew(lines, SHOWN).join('\n');
}
