import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Pixels; the style sheet has the same. On a phone a row has two lines. */
function heightOfRow(): number {
  return isNarrow() ? 54 : 34;
}
const BEYOND = 8;

/**
 * A list of which only the visible part is in the page. It stays at its end while it is there; otherwise the visible
 * rows stay where they are, whatever is added after them or dropped before them.
 */
export function VirtualList<T extends { id: number }>({
  items,
  forgotten,
  label,
  selected,
  onSelect,
  onLeave,
  render,
}: {
  items: readonly T[];
  /** How many were dropped at the beginning so far. */
  forgotten: number;
  label: string;
  selected: number | null;
  onSelect: (id: number) => void;
  /** Called on the Escape key. */
  onLeave: () => void;
  render: (item: T) => ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const before = useRef(forgotten);
  const [view, setView] = useState({ top: 0, height: 600 });
  const rowHeight = heightOfRow();

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const lost = forgotten - before.current;
    before.current = forgotten;
    if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    else if (lost > 0) element.scrollTop = Math.max(0, element.scrollTop - lost * heightOfRow());
    const next = { top: element.scrollTop, height: element.clientHeight };
    setView((now) => (now.top === next.top && now.height === next.height ? now : next));
  }, [items, forgotten]);

  // A list that was hidden, or whose height has changed, must measure again what is visible.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) element.scrollTop = element.scrollHeight;
      setView({ top: element.scrollTop, height: element.clientHeight });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const scrolled = (): void => {
    const element = box.current;
    if (!element) return;
    isAtEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight;
    setView({ top: element.scrollTop, height: element.clientHeight });
  };

  const move = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onLeave();
    const next = rowFor(event.key, {
      known: items.findIndex(({ id }) => id === selected),
      count: items.length,
      perPage: Math.max(1, Math.floor(view.height / rowHeight) - 1),
    });
    if (next === null) return;
    event.preventDefault();
    const chosen = items[next];
    const element = box.current;
    if (!chosen || !element) return;
    const top = next * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = top + rowHeight - element.clientHeight;
    onSelect(chosen.id);
  };

  const first = Math.max(0, Math.floor(view.top / rowHeight) - BEYOND);
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / rowHeight) + BEYOND);
  const isShown = items.slice(first, last).some(({ id }) => id === selected);
  return (
    <div
      class="rows"
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={isShown ? `row-${selected}` : undefined}
      onScroll={scrolled}
      onKeyDown={move}
    >
      <div class="all-rows" role="presentation" style={{ height: `${items.length * rowHeight}px` }}>
        {items.slice(first, last).map((item, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list as a whole takes the keys
          <div
            key={item.id}
            id={`row-${item.id}`}
            class="row"
            role="option"
            tabIndex={-1}
            aria-selected={item.id === selected}
            aria-setsize={items.length}
            aria-posinset={first + at + 1}
            style={{ top: `${(first + at) * rowHeight}px` }}
            onClick={() => onSelect(item.id)}
          >
            {render(item)}
          </div>
        ))}
      </div>
    </div>
  );
}

/**
 * Number of the row that a key leads to; null: the key means nothing here.
 * @param list `known`: number of the selected row, or less than 0
 */
function rowFor(
  key: string,
  { known, count, perPage }: { known: number; count: number; perPage: number },
): number | null {
  // With nothing selected, every move begins at the newest row, which is visible.
  const at = known < 0 ? count - 1 : known;
  const by = (step: number): number => (known < 0 ? at : at + step);
  const rows: Record<string, number> = {
    ArrowDown: by(1),
    ArrowUp: by(-1),
    PageDown: by(perPage),
    PageUp: by(-perPage),
    Enter: at,
    Home: 0,
    End: count - 1,
  };
  if (!Object.hasOwn(rows, key) || count === 0) return null;
  return Math.min(count - 1, Math.max(0, rows[key] ?? 0));
}

/** Whether the page is as narrow as a phone's; the style sheet has the same bound. */
export function isNarrow(): boolean {
  return innerWidth <= 560;
}
