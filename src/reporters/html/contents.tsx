/** A section of the page that the contents lead to. */
export interface ContentsEntry {
  id: string;
  title: string;
  /** How many things it holds, where that says something. */
  number?: number;
}

/** Where the page's sections are. */
export function Contents({ entries }: { entries: readonly ContentsEntry[] }) {
  return (
    <nav aria-label="Contents">
      <ul>
        {entries.map(({ id, title, number }) => (
          <li key={id}>
            <a href={`#${id}`}>
              {title} {number !== undefined && <span class="soft">{number}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
