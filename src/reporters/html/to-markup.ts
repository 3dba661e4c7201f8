import { type ComponentChildren, isValidElement } from 'preact';

/**
 * Markup of elements and of stateless components: all that a page needs that is written once. Texts and attributes are
 * escaped; nothing else that others said becomes markup.
 */
export function toMarkup(node: ComponentChildren): string {
  switch (typeof node) {
    case 'string':
      return escaped(node, IN_TEXT);
    case 'number':
    case 'bigint':
      return String(node);
    case 'object':
      break;
    default:
      return '';
  }
  if (Array.isArray(node)) {
    let all = '';
    for (const child of node) all += toMarkup(child);
    return all;
  }
  // Somebody else's object may look like an element.
  if (!isValidElement(node)) return '';
  const { type, props } = node;
  return typeof type === 'string'
    ? element(type, props as Props)
    : toMarkup((type as (props: unknown) => ComponentChildren)(props));
}

interface Props {
  children?: ComponentChildren;
  dangerouslySetInnerHTML?: { __html: string };
  [attribute: string]: unknown;
}

function element(name: string, props: Props): string {
  let start = `<${name}`;
  for (const attribute in props)
    if (attribute !== 'children' && attribute !== 'dangerouslySetInnerHTML')
      start += attributeText(attribute, props[attribute]);
  if (VOID.has(name)) return `${start}/>`;
  return `${start}>${props.dangerouslySetInnerHTML?.__html ?? toMarkup(props.children)}</${name}>`;
}

/** An attribute preceded by a blank; nothing if it has no value. */
export function attributeText(name: string, value: unknown): string {
  const written = typeof value === 'boolean' && TELLS_BOTH.test(name) ? String(value) : value;
  if (written === undefined || written === null || written === false) return '';
  return written === true || written === ''
    ? ` ${name}`
    : ` ${name}="${escaped(String(written), IN_ATTRIBUTE)}"`;
}

/** Attributes for which "false" is written as well; all others are then left out. */
const TELLS_BOTH = /^(?:aria-|data-|spellcheck$)/;

/** Elements that hold nothing. */
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input']);

const IN_TEXT = /[&<]/g;
const IN_ATTRIBUTE = /[&<"]/g;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

/** Text for markup. */
export function textMarkup(text: string): string {
  return escaped(text, IN_TEXT);
}

function escaped(text: string, characters: RegExp): string {
  if (!text.includes('&') && !text.includes('<') && !text.includes('"')) return text;
  return text.replace(characters, (character) => ESCAPES[character] as string);
}

/**
 * The parts of a page that are many and large. The page has a mark where each belongs, and they are rendered one by one
 * when it is written: for a large run, they take too much memory at once.
 */
export class DeferredParts {
  private readonly lists: (readonly (() => string)[])[] = [];

  /** For the element that the parts belong in; each returns escaped markup. */
  later(parts: readonly (() => string)[]): { dangerouslySetInnerHTML: { __html: string } } {
    // Only this file sets the mark: other people's text is escaped.
    return { dangerouslySetInnerHTML: { __html: `<!--later ${this.lists.push(parts) - 1}-->` } };
  }

  /** The page in parts; `finish` is applied to what is rendered now. */
  *fill(page: string, finish: (text: string) => string): Generator<string> {
    for (const [at, part] of page.split(/<!--later (\d+)-->/).entries()) {
      if (at % 2 === 0) yield part;
      else yield* inLumps(this.lists[Number(part)] ?? [], finish);
    }
  }
}

/** Many small parts as one text each. */
function* inLumps(parts: readonly (() => string)[], finish: (text: string) => string): Generator<string> {
  let lump = '';
  for (const part of parts) {
    lump += part();
    if (lump.length < LUMP) continue;
    yield finish(lump);
    lump = '';
  }
  if (lump !== '') yield finish(lump);
}

const LUMP = 64 * 1024;
