import { afterActive } from '../active-time.js';
import type { Carrier } from '../engine/ports.js';
import type { Connection } from './connection.js';
import type { ConnectionPool } from './connection-pool.js';

/** An answer still on its way has come after this multiple of what the slowest one took, within these bounds. */
const FACTOR = 2;
const [SHORTEST_MS, LONGEST_MS] = [100, 1_000];

/** What will be known of the connection on which an exchange has just ended. */
export function carrierOf(connection: Connection, pool: ConnectionPool): Carrier {
  const { tap } = connection;
  const nth = tap?.exchanges ?? 0;
  return {
    get surplus() {
      if (!tap || tap.surplusAfter === null) return null;
      if (nth === 1) return tap.surplusAfter === 1 ? 'own' : null;
      return tap.isShifted || tap.surplusAfter === nth ? 'unclear' : null;
    },
    async settle() {
      if (!tap || nth < 2 || tap.surplusAfter !== null) return;
      const slowestMs = pool.slowestMs(connection.origin);
      const ms = Math.min(Math.max(FACTOR * slowestMs, SHORTEST_MS), LONGEST_MS);
      await pool.rest(connection, new Promise<void>((resolve) => void afterActive(ms, resolve)));
    },
  };
}
