import { open } from 'node:fs/promises';
import {
  type Alias,
  CST,
  type ErrorCode,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import { quoted } from '../terminal-text.js';
import { type Entry, type Located, type Position, type Problem, type Scalar, YamlError } from './located.js';

/**
 * Reads a YAML file within bounds (by default 256 KiB), with the place of every value.
 * @param label name of the file in messages
 * @throws YamlError with places; the file system's own errors as they are
 */
export async function readYaml(path: string, label = path, bounds: Bounds = BOUNDS): Promise<Located> {
  const bytes = await readAtMost(path, bounds.bytes + 1);
  const start = { file: label, line: 1, column: 1 };
  if (bytes.length > bounds.bytes) {
    throw new YamlError([
      { ...start, message: `the file is too large, expected at most ${bounds.bytes / 1024} KiB` },
    ]);
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new YamlError([{ ...start, message: 'the bytes are not text, expected UTF-8' }]);
  }
  return parseYaml(text, label, bounds);
}

async function readAtMost(path: string, limit: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(limit);
    let length = 0;
    while (length < limit) {
      const { bytesRead } = await file.read(buffer, length, limit - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return buffer.subarray(0, length);
  } finally {
    await file.close();
  }
}

/**
 * Parses YAML 1.2 text with the place of every value. Bounds are checked before the parser sees the text. Duplicate
 * keys, keys that are no plain text, unknown tags and aliases into themselves are refused.
 * @throws YamlError; no message repeats a value, because values may be secrets
 */
export function parseYaml(text: string, file: string, bounds: Bounds = BOUNDS): Located {
  const lines = new LineCounter();
  const excess = findExcess(text, bounds);
  if (excess) throw new YamlError([{ ...positionIn(text, excess.offset), file, message: excess.message }]);
  // The library compares every key with every other; `Reader` finds duplicates in one pass.
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
  // Only the first one: after one syntax error the parser stumbles over everything that follows.
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
  /** What each alias stood for when it was first met: a later anchor may have the same name. */
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
      const message = 'an alias is inside its own anchor, expected a value with an end';
      throw new YamlError([{ ...at, message }]);
    }
    this.#targets.set(alias, target);
    return this.read(target);
  }

  #entries(map: YAMLMap): Map<string, Entry> {
    const entries = new Map<string, Entry>();
    for (const { key, value } of map.items) {
      const at = this.at((key as Node | null)?.range?.[0] ?? map.range?.[0] ?? 0);
      if (!isScalar(key) || key.source === undefined || (key.source === '' && key.type === 'PLAIN')) {
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

/** Sentence for a syntax error. The library's own messages repeat parts of the file, which may be secrets. */
function syntaxMessage(code: ErrorCode): string {
  return MESSAGES[code] ?? 'this is not YAML, expected `key: value` lines, or lists with `- `';
}

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  ALIAS_PROPS: 'an alias carries an anchor or a tag, expected the alias alone',
  BAD_ALIAS:
    'this alias names no anchor, expected an anchor above it, or quotes around a text that begins with `*`',
  BAD_COLLECTION_TYPE: 'the tag does not fit this collection, expected none',
  BAD_DIRECTIVE: 'a line begins with `%`, expected no YAML directive',
  BAD_DQ_ESCAPE: 'an unknown escape in double quotes, expected `\\\\` for a backslash',
  BAD_INDENT:
    'bad indentation or unclosed bracket, expected the column of the lines beside it, or the bracket closed',
  BAD_PROP_ORDER: 'an anchor or a tag is in the wrong place, expected it before its value',
  BAD_SCALAR_START: 'a text cannot begin with this character, expected quotes around it',
  BLOCK_AS_IMPLICIT_KEY: 'a second `key:` on one line, expected quotes around a text that holds `: `',
  BLOCK_IN_FLOW: 'a list or map in lines is inside brackets, expected brackets here too',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters, expected a short one',
  MISSING_CHAR: 'a character is missing, expected a closing quote or bracket, a comma, or a space after `:`',
  MULTILINE_IMPLICIT_KEY: 'a key spans lines, expected `:` after the key on its own line',
  MULTIPLE_ANCHORS: 'a value has two anchors, expected one',
  MULTIPLE_DOCS: 'a second document begins here, expected one document in the file',
  MULTIPLE_TAGS: 'a value has two tags, expected one',
  TAB_AS_INDENT: 'a tab in the indentation, expected spaces',
  TAG_RESOLVE_FAILED: 'an unknown tag, expected none, or quotes around a text that begins with `!`',
};

/** What a YAML file may cost: its size in bytes, its depth, and the number of its tokens, aliases and values. */
export interface Bounds {
  bytes: number;
  depth: number;
  tokens: number;
  aliases: number;
  /** Together with what each alias stands for. */
  nodes: number;
}

/**
 * Far above any configuration, and half as much again as the largest description. What is just below them is parsed in
 * less than a tenth of a second by a process that has parsed nothing before.
 */
export const BOUNDS: Bounds = {
  bytes: 256 * 1024,
  depth: 48,
  tokens: 15_000,
  aliases: 100,
  nodes: 12_000,
};

/** Offset in the text, and what is wrong there. */
interface Excess {
  offset: number;
  message: string;
}

/**
 * Refuses text that would be slow to parse. Only the lexer runs here: it is linear and stops as soon as a bound is
 * passed, so the answer takes milliseconds whatever the text is.
 */
function findExcess(text: string, bounds: Bounds): Excess | null {
  const tab = /^ *\t[\t ]*[^\s]/m.exec(text);
  if (tab)
    return { offset: text.indexOf('\t', tab.index), message: 'a tab in the indentation, expected spaces' };
  const nesting = new Nesting();
  let offset = 0;
  let tokens = 0;
  let aliases = 0;
  let content = false;
  for (const token of new Lexer().lex(text)) {
    if (token === CST.DOCUMENT || token === CST.FLOW_END) continue;
    if (token === CST.SCALAR) {
      content = true;
      continue;
    }
    // What follows a scalar mark is content, whatever it looks like.
    const type = content ? 'scalar' : CST.tokenType(token);
    content = false;
    if (type === 'alias') aliases += 1;
    tokens += 1;
    const depth = nesting.after(token, type, offset);
    if (depth > bounds.depth)
      return { offset, message: `nested too deep, expected at most ${bounds.depth} levels` };
    if (aliases > bounds.aliases)
      return { offset, message: `too many aliases, expected at most ${bounds.aliases}` };
    if (tokens > bounds.tokens)
      return { offset, message: 'too many entries from here on, expected a smaller file' };
    offset += token.length;
  }
  return null;
}

type TokenType = ReturnType<typeof CST.tokenType>;

/** Counts open flow collections and steps of indentation. An estimate within a factor of two, never too low by more. */
class Nesting {
  #flow = 0;
  #indents: number[] = [];
  #lineStart = 0;
  #opens = true;

  after(token: string, type: TokenType, offset: number): number {
    const newline = token.lastIndexOf('\n');
    if (type === 'flow-map-start' || type === 'flow-seq-start') this.#flow += 1;
    else if (type === 'flow-map-end' || type === 'flow-seq-end') this.#flow -= 1;
    else if (
      type !== 'space' &&
      type !== 'comment' &&
      type !== 'newline' &&
      this.#opens &&
      this.#flow === 0
    ) {
      this.#indent(offset - this.#lineStart);
    }
    if (type !== 'space') this.#opens = newline >= 0 || isIndicator(type);
    if (newline >= 0) this.#lineStart = offset + newline + 1;
    return this.#flow + this.#indents.length;
  }

  #indent(column: number): void {
    while ((this.#indents.at(-1) ?? -1) > column) this.#indents.pop();
    if ((this.#indents.at(-1) ?? -1) < column) this.#indents.push(column);
  }
}

function isIndicator(type: TokenType): boolean {
  return type === 'seq-item-ind' || type === 'explicit-key-ind' || type === 'map-value-ind';
}
