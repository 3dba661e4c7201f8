import { CST, Lexer } from 'yaml';

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
export interface Excess {
  offset: number;
  message: string;
}

/**
 * Refuses text that would be slow to parse. Only the lexer runs here: it is linear and stops as soon as a bound is
 * passed, so the answer takes milliseconds whatever the text is.
 */
export function findExcess(text: string, bounds: Bounds): Excess | null {
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
