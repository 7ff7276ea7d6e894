import type { Socket } from 'node:net';

/** Reads what passes between a client and a server. */
export interface Tap {
  fromClient(chunk: Buffer): void;
  fromServer(chunk: Buffer): void;
  /** The connection ended, or the tap failed. */
  end(): void;
}

/**
 * Passes bytes on in both directions as they are, and shows them to the tap afterwards. A tap that throws is left out
 * from then on; the traffic continues.
 */
export function relay(client: Socket, server: Socket, tap: Tap, onTapFault: () => void): void {
  let isTapped = true;
  const end = () => {
    if (!isTapped) return;
    isTapped = false;
    tap.end();
  };
  const guarded = (read: (chunk: Buffer) => void) => (chunk: Buffer) => {
    if (!isTapped) return;
    try {
      read(chunk);
    } catch {
      end();
      onTapFault();
    }
  };
  // A pipe listens first, so that a chunk is written before it is read.
  client.pipe(server);
  server.pipe(client);
  client.on('data', guarded(tap.fromClient));
  server.on('data', guarded(tap.fromServer));
  server.on('error', () => client.destroy());
  client.on('error', () => server.destroy());
  server.on('close', () => {
    end();
    if (client.writable) client.end();
  });
  client.on('close', () => {
    end();
    server.destroy();
  });
}
