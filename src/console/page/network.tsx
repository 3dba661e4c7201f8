import { useEffect, useRef, useState } from 'preact/hooks';
import { duration } from '../../duration.js';
import { prettyJson } from '../../reporters/html/pretty-json.js';
import type { Detail, Row } from '../protocol.js';
import { CopyButton, SearchField, When } from './controls.js';
import { ask } from './store.js';
import { VirtualList } from './virtual-list.js';

const KINDS: Record<string, (row: Row) => boolean> = {
  all: () => true,
  requests: ({ kind }) => kind === 'request',
  deliveries: ({ kind }) => kind === 'delivery',
  wrong: ({ tone }) => tone === 'bad' || tone === 'open',
};

/** All traffic, as it happens. */
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
  // The row stays selected, and the keyboard focus where it was.
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
        <SearchField
          label="Filter the network"
          placeholder="filter: operation, user, status …"
          text={query}
          onText={setQuery}
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
            title="Drops all rows, in every open page"
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
  if (!isEmpty) return 'Nothing matches the filter.';
  if (isCleared) return 'Cleared in every open page. No traffic since.';
  return 'No traffic yet. Send a request to the service.';
}

const ARROWS = { request: '←', delivery: '→', action: '·' };
const MEANT = { request: 'request', delivery: 'delivery', action: 'employee' };

function Line({ row }: { row: Row }) {
  return (
    <>
      <When at={row.at} />
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
      <span class="took">{row.tookMs === null ? '' : duration(row.tookMs)}</span>
    </>
  );
}

function textOf({ kind, what, result, user, note, point, version }: Row): string {
  return [MEANT[kind], what, result, user, note, point, version].join(' ').toLowerCase();
}

/** Everything known about one line of the network. */
function DetailPane({ id, row, onClose }: { id: number; row: Row | null; onClose: () => void }) {
  const [detail, setDetail] = useState<Detail | null>(null);
  const [trouble, setTrouble] = useState('');
  const stamp = JSON.stringify(row);
  useEffect(() => {
    ask<Detail>('entry', id).then(setDetail, (error: Error) => setTrouble(error.message));
  }, [id, stamp]);
  const resend = (): void => {
    setTrouble('');
    ask('resend', id).catch((error: Error) => setTrouble(error.message));
  };
  return (
    <section class="detail" aria-label="Details">
      <div class="detail-head">
        <h3>{detail ? detail.row.what : 'One moment'}</h3>
        <span class="buttons">
          {detail?.curl != null && <CopyButton text={detail.curl}>copy curl</CopyButton>}
          {detail?.canResend && (
            <button type="button" onClick={resend}>
              {detail.row.nextAt === null ? 'send again' : 'send now'}
            </button>
          )}
          <button type="button" aria-label="Close the details" onClick={onClose}>
            ✕
          </button>
        </span>
      </div>
      {trouble !== '' && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      {detail && <Known detail={detail} />}
    </section>
  );
}

function Known({ detail: { row, breaches, attempts, facts, bodies, curl } }: { detail: Detail }) {
  return (
    <>
      {breaches.length > 0 && (
        <ul class="breaches">
          {breaches.map(({ section, level, text }) => (
            <li class={level} key={text}>
              <strong>§{section}</strong> {level === 'expected' && <em>advice</em>} {text}
            </li>
          ))}
        </ul>
      )}
      {attempts.length > 0 && (
        <ol class="attempts">
          {attempts.map(({ at, status, failure, tookMs }, nth) => (
            <li key={at}>
              <When at={at} /> attempt {nth + 1}: {status ?? failure} in {duration(tookMs)}
            </li>
          ))}
          {row.nextAt !== null && (
            <li>
              next at <When at={row.nextAt} />
            </li>
          )}
        </ol>
      )}
      <dl class="facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {bodies.map(({ title, text, size }) => (
        <div class="body" key={title}>
          <div class="detail-head">
            <h4>
              {title} <span class="soft">{size} bytes</span>
            </h4>
            <CopyButton text={text}>copy</CopyButton>
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <pre tabIndex={0}>{prettyJson(text) ?? text}</pre>
        </div>
      ))}
      {curl !== null && (
        <div class="body">
          <h4>Shell</h4>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <pre tabIndex={0}>{curl}</pre>
        </div>
      )}
    </>
  );
}
