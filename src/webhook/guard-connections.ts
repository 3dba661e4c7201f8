import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Holds at most `limit` connections. A new one takes the place of the oldest that has not reached an address
 * of the catcher yet, so that strangers who connect and dawdle cannot keep the target out.
 * Returns what marks a connection as the target's.
 */
export function guardConnections(server: Server, limit: number): (socket: Socket) => void {
  const strangers = new Set<Socket>();
  let open = 0;
  server.on('connection', (socket: Socket) => {
    open++;
    strangers.add(socket);
    socket.once('close', () => {
      open--;
      strangers.delete(socket);
    });
    if (open <= limit) return;
    const [oldest] = strangers;
    strangers.delete(oldest ?? socket);
    (oldest ?? socket).destroy();
  });
  return (socket) => strangers.delete(socket);
}
