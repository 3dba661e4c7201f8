import { useEffect, useState } from 'preact/hooks';
import type { CardsState, Hello, PointState, Row, SandboxState, UserSummary } from '../protocol.js';

export type Connection = 'connecting' | 'open' | 'lost' | 'refused';

/** All that the page knows. */
export interface State {
  connection: Connection;
  title: string;
  sandbox: Omit<SandboxState, 'rows'> | null;
  cards: CardsState | null;
  /** Oldest first; only the newest are kept. */
  rows: Row[];
  /** Rows dropped since the page was opened: positions count from there. */
  forgotten: number;
  /** Whether the rows were cleared, here or by another page. */
  isCleared: boolean;
  /** Counts what changed on the desk. */
  deskChanges: number;
}

export const MOST_ROWS = 5_000;

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

export function update(change: Partial<State>): void {
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

/** What each event of the server does, by its name. */
export const handlers: Record<string, (data: never) => void> = {
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

/** Rows that are known are replaced, others come at the end. */
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

/** Where a row of this number is, or belongs; rows are in the order of their numbers. */
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
