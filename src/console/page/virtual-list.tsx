import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Pixels; the style sheet has the same. */
const ROW_HEIGHT = 34;
const BEYOND = 8;

/**
 * A list of which only what is seen is in the page. It stays at its end while it is there; otherwise what is looked at
 * stays where it is, whatever comes behind it or is forgotten before it.
 */
export function VirtualList<T extends { id: number }>({
  items,
  forgotten,
  label,
  selected,
  onSelect,
  render,
}: {
  items: readonly T[];
  /** How many were forgotten at the beginning so far. */
  forgotten: number;
  label: string;
  selected: number | null;
  onSelect: (id: number) => void;
  render: (item: T) => ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const before = useRef(forgotten);
  const [view, setView] = useState({ top: 0, height: 600 });

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const lost = forgotten - before.current;
    before.current = forgotten;
    if (isAtEnd.current) element.scrollTop = element.scrollHeight;
    else if (lost > 0) element.scrollTop = Math.max(0, element.scrollTop - lost * ROW_HEIGHT);
    const next = { top: element.scrollTop, height: element.clientHeight };
    setView((now) => (now.top === next.top && now.height === next.height ? now : next));
  }, [items, forgotten]);

  // A list that was hidden, or has been given another height, must look anew what is seen of it.
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
    isAtEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - ROW_HEIGHT;
    setView({ top: element.scrollTop, height: element.clientHeight });
  };

  const move = (event: KeyboardEvent): void => {
    const at = items.findIndex(({ id }) => id === selected);
    const page = Math.max(1, Math.floor(view.height / ROW_HEIGHT) - 1);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at < 0 ? items.length - 1 : at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: items.length - 1,
    };
    if (!Object.hasOwn(steps, event.key) || items.length === 0) return;
    event.preventDefault();
    const next = Math.min(items.length - 1, Math.max(0, steps[event.key] ?? 0));
    const chosen = items[next];
    const element = box.current;
    if (!chosen || !element) return;
    const top = next * ROW_HEIGHT;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + ROW_HEIGHT > element.scrollTop + element.clientHeight)
      element.scrollTop = top + ROW_HEIGHT - element.clientHeight;
    onSelect(chosen.id);
  };

  const first = Math.max(0, Math.floor(view.top / ROW_HEIGHT) - BEYOND);
  const last = Math.min(items.length, Math.ceil((view.top + view.height) / ROW_HEIGHT) + BEYOND);
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
      <div class="all-rows" role="presentation" style={{ height: `${items.length * ROW_HEIGHT}px` }}>
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
            style={{ top: `${(first + at) * ROW_HEIGHT}px` }}
            onClick={() => onSelect(item.id)}
          >
            {render(item)}
          </div>
        ))}
      </div>
    </div>
  );
}
