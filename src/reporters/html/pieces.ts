import type { JSX } from 'preact';
import { toMarkup } from './to-markup.js';

/**
 * The parts of a page that are many and large. Where they belong the page has a mark, and they are rendered one by one
 * when it is written: of a large run they take too much memory at once.
 */
export class Pieces {
  private readonly lists: (readonly JSX.Element[])[] = [];

  /** For the element that the children belong in. */
  later(children: readonly JSX.Element[]): { dangerouslySetInnerHTML: { __html: string } } {
    // Nobody else can set the mark: Preact escapes what others said.
    return { dangerouslySetInnerHTML: { __html: `<!--later ${this.lists.push(children) - 1}-->` } };
  }

  /** The page in parts; `finish` is applied to what is rendered now. */
  *fill(page: string, finish: (text: string) => string): Generator<string> {
    for (const [at, part] of page.split(/<!--later (\d+)-->/).entries()) {
      if (at % 2 === 0) yield part;
      else for (const child of this.lists[Number(part)] ?? []) yield finish(toMarkup(child));
    }
  }
}
