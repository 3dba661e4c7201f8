import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { BOUNDS, type Bounds, findExcess } from './bounds.js';
import type { Entry, Located, Position, Scalar } from './located.js';
import { type Problem, quoted, YamlError } from './problem.js';
import { syntaxMessage } from './syntax-messages.js';

/**
 * Parses YAML 1.2 text with the place of every value. Bounds are checked before the parser sees the text.
 * Duplicate keys, keys that are no plain text, unknown tags and aliases into themselves are refused.
 * @throws YamlError; no message repeats a value, for values may be secrets
 */
export function parseYaml(text: string, file: string, bounds: Bounds = BOUNDS): Located {
  const lines = new LineCounter();
  const excess = findExcess(text, bounds);
  if (excess) throw new YamlError([{ ...positionIn(text, excess.offset), file, message: excess.message }]);
  // The library compares each key with each other one; `Reader` finds duplicates in one pass.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    logLevel: 'error',
  });
  const at = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  // The first one alone: a slip in the syntax makes the parser stumble over all that follows.
  const fault = document.errors[0] ?? document.warnings[0];
  if (fault) throw new YamlError([{ ...at(fault.pos[0]), message: syntaxMessage(fault.code) }]);
  const reader = new Reader(at, bounds.nodes);
  const root = reader.read(document.contents);
  if (reader.problems.length > 0) throw new YamlError(reader.problems);
  return root;
}

class Reader {
  readonly problems: Problem[] = [];
  #nodes = 0;
  readonly #open = new Set<Node>();
  readonly #anchors = new Map<string, Node>();
  /** What each alias stood for when it was first met: a later anchor may take the same name. */
  readonly #targets = new Map<Node, Node>();

  constructor(
    readonly at: (offset: number) => Position,
    readonly maxNodes: number,
  ) {}

  read(node: Node | ParsedNode | null): Located {
    const at = this.at(node?.range?.[0] ?? 0);
    if (node === null) return { kind: 'scalar', at, value: null, source: '' };
    this.#nodes += 1;
    if (this.#nodes > this.maxNodes) {
      throw new YamlError([{ ...at, message: `too many values, expected at most ${this.maxNodes}` }]);
    }
    if (isAlias(node)) return this.#alias(node, at);
    if (node.anchor !== undefined) this.#anchors.set(node.anchor, node);
    if (isScalar(node))
      return { kind: 'scalar', at, value: plainScalar(node.value), source: node.source ?? '' };
    this.#open.add(node);
    const located = this.#collection(node, at);
    this.#open.delete(node);
    return located;
  }

  #collection(node: Node, at: Position): Located {
    if (isMap(node)) return { kind: 'map', at, entries: this.#entries(node) };
    const items = isSeq(node) ? node.items : [];
    return { kind: 'list', at, items: items.map((item) => this.read(item as Node | null)) };
  }

  #alias(alias: Alias, at: Position): Located {
    const target = this.#targets.get(alias) ?? this.#anchors.get(alias.source);
    if (!target) throw new YamlError([{ ...at, message: syntaxMessage('BAD_ALIAS') }]);
    if (this.#open.has(target)) {
      const message = 'an alias stands inside its own anchor, expected a value with an end';
      throw new YamlError([{ ...at, message }]);
    }
    this.#targets.set(alias, target);
    return this.read(target);
  }

  #entries(map: YAMLMap): Map<string, Entry> {
    const entries = new Map<string, Entry>();
    for (const { key, value } of map.items) {
      const at = this.at((key as Node | null)?.range?.[0] ?? map.range?.[0] ?? 0);
      if (!isScalar(key) || key.source === undefined || key.source === '') {
        this.problems.push({
          ...at,
          message: 'this key is not plain text, expected a word or a quoted string',
        });
        continue;
      }
      // The text as written: `1.0` stays "1.0", where its number would be 1.
      const name = typeof key.value === 'string' ? key.value : key.source;
      const earlier = entries.get(name);
      if (earlier) {
        const message = `duplicate key ${quoted(name)}, expected it once (first on line ${earlier.at.line})`;
        this.problems.push({ ...at, message });
        continue;
      }
      entries.set(name, {
        at,
        node: value === null ? { kind: 'scalar', at, value: null, source: '' } : this.read(value as Node),
      });
    }
    return entries;
  }
}

function plainScalar(value: unknown): Scalar {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return String(value);
}

function positionIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
