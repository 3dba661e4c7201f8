import type { ComponentChildren } from 'preact';
import { Scroll } from '../../reporters/html/scroll.js';

/** A table of one chapter, folded away until it is wanted. */
export function Chapter({
  title,
  note,
  head,
  children,
}: {
  title: string;
  note: string;
  head: readonly string[];
  children: ComponentChildren;
}) {
  return (
    <details class="chapter">
      <summary>
        <h3>{title}</h3> <span class="soft">{note}</span>
      </summary>
      <Scroll label={title}>
        <table class="compared">
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </Scroll>
    </details>
  );
}
