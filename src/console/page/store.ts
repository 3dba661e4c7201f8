import { useEffect, useState } from 'preact/hooks';
import type { CardsState, Hello, PointState, Row, SandboxState, UserSummary } from '../protocol.js';

let authorization = '';

/** Listens to the server as long as the page is open, and reconnects when the connection is lost. */
export async function connect(token: string): Promise<void> {
  authorization = `Bearer ${token}`;
  for (let failures = 0; ; failures += 1) {
    try {
      const response = await fetch('/api/stream', { headers: { authorization } });
      if (response.status === 401) return update({ connection: 'refused' });
      if (response.ok && response.body) {
        failures = 0;
        await listen(response.body);
      }
    } catch {
      // The server is gone; the next attempt shows whether it is back.
    }
    update({ connection: 'lost' });
    await new Promise((resolve) => setTimeout(resolve, Math.min(3_000, 250 * 2 ** failures)));
  }
}

/**
 * Asks the server for something.
 * @throws Error with words for people
 */
export async function ask<T>(act: string, body: unknown = {}): Promise<T> {
  const response = await fetch(`/api/${act}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error('The sandbox does not answer.');
  });
  const { result, error } = (await response.json()) as { result: T; error?: string };
  if (!response.ok) throw new Error(error ?? 'The request failed.');
  return result;
}

/** Server-sent events, read by hand: `EventSource` can carry a token only in the address. */
async function listen(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader();
  let left = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (left + value).split('\n\n');
    left = events.pop() ?? '';
    for (const event of events) heard(event);
  }
}

function heard(event: string): void {
  const name = /^event: (.*)$/m.exec(event)?.[1] ?? '';
  const data = /^data: (.*)$/m.exec(event)?.[1];
  if (data !== undefined && Object.hasOwn(handlers, name)) handlers[name]?.(JSON.parse(data) as never);
}

type Connection = 'connecting' | 'open' | 'lost' | 'refused';

/** Everything that the page knows. */
export interface State {
  connection: Connection;
  title: string;
  sandbox: Omit<SandboxState, 'rows'> | null;
  cards: CardsState | null;
  /** Oldest first; only the newest are kept. */
  rows: Row[];
  /** Rows dropped since the page was opened: positions count from there. */
  forgotten: number;
  /** Whether the rows were cleared, by this page or another. */
  isCleared: boolean;
  /** Counts changes on the desk. */
  deskChanges: number;
}

const MOST_ROWS = 5_000;

let state: State = {
  connection: 'connecting',
  title: '',
  sandbox: null,
  cards: null,
  rows: [],
  forgotten: 0,
  isCleared: false,
  deskChanges: 0,
};
const listeners = new Set<() => void>();

function update(change: Partial<State>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

/** The state, now and whenever it changes. */
export function useStore(): State {
  const [, again] = useState(0);
  useEffect(() => {
    const listener = (): void => again((count) => count + 1);
    listeners.add(listener);
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return state;
}

/** What each event from the server does, by name. */
const handlers: Record<string, (data: never) => void> = {
  hello({ title, sandbox, cards }: Hello) {
    const { rows = [], ...rest } = sandbox ?? {};
    update({
      connection: 'open',
      title,
      sandbox: sandbox ? (rest as State['sandbox']) : null,
      cards,
      rows: rows.slice(-MOST_ROWS),
      forgotten: 0,
      deskChanges: state.deskChanges + 1,
    });
  },
  rows: (changed: Row[]) => update(merged(state, changed)),
  users(changed: UserSummary[]) {
    if (!state.sandbox) return;
    const isNew = new Set(changed.map(identity));
    const users = [...changed, ...state.sandbox.users.filter((user) => !isNew.has(identity(user)))]
      .sort((a, b) => b.at - a.at)
      .slice(0, 300);
    update({ sandbox: { ...state.sandbox, users }, deskChanges: state.deskChanges + 1 });
  },
  points({ points, aheadMs }: { points: PointState[]; aheadMs: number }) {
    if (state.sandbox)
      update({ sandbox: { ...state.sandbox, points, aheadMs }, deskChanges: state.deskChanges + 1 });
  },
  cards: (cards: CardsState) => update({ cards }),
  cleared: () => update({ rows: [], forgotten: 0, isCleared: true }),
};

export function identity({ point, key }: Pick<UserSummary, 'point' | 'key'>): string {
  return `${point} ${key}`;
}

/** Known rows are replaced, others are added at the end. */
function merged({ rows, forgotten }: State, changed: Row[]): Pick<State, 'rows' | 'forgotten'> {
  const all = [...rows];
  for (const row of changed) {
    const at = positionOf(all, row.id);
    if (all[at]?.id === row.id) all[at] = row;
    else all.splice(at, 0, row);
  }
  const tooMany = Math.max(0, all.length - MOST_ROWS);
  return { rows: tooMany > 0 ? all.slice(tooMany) : all, forgotten: forgotten + tooMany };
}

/** Where a row of this number is, or belongs; rows are ordered by number. */
function positionOf(rows: readonly Row[], id: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.id ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}
