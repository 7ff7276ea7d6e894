import type { Duplex } from 'node:stream';

/** How long a client may take to send its first bytes; in some protocols the server begins. */
const FIRST_BYTES_MS = 2_000;

/** The first bytes that a client sends; null if it sends none in time, or closes. They are read from the stream. */
export function firstBytes(socket: Duplex, timeoutMs = FIRST_BYTES_MS): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const settle = (bytes: Buffer | null) => {
      clearTimeout(timer);
      socket.off('readable', read).off('close', none);
      resolve(bytes);
    };
    const read = () => {
      const bytes: Buffer | null = socket.read(); // a socket without an encoding
      if (bytes !== null) settle(bytes);
    };
    const none = () => settle(null);
    const timer = setTimeout(none, timeoutMs);
    socket.on('readable', read).once('close', none);
    read();
  });
}
