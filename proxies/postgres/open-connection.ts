import type { Socket } from 'node:net';
import { frameReader } from '../wire/frame-reader.ts';
import { MAX_STARTUP_MS } from '../wire/wire-limits.ts';
import { STARTUP_FRAMING } from './messages.ts';
import { NOT_ENCRYPTED } from './server-messages.ts';
import { type StartupMessage, startupMessage } from './startup-message.ts';

/** How a connection starts: its first message, as bytes too, and what came after it. */
export interface Opening {
  message: Extract<StartupMessage, { type: 'start' | 'cancel' }>;
  bytes: Buffer;
  rest: Buffer;
}

/** A client may ask for TLS and for GSSAPI, once each. */
const MAX_ENCRYPTION_REQUESTS = 2;

/**
 * Reads how a connection starts; encryption is refused by the protocol's own answer. Resolves with null, and closes the
 * connection, if nothing usable comes in time. The client is paused afterwards.
 */
export function openConnection(client: Socket, onEncryption: () => void): Promise<Opening | null> {
  const { promise, resolve } = Promise.withResolvers<Opening | null>();
  let found: Omit<Opening, 'rest'> | 'unusable' | null = null;
  let asked = 0;

  const { read } = frameReader(STARTUP_FRAMING, (header, body) => {
    const message = startupMessage(body ?? Buffer.alloc(0));
    if (message.type === 'encryption' && ++asked <= MAX_ENCRYPTION_REQUESTS) {
      onEncryption();
      client.write(NOT_ENCRYPTED);
    } else if (message.type === 'encryption' || message.type === 'unknown' || body === null) found = 'unusable';
    else found = { message, bytes: Buffer.concat([header, body]) };
  });
  const end = (opening: Opening | null) => {
    clearTimeout(timeout);
    client.off('data', onData);
    client.off('end', onClose);
    client.off('close', onClose);
    client.pause();
    if (opening === null) client.destroy();
    resolve(opening);
  };
  const onClose = () => end(null);
  const onData = (chunk: Buffer) => {
    let at = 0;
    try {
      // Byte by byte, as what follows the message is of another form. It is short.
      for (; at < chunk.length && found === null; at++) read(chunk.subarray(at, at + 1));
    } catch {
      found = 'unusable';
    }
    if (found !== null) end(found === 'unusable' ? null : { ...found, rest: chunk.subarray(at) });
  };
  const timeout = setTimeout(onClose, MAX_STARTUP_MS);
  client.on('data', onData);
  client.once('end', onClose);
  client.once('close', onClose);
  return promise;
}
