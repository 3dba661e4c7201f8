/**
 * The parts of a page that are many and large. Where they belong the page has a mark, and they are rendered one by one
 * when it is written: of a large run they take too much memory at once.
 */
export class DeferredParts {
  private readonly lists: (readonly (() => string)[])[] = [];

  /** For the element that the parts belong in; each gives escaped markup. */
  later(parts: readonly (() => string)[]): { dangerouslySetInnerHTML: { __html: string } } {
    // Nobody else can set the mark: what others said is escaped.
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
