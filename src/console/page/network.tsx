import { useRef, useState } from 'preact/hooks';
import { clock, span } from '../moments.js';
import type { Row } from '../protocol.js';
import { ask } from './connection.js';
import { DetailPane } from './detail.js';
import { VirtualList } from './virtual-list.js';

const KINDS: Record<string, (row: Row) => boolean> = {
  all: () => true,
  requests: ({ kind }) => kind === 'request',
  deliveries: ({ kind }) => kind === 'delivery',
  wrong: ({ tone }) => tone === 'bad' || tone === 'open',
};

/** Everything that passes, as it happens. */
export function Network({
  rows,
  forgotten,
  isCleared,
}: {
  rows: readonly Row[];
  forgotten: number;
  isCleared: boolean;
}) {
  const [query, setQuery] = useState('');
  const [kind, setKind] = useState('all');
  const [selected, setSelected] = useState<number | null>(null);
  const [isOpen, setOpen] = useState(false);
  const section = useRef<HTMLElement>(null);
  const held = useRef<{ rows: readonly Row[]; forgotten: number } | null>(null);
  const [isPaused, setPaused] = useState(false);
  const shown = held.current ?? { rows, forgotten };
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isFiltered = words.length > 0 || kind !== 'all';
  const found = isFiltered
    ? shown.rows.filter(
        (row) => (KINDS[kind]?.(row) ?? true) && words.every((word) => textOf(row).includes(word)),
      )
    : shown.rows;
  const missed = rows.length + forgotten - shown.rows.length - shown.forgotten;
  const open = (id: number): void => {
    setSelected(id);
    setOpen(true);
  };
  // The row stays chosen, and the keyboard where it was.
  const close = (): void => {
    setOpen(false);
    section.current?.querySelector<HTMLElement>('[role="listbox"]')?.focus();
  };
  const pause = (): void => {
    held.current = isPaused ? null : { rows, forgotten };
    setPaused(!isPaused);
  };
  const row = selected === null ? undefined : rows.find(({ id }) => id === selected);
  return (
    <section class="network" ref={section} aria-labelledby="network-title">
      <h2 id="network-title">Network</h2>
      <div class="tools">
        <input
          type="search"
          aria-label="Filter the network"
          placeholder="filter: operation, user, status …"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <fieldset class="buttons">
          <legend class="hidden">Which rows</legend>
          {Object.keys(KINDS).map((name) => (
            <button type="button" key={name} aria-pressed={kind === name} onClick={() => setKind(name)}>
              {name}
            </button>
          ))}
        </fieldset>
        <span class="buttons">
          <button type="button" aria-pressed={isPaused} onClick={pause}>
            {isPaused && missed > 0 ? `paused, ${missed} new` : isPaused ? 'paused' : 'pause'}
          </button>
          <button
            type="button"
            title="Forgets all rows, for every page that is open"
            onClick={() => {
              held.current = null;
              setPaused(false);
              setSelected(null);
              setOpen(false);
              void ask('clear');
            }}
          >
            clear
          </button>
        </span>
      </div>
      {found.length === 0 ? (
        <p class="nothing" role="status">
          {nothingWords(shown.rows.length === 0, isCleared)}
        </p>
      ) : (
        <VirtualList
          items={found}
          forgotten={isFiltered ? 0 : shown.forgotten}
          label="Requests and deliveries"
          selected={selected}
          onSelect={open}
          onLeave={() => setOpen(false)}
          render={(row) => <Line row={row} />}
        />
      )}
      {selected !== null && isOpen && (
        <DetailPane key={selected} id={selected} row={row ?? null} onClose={close} />
      )}
    </section>
  );
}

function nothingWords(isEmpty: boolean, isCleared: boolean): string {
  if (!isEmpty) return 'Nothing fits the filter.';
  if (isCleared) return 'Cleared, for every page that is open. Nothing has passed since.';
  return 'Nothing has passed yet. Send a request to the service.';
}

const ARROWS = { request: '←', delivery: '→', action: '·' };
const MEANT = { request: 'request', delivery: 'delivery', action: 'employee' };

function Line({ row }: { row: Row }) {
  return (
    <>
      <span class="when">{clock(row.at)}</span>
      <span class={`arrow ${row.kind}`} aria-hidden="true">
        {ARROWS[row.kind]}
      </span>
      <span class="hidden">{MEANT[row.kind]} </span>
      <span class="what">{row.what}</span>
      <span class={`result ${row.tone}`}>{row.result}</span>
      <span class="who" title={row.user ?? undefined}>
        {row.user ?? ''}
      </span>
      <span class="note" title={row.note}>
        {row.note}
      </span>
      <span class="took">{row.tookMs === null ? '' : span(row.tookMs)}</span>
    </>
  );
}

function textOf({ kind, what, result, user, note, point, version }: Row): string {
  return [MEANT[kind], what, result, user, note, point, version].join(' ').toLowerCase();
}
